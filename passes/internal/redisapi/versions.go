package redisapi

import (
	"cmp"
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// Version is the version of the client library: what changed between versions is asked of it.
type Version struct{ Major, Minor, Patch int }

// newest are the versions that an unknown version of a major is taken for.
var newest = []Version{{9, 23, 0}, {8, 11, 5}, {7, 4, 1}, {6, 15, 9}}

// Newest returns the newest known version of a major version.
func Newest(major int) Version {
	for _, v := range newest {
		if v.Major == major {
			return v
		}
	}
	return newest[0]
}

// ParseVersion reads a module version: "v9.11.0", "v6.15.9+incompatible", "v9.0.0-rc.3". A pre-release counts as the release,
// and a pseudo-version as the release that its base names.
func ParseVersion(s string) (Version, bool) {
	s, ok := strings.CutPrefix(s, "v")
	if !ok {
		return Version{}, false
	}
	if i := strings.IndexAny(s, "-+"); i >= 0 {
		s = s[:i]
	}
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return Version{}, false
	}
	var v Version
	for i, p := range []*int{&v.Major, &v.Minor, &v.Patch} {
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 0 {
			return Version{}, false
		}
		*p = n
	}
	return v, true
}

// VersionOf returns the version of the library that pkg, its root package, is of. The driver may know the module version;
// without one ("" or one that does not parse or fit) the types tell what matters of v9, and an older major is its newest version.
func VersionOf(pkg *types.Package, module string) Version {
	lib, ok := LibraryOf(pkg)
	if !ok {
		return newest[0]
	}
	if v, ok := ParseVersion(module); ok && (v.Major == lib.Major || lib.Major == 6 && v.Major < 7) {
		return v
	}
	if lib.Major == 9 && lib.Dialect == "" && pkg.Complete() {
		if client, ok := pkg.Scope().Lookup("Client").(*types.TypeName); ok {
			// Marks of the versions between which something below changed.
			switch methods := types.NewMethodSet(types.NewPointer(client.Type())); {
			case methods.Lookup(pkg, "EphemeralConn") != nil:
				return Version{9, 23, 0}
			case pkg.Scope().Lookup("ErrCrossSlot") != nil:
				return Version{9, 11, 0}
			}
			return Version{9, 0, 0}
		}
	}
	return Newest(lib.Major)
}

// Compare returns -1, 0 or +1 as v is before, the same as, or after w.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// AtLeast reports whether v is major.minor.0 or newer.
func (v Version) AtLeast(major, minor int) bool { return v.Compare(Version{major, minor, 0}) >= 0 }

// String is the form of a module version.
func (v Version) String() string { return fmt.Sprintf("v%d.%d.%d", v.Major, v.Minor, v.Patch) }

// TxSplitSilently reports whether a ClusterClient cuts a TxPipeline whose keys lie in several slots into one transaction per
// slot without a word. Since v9.11 it fails with ErrCrossSlot.
func (v Version) TxSplitSilently() bool { return !v.AtLeast(9, 11) }

// TxPipelineTransactional reports whether Pipeline and Pipelined of a *Tx are MULTI/EXEC: only in v6.
func (v Version) TxPipelineTransactional() bool { return v.Major < 7 }

// PipelineHasMutex reports whether queueing on a pipeline is locked; v9 took the lock away.
func (v Version) PipelineHasMutex() bool { return v.Major < 9 }

// MaxRetriesZeroMeansNone reports whether Options.MaxRetries 0 switches retries off; since v7 it means 3.
func (v Version) MaxRetriesZeroMeansNone() bool { return v.Major < 7 }

// TTLSentinelIsSeconds reports whether TTL answers -1s and -2s for "no expiration" and "no key"; since v7 it is -1ns and -2ns.
func (v Version) TTLSentinelIsSeconds() bool { return v.Major < 7 }

// HSetAcceptsStruct reports whether HSet takes a struct with redis tags.
func (v Version) HSetAcceptsStruct() bool { return v.Major >= 9 }

// EncodesIP reports whether net.IP can be an argument.
func (v Version) EncodesIP() bool { return v.Major >= 9 }

// HasEphemeralConn reports whether Client.EphemeralConn exists, the safe way to change the state of a connection.
func (v Version) HasEphemeralConn() bool { return v.AtLeast(9, 23) }

// HasContext reports whether commands take a context as their first parameter.
func (v Version) HasContext() bool { return v.Major >= 8 }
