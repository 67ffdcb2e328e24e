package redisapi

import (
	"cmp"
	"fmt"
	"go/types"
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

// marks are names of the root package by which a version of v9 is recognised, each new in the version at which something below
// changed; the newest first.
var marks = []struct {
	name  string
	since Version
}{
	{"DefaultPipelinePoolSize", Version{9, 23, 0}},
	{"ErrCrossSlot", Version{9, 11, 0}},
	{"JSONCmdable", Version{9, 3, 0}},
}

// VersionOf returns the version of the library that pkg, its root package, is of.
//
// The types tell, not the driver: go vet and gopls say the version of the module that is analysed and never that of the library,
// so only what is in the export data gives the same answer everywhere, also under a replace directive and in a vendor directory.
// It is the oldest version that behaves as the program's does. An older major is its newest version, and so is a package of which
// only parts are known.
func VersionOf(pkg *types.Package) Version {
	lib, ok := LibraryOf(pkg)
	if !ok {
		return newest[0]
	}
	if lib.Major == 9 && lib.Dialect == "" && pkg.Complete() {
		for _, m := range marks {
			if pkg.Scope().Lookup(m.name) != nil {
				return m.since
			}
		}
		return Version{9, 0, 0}
	}
	return Newest(lib.Major)
}

// VersionOfFunc is VersionOf the library that declares a function, or whose command a method of an interface of the program returns.
func VersionOfFunc(fn *types.Func) Version {
	if _, ok := LibraryOf(fn.Pkg()); ok {
		return VersionOf(fn.Pkg())
	}
	if results := fn.Signature().Results(); results.Len() > 0 {
		t := types.Unalias(results.At(0).Type())
		if s, ok := t.(*types.Slice); ok { // of Exec and Pipelined
			t = s.Elem()
		}
		if n := named(t); n != nil {
			return VersionOf(n.Obj().Pkg())
		}
	}
	return newest[0]
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

// ScanFollowsTag reports whether a ClusterClient sends a SCAN with a hash tag in MATCH to the node of that slot: since v9.11. Before,
// it went to any node as every other.
func (v Version) ScanFollowsTag() bool { return v.AtLeast(9, 11) }

// TxPipelineTransactional reports whether Pipeline and Pipelined of a *Tx are MULTI/EXEC: only in v6.
func (v Version) TxPipelineTransactional() bool { return v.Major < 7 }

// PipelineHasMutex reports whether queueing on a pipeline is locked; v9 took the lock away.
func (v Version) PipelineHasMutex() bool { return v.Major < 9 }

// MaxRetriesZeroMeansNone reports whether Options.MaxRetries 0 switches retries off; since v8 it means 3.
func (v Version) MaxRetriesZeroMeansNone() bool { return v.Major < 8 }

// TTLSentinelIsSeconds reports whether TTL answers -1s and -2s for "no expiration" and "no key"; since v7 it is -1ns and -2ns.
func (v Version) TTLSentinelIsSeconds() bool { return v.Major < 7 }

// HasKeepTTL reports whether an expiration of -1 in Set is the constant KeepTTL; before v8 it was as 0.
func (v Version) HasKeepTTL() bool { return v.Major >= 8 }

// IgnoresDeadline reports whether a command in flight ignores the deadline of its context unless the option ContextTimeoutEnabled is
// set, which came with v9.
func (v Version) IgnoresDeadline() bool { return v.Major >= 9 }

// HSetAcceptsStruct reports whether HSet takes a struct with redis tags.
func (v Version) HSetAcceptsStruct() bool { return v.Major >= 9 }

// EncodesDuration reports whether time.Duration can be an argument.
func (v Version) EncodesDuration() bool { return v.Major >= 8 }

// EncodesIP reports whether net.IP can be an argument.
func (v Version) EncodesIP() bool { return v.Major >= 9 }

// EncodesPointers reports whether a pointer to a plain type (*string, *int, *time.Time) can be an argument.
func (v Version) EncodesPointers() bool { return v.AtLeast(9, 3) }

// EncodesUintptr reports whether uintptr can be an argument.
func (v Version) EncodesUintptr() bool { return v.AtLeast(9, 23) }
