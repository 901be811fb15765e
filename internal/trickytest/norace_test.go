//go:build !race

package trickytest_test

// raced says that the race detector watches.
const raced = false
