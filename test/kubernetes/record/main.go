// Asks the validation of the API server about names, labels, quantities, tolerations, volumes and resources, and
// prints its answers: go run . > ../recorded.json
package main

import (
	"encoding/json"
	"log"
	"os"
	"runtime/debug"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
)

type quantityAnswer struct {
	// The number or text as it stands in the JSON that the API server gets.
	JSON json.RawMessage `json:"json"`
	// The exact amount, or null where the text is refused.
	Value *string `json:"value"`
}

type comparison struct {
	Amount string `json:"amount"`
	// For each amount of the list in its order: whether this one is less (<), equal (=) or greater (>).
	Signs string `json:"signs"`
}

type textAnswer struct {
	Text  string `json:"text"`
	Valid bool   `json:"valid"`
}

type objectAnswer struct {
	Object json.RawMessage `json:"object"`
	// The fields that are refused; empty where all is accepted.
	Errors []string `json:"errors"`
}

type record struct {
	Apimachinery string                    `json:"apimachinery"`
	Kubernetes   string                    `json:"kubernetes"`
	Quantities   []quantityAnswer          `json:"quantities"`
	Comparisons  []comparison              `json:"comparisons"`
	Texts        map[string][]textAnswer   `json:"texts"`
	Objects      map[string][]objectAnswer `json:"objects"`
}

func main() {
	answers := record{
		Apimachinery: versionOf("k8s.io/apimachinery"),
		Kubernetes:   versionOf("k8s.io/kubernetes"),
		Quantities:   quantityAnswers(),
		Comparisons:  comparisons(),
		Texts:        map[string][]textAnswer{},
		Objects:      map[string][]objectAnswer{},
	}
	for kind, isValid := range textQuestions {
		for _, text := range texts[kind] {
			answers.Texts[kind] = append(answers.Texts[kind], textAnswer{text, isValid(text)})
		}
	}
	for kind, validate := range objectQuestions {
		for _, object := range objects[kind] {
			answers.Objects[kind] = append(answers.Objects[kind], objectAnswer{json.RawMessage(object), validate(object)})
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	must(encoder.Encode(answers))
}

var textQuestions = map[string]func(string) bool{
	"label-key":   func(text string) bool { return len(metavalidation.ValidateLabelName(text, field.NewPath("x"))) == 0 },
	"label-value": func(text string) bool { return len(validation.IsValidLabelValue(text)) == 0 },
	"annotation-key": func(text string) bool {
		return len(apivalidation.ValidateAnnotations(map[string]string{text: "x"}, field.NewPath("x"))) == 0
	},
	"annotation-value": func(text string) bool {
		return len(apivalidation.ValidateAnnotations(map[string]string{"a": text}, field.NewPath("x"))) == 0
	},
	"dns-label":      func(text string) bool { return len(validation.IsDNS1123Label(text)) == 0 },
	"dns-subdomain":  func(text string) bool { return len(validation.IsDNS1123Subdomain(text)) == 0 },
	"namespace":      func(text string) bool { return len(corevalidation.ValidateNamespaceName(text, false)) == 0 },
	"priority-class": func(text string) bool { return len(corevalidation.ValidatePriorityClassName(text, false)) == 0 },
	"secret":         func(text string) bool { return len(corevalidation.ValidateSecretName(text, false)) == 0 },
	"volume-name": func(text string) bool {
		_, errs := corevalidation.ValidateVolumes([]core.Volume{{Name: text, VolumeSource: core.VolumeSource{EmptyDir: &core.EmptyDirVolumeSource{}}}},
			nil, field.NewPath("volumes"), corevalidation.PodValidationOptions{})
		return len(errs) == 0
	},
}

var objectQuestions = map[string]func(string) []string{
	"tolerations": func(text string) []string {
		spec := podSpec(`{"tolerations": ` + text + `}`)
		return fields(corevalidation.ValidateTolerations(spec.Tolerations, field.NewPath("tolerations"), corevalidation.PodValidationOptions{}))
	},
	"volumes": func(text string) []string {
		spec := podSpec(text)
		path := field.NewPath("volumes")
		volumes, errs := corevalidation.ValidateVolumes(spec.Volumes, nil, path, corevalidation.PodValidationOptions{})
		container := &spec.Containers[0]
		return fields(append(errs, corevalidation.ValidateVolumeMounts(container.VolumeMounts, nil, volumes, container,
			field.NewPath("volumeMounts"), corevalidation.PodValidationOptions{})...))
	},
	"resources": func(text string) []string {
		spec := podSpec(`{"containers": [{"resources": ` + text + `}]}`)
		return fields(corevalidation.ValidateContainerResourceRequirements(&spec.Containers[0].Resources, sets.New[string](),
			field.NewPath("resources"), corevalidation.PodValidationOptions{}))
	},
}

func podSpec(text string) core.PodSpec {
	var external v1.PodSpec
	must(json.Unmarshal([]byte(text), &external))
	var internal core.PodSpec
	must(corev1.Convert_v1_PodSpec_To_core_PodSpec(&external, &internal, nil))
	return internal
}

func fields(errs field.ErrorList) []string {
	names := []string{}
	for _, err := range errs {
		names = append(names, err.Field)
	}
	return names
}

func quantityAnswers() []quantityAnswer {
	var answers []quantityAnswer
	ask := func(raw []byte) {
		var quantity resource.Quantity
		answer := quantityAnswer{JSON: raw}
		if json.Unmarshal(raw, &quantity) == nil {
			value := quantity.AsDec().String()
			answer.Value = &value
		}
		answers = append(answers, answer)
	}
	for _, text := range quantities {
		raw, err := json.Marshal(text)
		must(err)
		ask(raw)
	}
	for _, number := range quantityNumbers {
		ask([]byte(number))
	}
	return answers
}

func comparisons() []comparison {
	var answers []comparison
	for _, amount := range compared {
		one, signs := resource.MustParse(amount), ""
		for _, other := range compared {
			signs += string("<=>"[one.Cmp(resource.MustParse(other))+1])
		}
		answers = append(answers, comparison{amount, signs})
	}
	return answers
}

func versionOf(module string) string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				if dependency.Replace != nil {
					return dependency.Replace.Version
				}
				return dependency.Version
			}
		}
	}
	log.Fatalf("%s is not among the dependencies", module)
	return ""
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func long(length int) string { return strings.Repeat("a", length) }
