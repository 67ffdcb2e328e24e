package analyzer

import "github.com/redisvet/redisvet/passes"

// registry is generated from the folders under passes; do not edit.
var registry = []func() *passes.Check{}
