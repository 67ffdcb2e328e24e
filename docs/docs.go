// Package docs holds the documentation, for the site that redisvet docs makes of it.
package docs

import "embed"

//go:embed *.md checks/*.md redisvet.schema.json
var files embed.FS

// Files returns the pages in Markdown and what they link to, by their names under docs.
func Files() embed.FS { return files }
