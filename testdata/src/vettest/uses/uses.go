// Package uses imports a package from the folder of another fixture.
package uses

import "example.com/redisvettest/vettestdep"

const value = vettestdep.Value
