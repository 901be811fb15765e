// Package extending holds the code of docs/extending.md, so that it is compiled and run.
package extending
