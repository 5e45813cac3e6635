// The YAML test suite as goccy/go-yaml carries it, with all 402 cases; it is read from the module cache and never built.
module cap-operator-tools/test/helm/library/suite

go 1.26.0

require github.com/goccy/go-yaml v1.19.2
