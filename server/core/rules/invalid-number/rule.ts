import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

const COUNT = /^\+?0*[1-9]\d*$/;
const AMOUNT = /^\+?(\d+(\.\d*)?|\.\d+)$/;

export const rule: Rule = {
  code: "invalid-number",
  severity: "error",
  docs: {
    what: "A text that the operator reads as a number, but that is not a valid number or is not above zero.",
    why: "The chart passes the text on to the operator, which reads it when it starts. It ignores what is not a valid number.",
  },
  check(context) {
    return [
      ...findings(
        context,
        "count",
        (text) => COUNT.test(text),
        (name, text) => l10n.t("{0} must be a whole number above zero, not {1}.", name, text),
      ),
      ...findings(
        context,
        "amount",
        (text) => AMOUNT.test(text) && Number(text) > 0,
        (name, text) => l10n.t("{0} must be a number above zero, not {1}.", name, text),
      ),
    ];
  },
};

function findings(
  context: Parameters<Rule["check"]>[0],
  meaning: "count" | "amount",
  isRight: (text: string) => boolean,
  sentence: (name: string, text: string) => string,
): Finding[] {
  return textsMeaning(context, meaning)
    .filter(({ text }) => !isRight(text))
    .map(({ place, node, text }) => ({
      ...rangeOf(node),
      message: sentence(placeName(place), shown(text)),
    }));
}
