// Package editors tests redisvet inside of gopls: redisvet gopls build makes one, and an LSP client works with it. The client, and the
// test of redisvet lsp, which needs no long build, are in the module above.
package editors
