//go:build tools

// Package tools names the program that this module is for: the checker of JSON Schema that the benchmark runs.
package tools

import _ "github.com/santhosh-tekuri/jsonschema/cmd/jv"
