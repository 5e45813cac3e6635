// What Helm 3 makes of values, asked of its own libraries as `helm template` asks them.
package main

import (
	"bytes"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/cli/values"
	"helm.sh/helm/v3/pkg/getter"

	"cap-operator-tools/test/helm/library/ask"
)

type files ask.Question

func (given files) Get(address string, _ ...getter.Option) (*bytes.Buffer, error) {
	return ask.Read(ask.Question(given), address)
}

func main() {
	ask.Serve(answer)
}

func answer(question ask.Question) (any, error) {
	options := values.Options{
		JSONValues:    question.Texts("set-json"),
		Values:        question.Texts("set"),
		StringValues:  question.Texts("set-string"),
		LiteralValues: question.Texts("set-literal"),
	}
	for index := range question.Files {
		options.ValueFiles = append(options.ValueFiles, ask.Address(index))
	}
	given, err := options.MergeValues(getter.Providers{{
		Schemes: ask.Schemes,
		New:     func(...getter.Option) (getter.Getter, error) { return files(question), nil },
	}})
	if err != nil {
		return nil, err
	}
	var packed []*loader.BufferedFile
	for _, file := range ask.FilesOf(question.Chart) {
		packed = append(packed, &loader.BufferedFile{Name: file.Name, Data: file.Data})
	}
	chart, err := loader.LoadFiles(packed)
	if err != nil {
		return nil, err
	}
	if err := chartutil.ProcessDependenciesWithMerge(chart, given); err != nil {
		return nil, err
	}
	top, err := chartutil.ToRenderValues(chart, given, chartutil.ReleaseOptions{}, nil)
	if err != nil {
		return nil, err
	}
	return top["Values"], nil
}
