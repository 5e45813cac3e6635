// `node lab/foreign.ts`: what it costs to find out that a long YAML file has no values of the operator in a document of another product, beside reading it.

import { median } from "../bench/figures.ts";
import { embeddedIn } from "../server/core/embedded/find.ts";
import { parseYaml } from "../server/core/yaml/reader/parse.ts";

const LINES = 100_000;

const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: other
spec:
  chart:
    spec:
      chart: other
---
`;

/** Files of others, by what is in them. */
const FILES: Readonly<Record<string, string>> = {
  "no word of a product": `items:\n${"  - name: other\n".repeat(LINES)}`,
  "900 releases of other charts": RELEASE.repeat(900) + "# a comment\n".repeat(LINES - 900 * 9),
};

/** The number of repetitions of each measurement. */
const ROUNDS = 11;

function printForeign(): void {
  console.log(
    `### ${LINES.toLocaleString("en")} lines of others\n\n| file | read | search |\n|---|---:|---:|`,
  );
  for (const [what, text] of Object.entries(FILES)) {
    const read = times(() => parseYaml(text));
    const file = parseYaml(text);
    // The findings in a file are cached, so each round has a separate file.
    const search = times(() => embeddedIn({ ...file }, ["cap-operator", "cap-operator-chart"], "/a.yaml"));
    console.log(`| ${what} | ${median(read).toFixed(1)} | ${median(search).toFixed(1)} |`);
  }
}

function times(work: () => unknown): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

printForeign();
