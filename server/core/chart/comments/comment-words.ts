import type { KeyComment } from "../chart.ts";

/*
 * The annotations of helm-docs: https://github.com/norwoodj/helm-docs/blob/v1.14.2/pkg/helm/chart_info.go#L18-L24. It looks for the signs
 * in a line as a whole; here `#` and the blank after it are gone. Unlike there, an option of a program (`--verbose`) is no annotation.
 */
const DESCRIPTION = /^[ \t]*--(?=[ \t(]|$)[ \t]*/;
const TYPE = /^\(([^()]*)\)[ \t]*/;
const DEFAULT = /^[ \t]*@default[ \t]+--[ \t]+(.*)/;

/** Lines for programs, including annotations of other generators. */
const FOR_TOOLS = /^(?:[ \t]*@[A-Za-z]|yaml-language-server:|vim?:|yamllint |prettier-ignore|renovate:)/;
/** A line that only separates. */
const RULE = /^[-=*~_+#][-=*~_+# \t]{2,}$/;

/**
 * Reads the lines of a comment, without their signs. If lines begin with `--`, the description begins at the last of them, as in
 * helm-docs: https://github.com/norwoodj/helm-docs/issues/96.
 */
export function readWords(lines: readonly string[]): KeyComment {
  const begin = lines.findLastIndex((line) => DESCRIPTION.test(line));
  const said: { type?: string; default?: string } = {};
  const text: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, standard] = DEFAULT.exec(line) ?? [];
    if (standard !== undefined) said.default = standard;
    else if (index === begin) {
      const described = line.replace(DESCRIPTION, "");
      const [named = "", type = ""] = TYPE.exec(described) ?? [];
      if (type !== "") said.type = type;
      text.push(described.slice(type === "" ? 0 : named.length));
    } else if (index > begin && !FOR_TOOLS.test(line)) text.push(RULE.test(line) ? "" : line);
  }
  return { text: paragraphs(text), ...said };
}

/** Lines with one blank line where there were several and none at the ends, and without the indentation that all of them have. */
function paragraphs(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    const text = line.trimEnd();
    if (text !== "" || (kept.length > 0 && kept.at(-1) !== "")) kept.push(text);
  }
  if (kept.at(-1) === "") kept.pop();
  let indentation = Number.POSITIVE_INFINITY;
  for (const line of kept) if (line !== "") indentation = Math.min(indentation, line.search(/[^ \t]/));
  return kept.map((line) => line.slice(indentation)).join("\n");
}
