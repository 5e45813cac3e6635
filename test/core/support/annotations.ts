import { ANNOTATION } from "../../../schemas/rule-examples.ts";

/** An expected finding: an annotation line below the text that it is about. */
export interface Annotation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** True if the text is faded because it has no effect. */
  readonly faded: boolean;
  /** As in `error[unknown-key]`. */
  readonly head: string;
  readonly message: string;
}

/**
 * A text without its annotation lines, and what they say. Such a line is below the line that it is about: carets under the range, or
 * tildes if the text is faded, then `severity[code]`, then the beginning of the message, or nothing.
 */
export function readAnnotated(annotated: string): { text: string; annotations: Annotation[] } {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  for (const line of annotated.split("\n")) {
    const [, indent, marks, head, message = ""] = ANNOTATION.exec(line.replace(/\r$/, "")) ?? [];
    if (indent === undefined || marks === undefined || head === undefined) lines.push(line);
    else {
      const [start, end] = [indent.length, indent.length + marks.length];
      annotations.push({ line: lines.length - 1, start, end, faded: marks.startsWith("~"), head, message });
    }
  }
  return { text: lines.join("\n"), annotations };
}

/** A text with its annotation lines. */
export function annotate(text: string, annotations: readonly Annotation[]): string {
  return text
    .split("\n")
    .flatMap((line, index) => [
      line,
      ...annotations
        .filter((one) => one.line === index)
        .map(({ start, end, faded, head, message }) =>
          `${" ".repeat(start)}${(faded ? "~" : "^").repeat(end - start)} ${head} ${message}`.trimEnd(),
        ),
    ])
    .join("\n");
}
