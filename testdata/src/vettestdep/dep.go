// Package vettestdep is imported by a fixture in another folder.
package vettestdep

// Value is used there.
const Value = 1
