import * as l10n from "@vscode/l10n";
import { accepts, childOf } from "../../schema/model.ts";
import type { Fault } from "../../yaml/fault.ts";
import type { Fix, RuleContext } from "../engine/rule.ts";
import { schemaAround } from "./slip-fixes.ts";

/** The key or the dashes before a value that is on one line with them. */
const HEAD = /^[ \t]*(?:- +)*(?:([\w./-]+):[ \t]+)?/;

/** Puts the value of a line in quotes, if that is what its fault asks for. Preferred where the chart takes text, and in lists. */
export function quoteLineFixes(context: RuleContext, line: number, fault: Fault): Fix[] {
  if (!asksForQuotes(fault)) return [];
  const { lines } = context.analysis;
  const text = lines.text(line);
  const [head = "", key] = HEAD.exec(text) ?? [];
  const comment = text.indexOf(" #", head.length);
  const value = text.slice(head.length, comment < 0 ? undefined : comment).trimEnd();
  const goesOn = line + 1 < lines.count && lines.indentation(line + 1) > lines.indentation(line);
  if (head.trim() === "" || /^(?:$|["'[{&*!|>])/.test(value) || goesOn) return [];
  const start = lines.start(line) + head.length;
  const quoted = JSON.stringify(value);
  const around =
    key === undefined ? undefined : schemaAround(context, lines.start(line) + head.lastIndexOf(key));
  const schema = around && key !== undefined ? childOf(around, key) : undefined;
  const edits = [{ start, end: start + value.length, text: quoted }];
  const preferred = key === undefined || (schema !== undefined && accepts(schema, "string"));
  return [{ title: l10n.t("Quote: {0}", quoted), edits, preferred }];
}

/** True for a fault whose sentence demands quotes around the value. */
function asksForQuotes(fault: Fault): boolean {
  if (fault.code === "helm-stop") return fault.reason === "first-character";
  return (
    fault.code === "line-break-character" ||
    fault.code === "colon-in-value" ||
    fault.code === "question-mark" ||
    fault.code === "value-start"
  );
}
