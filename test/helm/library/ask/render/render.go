// Package render renders charts, one in a line, each with several values, until its input ends.
package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"sort"
	"strings"
)

// Question is a chart by its files, and what is given to it, each time on its own.
type Question struct {
	Files  map[string]string `json:"files"`
	Values []map[string]any  `json:"values"`
}

// Answer is what Helm renders, all files one after the other, or why it refuses.
type Answer struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// Helm renders a chart with values into texts by the paths of their templates.
type Helm func(files map[string]string, values map[string]any) (map[string]string, error)

// Serve answers every line of the standard input with a line on the standard output.
func Serve(helm Helm) {
	log.SetOutput(io.Discard)
	slog.SetDefault(slog.New(slog.DiscardHandler))
	questions := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	questions.UseNumber()
	answers := bufio.NewWriterSize(os.Stdout, 1<<20)
	encoder := json.NewEncoder(answers)
	for {
		var question Question
		if err := questions.Decode(&question); err == io.EOF {
			break
		} else if err != nil {
			fmt.Fprintln(os.Stderr, "this is not a question:", err)
			os.Exit(1)
		}
		all := []Answer{}
		for _, values := range question.Values {
			all = append(all, answer(helm, question.Files, values))
		}
		if err := encoder.Encode(all); err != nil {
			os.Exit(1)
		}
	}
	if answers.Flush() != nil {
		os.Exit(1)
	}
}

// answer asks Helm. A panic ends Helm, too.
func answer(helm Helm, files map[string]string, values map[string]any) (answer Answer) {
	defer func() {
		if reason := recover(); reason != nil {
			answer = Answer{Error: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	rendered, err := helm(files, values)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	var names []string
	for name := range rendered {
		names = append(names, name)
	}
	sort.Strings(names)
	var text strings.Builder
	for _, name := range names {
		fmt.Fprintf(&text, "--- %s\n%s\n", name, rendered[name])
	}
	return Answer{Text: text.String()}
}
