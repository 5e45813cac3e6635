// What Helm 3 renders, asked of its own libraries as `helm template` asks them.
package main

import (
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"

	"cap-operator-tools/test/helm/library/ask/render"
)

func main() {
	render.Serve(answer)
}

func answer(files map[string]string, values map[string]any) (map[string]string, error) {
	var packed []*loader.BufferedFile
	for name, text := range files {
		packed = append(packed, &loader.BufferedFile{Name: name, Data: []byte(text)})
	}
	chart, err := loader.LoadFiles(packed)
	if err != nil {
		return nil, err
	}
	if err := chartutil.ProcessDependenciesWithMerge(chart, values); err != nil {
		return nil, err
	}
	release := chartutil.ReleaseOptions{Name: "release", Namespace: "operators", Revision: 1, IsInstall: true}
	top, err := chartutil.ToRenderValues(chart, values, release, nil)
	if err != nil {
		return nil, err
	}
	return engine.Render(chart, top)
}
