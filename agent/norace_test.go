//go:build !race

package agent_test

// raced says that the race detector watches.
const raced = false
