package redisapi

import (
	"go/types"
	"strings"
)

// Library is one generation of the client library, recognised by its import path.
type Library struct {
	Path  string // import path of the root package, without a vendor prefix
	Major int    // 9, 8, 7 or 6
	// Dialect is "" for go-redis and the name of a package that copies its API otherwise ("rueidiscompat", "valkeycompat").
	Dialect string
}

// libraries are the import paths of the root packages.
var libraries = []Library{
	{Path: "github.com/redis/go-redis/v9", Major: 9},
	{Path: "github.com/go-redis/redis/v9", Major: 9},
	{Path: "github.com/go-redis/redis/v8", Major: 8},
	{Path: "github.com/go-redis/redis/v7", Major: 7},
	{Path: "github.com/go-redis/redis", Major: 6},
	{Path: "github.com/redis/rueidis/rueidiscompat", Major: 9, Dialect: "rueidiscompat"},
	{Path: "github.com/valkey-io/valkey-go/valkeycompat", Major: 9, Dialect: "valkeycompat"},
}

// LibraryOfPath returns the library whose root package has the import path (a vendor prefix is ignored).
func LibraryOfPath(path string) (Library, bool) {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	for _, l := range libraries {
		if l.Path == path {
			return l, true
		}
	}
	return Library{}, false
}

// natives are the clients below the dialects, by import path. A dialect's Nil is that of its client.
var natives = map[string]string{
	"github.com/redis/rueidis":       "github.com/redis/rueidis/rueidiscompat",
	"github.com/valkey-io/valkey-go": "github.com/valkey-io/valkey-go/valkeycompat",
}

// IsNativeNil reports whether a package-level name is what a client below a dialect has for a miss: the sentinel Nil, or the predicate
// IsRedisNil or IsValkeyNil.
func IsNativeNil(pkg *types.Package, name string) (Library, bool) {
	if pkg == nil || name != "Nil" && name != "IsRedisNil" && name != "IsValkeyNil" {
		return Library{}, false
	}
	path := pkg.Path()
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	return LibraryOfPath(natives[path])
}

// LibraryOf is LibraryOfPath of a package; nil gives false.
func LibraryOf(pkg *types.Package) (Library, bool) {
	if pkg == nil {
		return Library{}, false
	}
	return LibraryOfPath(pkg.Path())
}

// InLibrary reports whether an import path is the library or one of its own sub-packages: their code is not analysed. Its extras are programs
// like any other.
func InLibrary(path string) bool {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	for _, l := range libraries {
		if path == l.Path || strings.HasPrefix(path, l.Path+"/") && !strings.HasPrefix(path, l.Path+"/extra/") {
			return true
		}
	}
	return false
}

// Role is what a value of a type is to a program.
type Role uint8

// The roles. Only RoleTx and RolePipeline are certain about more than the type: a RoleCmdable may hold a client, a Tx or a pipeline.
const (
	RoleNone         Role = iota
	RoleClient            // *Client, *Conn's parent: one server
	RoleCluster           // *ClusterClient
	RoleRing              // *Ring
	RoleSentinel          // *SentinelClient
	RoleConn              // *Conn, *EphemeralConn: one connection
	RoleUniversal         // the interface UniversalClient: a client of unknown kind
	RoleCmdable           // the interfaces Cmdable, StatefulCmdable, Scripter, or an interface of the program: anything
	RoleTx                // *Tx
	RolePipeline          // Pipeliner, *Pipeline
	RoleAutoPipeline      // *AutoPipeliner: a client whose results may be read at once
	RoleCmd               // *XxxCmd, Cmder
	RolePubSub            // *PubSub
	RoleScript            // *Script
	RoleIterator          // *ScanIterator
)

// IsClient reports whether a value of the role sends its commands at once and on a pooled connection.
func (r Role) IsClient() bool {
	switch r {
	case RoleClient, RoleCluster, RoleRing, RoleUniversal, RoleAutoPipeline:
		return true
	}
	return false
}

// named returns the defined type behind pointers and aliases.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// RoleOf returns the role of a library type; a program's own type has RoleNone, even if it embeds a client (calls resolves those).
func RoleOf(t types.Type) Role {
	n := named(t)
	if n == nil {
		return RoleNone
	}
	lib, ok := LibraryOf(n.Obj().Pkg())
	if !ok {
		return RoleNone
	}
	switch name := n.Obj().Name(); name {
	case "Client":
		if lib.Dialect != "" {
			return RoleUniversal
		}
		return RoleClient
	case "ClusterClient":
		return RoleCluster
	case "Ring":
		return RoleRing
	case "SentinelClient":
		return RoleSentinel
	case "Conn", "EphemeralConn":
		return RoleConn
	case "UniversalClient":
		return RoleUniversal
	case "Cmdable":
		if lib.Dialect != "" { // NewAdapter returns it: a client
			return RoleUniversal
		}
		return RoleCmdable
	case "StatefulCmdable", "Scripter", "cmdable", "statefulCmdable":
		return RoleCmdable
	case "Tx":
		return RoleTx
	case "Pipeliner", "Pipeline":
		return RolePipeline
	case "AutoPipeliner":
		return RoleAutoPipeline
	case "PubSub":
		return RolePubSub
	case "Script":
		return RoleScript
	case "ScanIterator":
		return RoleIterator
	case "Cmder":
		return RoleCmd
	default:
		if strings.HasSuffix(name, "Cmd") && IsCmdType(n) {
			return RoleCmd
		}
	}
	return RoleNone
}

// IsCmdType reports whether t (or *t) is a concrete command of the library such as *StringCmd: it has the methods Err and Args.
func IsCmdType(t types.Type) bool {
	n := named(t)
	if n == nil {
		return false
	}
	if _, ok := LibraryOf(n.Obj().Pkg()); !ok {
		return false
	}
	if !strings.HasSuffix(n.Obj().Name(), "Cmd") && n.Obj().Name() != "Cmder" {
		return false
	}
	ms := types.NewMethodSet(types.NewPointer(n))
	return ms.Lookup(n.Obj().Pkg(), "Err") != nil || types.IsInterface(n)
}

// Reaches reports whether pkg imports the library, directly or through other packages. It walks the import graph once per call.
func Reaches(pkg *types.Package) bool {
	seen := map[*types.Package]bool{}
	var walk func(*types.Package) bool
	walk = func(p *types.Package) bool {
		if seen[p] {
			return false
		}
		seen[p] = true
		for _, imp := range p.Imports() {
			if _, ok := LibraryOf(imp); ok {
				return true
			}
			if walk(imp) {
				return true
			}
		}
		return false
	}
	return walk(pkg)
}
