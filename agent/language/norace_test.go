//go:build !race

package language_test

// slow allows for a loaded machine.
const slow = 4
