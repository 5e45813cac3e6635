import type { Rule } from "./rule.ts";

export const syntax: Rule = {
  code: "syntax",
  severity: "error",
  docs: {
    what: "A piece of the text is not YAML. The rest of the file is still analysed.",
    why: "Helm refuses the whole file.",
    wrong: "controller:\n\treplicas: 2",
    right: "controller:\n  replicas: 2",
    fix: "A tab that indents is replaced by blanks.",
  },
  check({ analysis, root, templates }) {
    const { start, end } = root.document;
    // Braces of a template are what breaks the line; that they are a template says more.
    const templated = new Set(templates.map((template) => analysis.lines.lineAt(template.start)));
    return analysis.file.problems
      .filter((problem) => problem.offset >= start && problem.offset <= end)
      .filter((problem) => !templated.has(analysis.lines.lineAt(problem.offset)))
      .map((problem) => {
        const finding = {
          start: problem.offset,
          end: problem.offset + problem.length,
          message: problem.message,
        };
        if (!problem.tab) return finding;
        const fixes = () => {
          const tabs = analysis.file.text.slice(finding.start, finding.end);
          const text = tabs.replaceAll("\t", " ".repeat(analysis.style.indent));
          return [
            {
              title: "Replace tabs by blanks",
              edits: [{ start: finding.start, end: finding.end, text }],
              preferred: true,
            },
          ];
        };
        return { ...finding, fixes };
      });
  },
};
