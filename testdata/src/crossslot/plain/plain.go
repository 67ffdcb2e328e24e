// Package plain builds keys and does not import the library.
package plain

import "fmt"

// Stock is the key of the stock of an item.
func Stock(sku string) string { return "stock:" + sku }

// Sold is the key of what was sold of an item.
func Sold(sku string) string { return fmt.Sprintf("sold:%s", sku) }
