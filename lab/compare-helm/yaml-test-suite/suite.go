// Package suite only names the module that carries the YAML test suite.
package suite

import _ "github.com/goccy/go-yaml"
