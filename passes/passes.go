// Package passes names the types of the checks for packages outside this tree; each check lives in a folder of its own.
package passes

import "github.com/redisvet/redisvet/passes/internal/rule"

// Check is a declared check: its metadata and its analyzer.
type Check = rule.Check

// Info is the metadata of a check.
type Info = rule.Info

// Severity says how sure and how bad a finding of a check is.
type Severity = rule.Severity

// The severities.
const (
	Error   = rule.Error
	Warning = rule.Warning
	Note    = rule.Note
)
