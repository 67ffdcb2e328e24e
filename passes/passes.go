// Package passes names the types of the checks for packages outside this tree; each check lives in a folder of its own.
package passes

import "github.com/redisvet/redisvet/passes/internal/rule"

// Check is a declared check: its metadata and its analyzer.
type Check = rule.Check

// Info is the metadata of a check.
type Info = rule.Info
