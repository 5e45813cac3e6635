import { Position, Range } from "vscode";
import type { Span } from "../ports.ts";

/** The editor's range for a span of a document. */
export function rangeOf({ start, end }: Span): Range {
  return new Range(new Position(start.line, start.character), new Position(end.line, end.character));
}
