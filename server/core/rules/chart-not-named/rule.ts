import * as l10n from "@vscode/l10n";
import type { DecidingWord } from "../../semantics/charts-in-use.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { modelineNaming } from "../../yaml/modeline.ts";
import type { Edit, Fix, Rule } from "../engine/rule.ts";

export const rule: Rule = {
  code: "chart-not-named",
  severity: "information",
  onAnyLine: true,
  docs: {
    what: "A key or value that only one of the operator's charts has, in a file for which nothing names the chart. It is a warning where the file has words of both charts.",
    why: "The charts have different names for the same keys and values, and Helm ignores those of another chart without an error. A comment at the top of the file names the chart.",
    fix: "Names the chart at the top of the file, or changes all words to those of the other chart and names that one.",
  },
  check({ analysis: { file, lines }, document }) {
    const [first, ...others] = document.decidingWords;
    if (first === undefined) return [];
    const second = others.find(({ vocabulary }) => vocabulary !== first.vocabulary);
    if (second) {
      const rest = others.filter((word) => word !== second);
      return [
        {
          ...rangeOfWord(second),
          severity: "warning",
          message: mixedText(first, second, lines.lineAt(rangeOfWord(first).start)),
          related: [{ ...rangeOfWord(first), message: messageOf(first) }],
          fixes: () => [
            ...translating(file.text, [second, first, ...rest]),
            ...translating(file.text, [first, second, ...rest]),
          ],
        },
      ];
    }
    return [
      {
        ...rangeOfWord(first),
        message: messageOf(first),
        fixes: () => [naming(file.text, first.chart), ...translating(file.text, [first, ...others])],
      },
    ];
  },
};

function rangeOfWord({ is, property }: DecidingWord) {
  return rangeOf(is === "key" ? property.keyNode : property.valueNode);
}

/** The sentence about a file with words of both charts: whichever is installed, Helm ignores some of them. */
function mixedText(first: DecidingWord, second: DecidingWord, line: number): string {
  return l10n.t(
    '"{0}" is for the chart {1}, but "{2}" on line {3} is for {4}. Use the words of one chart.',
    second.word,
    second.chart,
    first.word,
    line + 1,
    first.chart,
  );
}

function messageOf({ word, chart, other }: DecidingWord): string {
  return other.word === undefined
    ? l10n.t('"{0}" is only in the chart {1}. No chart is named for this file.', word, chart)
    : l10n.t(
        '"{0}" is for the chart {1}; {2} calls it "{3}". No chart is named for this file.',
        word,
        chart,
        other.chart,
        other.word,
      );
}

function naming(text: string, chart: string): Fix {
  return { title: l10n.t("Name the chart {0} at the top", chart), edits: [modelineNaming(text, chart)] };
}

/** All words of the file that are not those of the other chart, in one step with its name; a file that has words of both gets one. */
function translating(text: string, words: readonly [DecidingWord, ...DecidingWord[]]): Fix[] {
  const [{ other, vocabulary }] = words;
  if (other.word === undefined) return [];
  const edits = words
    .filter((word) => word.vocabulary === vocabulary)
    .flatMap((word): Edit[] => {
      const { start, end } = rangeOfWord(word);
      return word.other.word === undefined
        ? []
        : [{ start, end, text: text.slice(start, end).replace(word.word, () => word.other.word ?? "") }];
    });
  const title = l10n.t('Change to "{0}" and name the chart {1}', other.word, other.chart);
  return [{ title, edits: [modelineNaming(text, other.chart), ...edits] }];
}
