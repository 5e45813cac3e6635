// Package ask answers questions about values, one in a line, until its input ends.
package ask

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"strconv"
	"strings"
)

// Question is a chart, and what is given to it on the command line.
type Question struct {
	Chart Chart    `json:"chart"`
	Files []string `json:"files"`
	Sets  []Set    `json:"sets"`
}

// Chart is a chart as it is packed: its own name, its values.yaml, and the charts in its folder charts.
type Chart struct {
	Name         string       `json:"name"`
	Values       string       `json:"values"`
	Dependencies []Dependency `json:"dependencies"`
}

// Dependency is a chart inside another, with what the Chart.yaml of the outer one says of it.
type Dependency struct {
	Chart     Chart    `json:"chart"`
	Alias     string   `json:"alias"`
	Condition string   `json:"condition"`
	Tags      []string `json:"tags"`
}

// Set is one entry of the command line: the name of its flag without dashes, and its text.
type Set struct {
	Flag string `json:"flag"`
	Text string `json:"text"`
}

// Answer is what Helm says: the values as `toJson .Values` prints them, or why it refuses.
type Answer struct {
	Values *string `json:"values,omitempty"`
	Error  string  `json:"error,omitempty"`
}

// Helm puts together what a question asks for; the texts of its values files are at the addresses Address gives.
type Helm func(question Question) (values any, err error)

const scheme = "question"

// Schemes are those of the addresses that Address gives.
var Schemes = []string{scheme}

// Address is where the values file with this index is said to be.
func Address(index int) string {
	return fmt.Sprintf("%s:%d", scheme, index)
}

// Read gives the text at an address of a question.
func Read(question Question, address string) (*bytes.Buffer, error) {
	index, err := strconv.Atoi(strings.TrimPrefix(address, scheme+":"))
	if err != nil || index < 0 || index >= len(question.Files) {
		return nil, fmt.Errorf("%s is not a file of this question", address)
	}
	return bytes.NewBufferString(question.Files[index]), nil
}

// Texts are those of one flag, in their order.
func (question Question) Texts(flag string) []string {
	var texts []string
	for _, set := range question.Sets {
		if set.Flag == flag {
			texts = append(texts, set.Text)
		}
	}
	return texts
}

// File is a file of a chart, with its path in the chart.
type File struct {
	Name string
	Data []byte
}

// FilesOf gives a chart as the loader of Helm reads it from a folder.
func FilesOf(chart Chart) []File {
	type listed struct {
		Name      string   `json:"name"`
		Version   string   `json:"version"`
		Alias     string   `json:"alias,omitempty"`
		Condition string   `json:"condition,omitempty"`
		Tags      []string `json:"tags,omitempty"`
	}
	metadata := struct {
		APIVersion   string   `json:"apiVersion"`
		Name         string   `json:"name"`
		Version      string   `json:"version"`
		Dependencies []listed `json:"dependencies,omitempty"`
	}{APIVersion: "v2", Name: chart.Name, Version: "1.0.0"}
	var below []File
	packed := map[string]bool{}
	for _, dependency := range chart.Dependencies {
		name := dependency.Chart.Name
		metadata.Dependencies = append(metadata.Dependencies, listed{
			Name: name, Version: "1.0.0", Alias: dependency.Alias, Condition: dependency.Condition, Tags: dependency.Tags,
		})
		if packed[name] {
			continue
		}
		packed[name] = true
		for _, file := range FilesOf(dependency.Chart) {
			below = append(below, File{Name: "charts/" + name + "/" + file.Name, Data: file.Data})
		}
	}
	heading, err := json.Marshal(metadata)
	if err != nil {
		panic(err)
	}
	// From a folder the loader takes a byte order mark away.
	values := bytes.TrimPrefix([]byte(chart.Values), []byte("\ufeff"))
	own := []File{{Name: "Chart.yaml", Data: heading}, {Name: "values.yaml", Data: values}}
	return append(own, below...)
}

// Serve answers every line of the standard input with a line on the standard output.
func Serve(helm Helm) {
	log.SetOutput(io.Discard)
	slog.SetDefault(slog.New(slog.DiscardHandler))
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	answers := bufio.NewWriterSize(os.Stdout, 1<<20)
	encoder := json.NewEncoder(answers)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			break
		}
		var question Question
		if err := json.Unmarshal(line, &question); err != nil {
			fmt.Fprintln(os.Stderr, "this line is not a question:", err)
			os.Exit(1)
		}
		if err := encoder.Encode(answer(helm, question)); err != nil {
			os.Exit(1)
		}
	}
	if answers.Flush() != nil {
		os.Exit(1)
	}
}

// answer asks Helm. A panic ends Helm, too.
func answer(helm Helm, question Question) (answer Answer) {
	defer func() {
		if reason := recover(); reason != nil {
			answer = Answer{Error: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	values, err := helm(question)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	text, err := json.Marshal(values)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	printed := string(text)
	return Answer{Values: &printed}
}
