// What Helm 4 renders, asked of its own libraries as `helm template` asks them.
package main

import (
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"

	"cap-operator-tools/test/helm/library/ask/render"
)

func main() {
	render.Serve(answer)
}

func answer(files map[string]string, values map[string]any) (map[string]string, error) {
	var packed []*archive.BufferedFile
	for name, text := range files {
		packed = append(packed, &archive.BufferedFile{Name: name, Data: []byte(text)})
	}
	chart, err := loader.LoadFiles(packed)
	if err != nil {
		return nil, err
	}
	if err := chartutil.ProcessDependencies(chart, values); err != nil {
		return nil, err
	}
	release := common.ReleaseOptions{Name: "release", Namespace: "operators", Revision: 1, IsInstall: true}
	top, err := util.ToRenderValues(chart, values, release, nil)
	if err != nil {
		return nil, err
	}
	return engine.Render(chart, top)
}
