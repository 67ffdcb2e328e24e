package passes

import "github.com/redisvet/redisvet/passes/internal/redisapi"

// IsLibrary reports whether an import path is the root package of a client library that the checks know.
// A driver that wants to skip packages out of reach asks this about every package of the import graph.
func IsLibrary(path string) bool {
	_, ok := redisapi.LibraryOfPath(path)
	return ok
}

// InLibrary reports whether an import path is a client library or a part of one: its code uses itself and is not analysed.
func InLibrary(path string) bool { return redisapi.InLibrary(path) }
