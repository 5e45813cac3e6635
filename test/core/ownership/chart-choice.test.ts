import assert from "node:assert/strict";
import { test } from "node:test";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import { type ChartClues, chosenChart } from "../../../server/core/ownership/chart-choice.ts";
import { type NamedCase, readCases, testCases } from "../support/case-files.ts";
import { analyse, engine, UNDECIDED } from "../support/engine.ts";

const KNOWN = {
  specification: "cap-operator-chart",
  published: "cap-operator",
  versions: ["0.19.0", "0.30.0", "0.34.0"],
  vocabularyOf: () => undefined,
};

/** The clues to a chart, and the chart; or a text alone, and the name of its chart. */
interface ChoiceCase extends NamedCase, Partial<ChartClues> {
  /** The vocabulary, the version and the reason: `published 0.34.0, words`. */
  readonly is?: string;
  /** The clue that names the unknown chart. */
  readonly unusable?: "setting";
  readonly explanation?: string;
  readonly name?: string;
}

const KEYS: Readonly<Record<keyof ChoiceCase, true>> = {
  case: true,
  text: true,
  release: true,
  modeline: true,
  beside: true,
  setting: true,
  words: true,
  is: true,
  unusable: true,
  explanation: true,
  name: true,
};

function checkChoice({ is, unusable, explanation, name, text, words = [], ...clues }: ChoiceCase): void {
  if (text !== undefined) {
    assert.equal(engine.chartOf(analyse(text, "values", UNDECIDED))?.name, name);
    return;
  }
  const chosen = chosenChart({ words, ...clues }, KNOWN);
  if (is !== undefined) {
    const { vocabulary, version, reason } = chosen;
    assert.equal(`${vocabulary}${version && ` ${version}`}, ${reason}`, is);
  }
  if (unusable)
    assert.deepEqual(chosen.doubt, {
      kind: "unusable",
      severity: "error",
      by: unusable,
      message: `${clues[unusable]?.chart} is not a known chart. Specify cap-operator, or the folder or archive of a chart.`,
    });
  if (explanation !== undefined) assert.equal(chosen.explanation, explanation);
}

testCases(readCases<ChoiceCase>("test/core/ownership/chart-choices.yaml", KEYS), checkChoice);

test("a name of a million slashes says nothing", () => {
  const chart = `${"/".repeat(1_000_000)}a`;
  checkChoice({ beside: { chart }, is: "undecided 0.34.0, nothing" });
});

test("a local chart that nobody should install says so", () => {
  const text = "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\ndeprecated: true\ntype: library\n";
  const atHand = readChart(new Map([["Chart.yaml", text]]), "", "digest");
  const { explanation } = chosenChart(
    { words: [], modeline: { atHand } },
    { ...KNOWN, vocabularyOf: () => "published" },
  );
  assert.equal(
    explanation,
    "The comment at the top of this file names the chart cap-operator 7.1.0. Its files are read. Its Chart.yaml marks it as deprecated. It is a library chart, which Helm does not install.",
  );
});
