import { readBeside } from "../../../schemas/schema-node.ts";
import { translatedCode } from "../../../schemas/vocabulary.ts";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import type { Words } from "../../../server/core/schema/vocabulary.ts";

const { words } = readBeside<{ readonly words: Words }>("published-chart.json");
/** Values also as people write them by mistake, in lower case. */
const WORDS: Words = {
  keys: words.keys,
  values: {
    ...words.values,
    ...Object.fromEntries(
      Object.entries(words.values).map(([from, to]) => [from.toLowerCase(), to.toLowerCase()]),
    ),
  },
};

/** The published chart that has exactly the keys of the specification. */
export const TWIN: ChartReference = { chart: "cap-operator", version: "0.19.0" };

/** A text with the words of the published charts in place of those of the specification. */
export function inPublishedWords(text: string): string {
  // A cursor inside a word goes to its beginning, so that the word can be found.
  const parts = text.replace(/([\w-]+)\$0(?=[\w-])/g, "$$0$1").split("$0");
  return parts.map((part) => translatedCode(part, WORDS)).join("$0");
}

/** A sentence with those words; names of keys are in quotes there, and outside of them a dash is a dash. */
function sentenceInPublishedWords(sentence: string): string {
  return translatedCode(sentence, { keys: {}, values: WORDS.values }).replace(/"[^"]*"/g, inPublishedWords);
}

/** The same for a text with annotation lines: carets stay below the words that they are about. */
export function annotatedInPublishedWords(annotated: string): string {
  let source = "";
  return annotated
    .split("\n")
    .map((line) => {
      const [, indent, carets, rest] = /^( *)(\^+|~+)( \w+\[[\w-]+\].*)$/s.exec(line) ?? [];
      if (indent === undefined || carets === undefined || rest === undefined) {
        source = line;
        return inPublishedWords(line);
      }
      const start = inPublishedWords(source.slice(0, indent.length)).length;
      const end = inPublishedWords(source.slice(0, indent.length + carets.length)).length;
      return `${" ".repeat(start)}${carets.charAt(0).repeat(end - start)}${sentenceInPublishedWords(rest)}`;
    })
    .join("\n");
}
