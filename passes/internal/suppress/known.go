package suppress

import "slices"

// Known reports whether name is the name or an alias of a check.
func Known(name string) bool { return slices.Contains(known, name) }

// Closest returns the known name that a misspelt one probably means, or "".
func Closest(name string) string {
	best, bestDistance := "", 1+max(1, len(name)/4)
	for _, k := range known {
		if d := distance(name, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
