package redisapi

// Lookup returns the row of a command method by its Go name, or nil. The row is shared: do not change it.
func Lookup(name string) *Method {
	i, ok := index()[name]
	if !ok {
		return nil
	}
	return &table[i]
}

// Methods returns all rows, sorted by name. The slice is shared: do not change it.
func Methods() []Method { return table }
