//go:build !race

package trust

// Raced says that the race detector watches, which makes runs several times as slow.
const Raced = false
