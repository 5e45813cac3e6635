// Writes the samples of the documentation in the words of both charts, from one source: the published chart's in guides, the specification's in rules.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { reversed, type Words } from "../server/core/schema/vocabulary.ts";
import { translatedCode } from "./vocabulary.ts";

const published: { readonly words: Words; readonly versions: readonly string[] } = JSON.parse(
  readFileSync(new URL("published-chart.json", import.meta.url), "utf8"),
);
const SPECIFICATION = "cap-operator-chart";
const NEWEST = published.versions.at(-1) ?? "";
const WORDS = published.words;

const IN_PUBLISHED = `# cap-operator: values version=${NEWEST}`;
const IN_SPECIFICATION = `# cap-operator: values chart=${SPECIFICATION}`;

/** What introduces a sample in the words of the specification. Between it and the end of the sample, everything is generated. */
const INTRODUCTION = `The same for \`${SPECIFICATION}\`, the chart in the specification:`;

/** A sample that names the published chart, with what was generated after it. */
const SAMPLE =
  /^( *)```yaml\n\1# cap-operator: values version=\S+\n(.*?)^\1```\n(?:\n\1The same for `[^`]+`, the chart in the specification:\n\n\1```yaml\n.*?^\1```\n)?/gms;

/** A page whose samples are for the newest published chart, each followed by the same for the specification where the words differ. */
export function withBothWords(page: string): string {
  return page.replace(SAMPLE, (_all, indent: string, body: string) => {
    const other = translatedCode(body, reversed(WORDS));
    const fence = (first: string, text: string) =>
      `${indent}\`\`\`yaml\n${indent}${first}\n${text}${indent}\`\`\`\n`;
    const own = fence(IN_PUBLISHED, body);
    return other === body ? own : `${own}\n${indent}${INTRODUCTION}\n\n${fence(IN_SPECIFICATION, other)}`;
  });
}

/** A page about a rule for values: samples in the words of the specification come after the same for the published chart. */
export function withPublishedFirst(page: string): string {
  return page.replace(/^```yaml\n(?!# cap-operator:)(.*?)^```\n/gms, (all, body: string) => {
    const other = translatedCode(body, WORDS);
    return other === body ? all : withBothWords(`\`\`\`yaml\n${IN_PUBLISHED}\n${other}\`\`\`\n`);
  });
}

if (import.meta.main) {
  const folder = new URL("../docs/", import.meta.url);
  for (const name of ["get-started.md", ...globSync("guides/*.md", { cwd: folder })]) {
    const page = new URL(name, folder);
    writeFileSync(page, withBothWords(readFileSync(page, "utf8")));
  }
}
