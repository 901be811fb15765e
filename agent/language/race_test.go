//go:build race

package language_test

// slow allows for the race detector and a loaded machine.
const slow = 40
