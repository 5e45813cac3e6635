// Writes the samples of the documentation: guides and pages of rules have those of the published chart, one page has those of the specification.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { reversed, type Words } from "../server/core/schema/vocabulary.ts";
import { translatedCode } from "./vocabulary.ts";

const published: { readonly words: Words; readonly versions: readonly string[] } = JSON.parse(
  readFileSync(new URL("published-chart.json", import.meta.url), "utf8"),
);
const NEWEST = published.versions.at(-1) ?? "";
const WORDS = published.words;

const IN_PUBLISHED = `# cap-operator: values version=${NEWEST}`;
const IN_SPECIFICATION = "# cap-operator: values chart=cap-operator-chart";

/** A sample that names a version of the published chart: its indentation, and its text after that line. */
const SAMPLE = /^( *)```yaml\n\1# cap-operator: values version=\S+\n(.*?)^\1```\n/gms;

const INTRODUCTION = `# Names in the specification

<!-- Generated from schemas/published-chart.json and the samples of the guides by schemas/samples-docs.ts. -->

The specification has other names than the published chart for some keys and values. Its chart is \`cap-operator-chart\`. You need this page only if your cluster has that chart:
[Values of the chart in the specification](values.md) lists its keys. Helm ignores the names of the other chart without an error.`;

/** A page whose samples are for the newest version of the published chart. */
export function withNewestVersion(page: string): string {
  return page.replace(
    SAMPLE,
    (_all, indent: string, body: string) =>
      `${indent}\`\`\`yaml\n${indent}${IN_PUBLISHED}\n${body}${indent}\`\`\`\n`,
  );
}

/** A page about a rule for values, whose samples in the words of the specification are turned into those of the published chart. */
export function inPublishedWords(page: string): string {
  return page.replace(/^```yaml\n(?!# cap-operator:)(.*?)^```\n/gms, (all, body: string) => {
    const other = translatedCode(body, WORDS);
    return other === body ? all : `\`\`\`yaml\n${IN_PUBLISHED}\n${other}\`\`\`\n`;
  });
}

/** The page with both names of everything that has two, and the samples of the guides, by their paths in `docs/`, that are different for the chart of the specification. */
export function specificationPage(guides: Readonly<Record<string, string>>): string {
  const rows = [...Object.entries(WORDS.keys), ...Object.entries(WORDS.values)].map(
    ([specified, name]) => `| \`${name}\` | \`${specified}\` |`,
  );
  const table = ["| Published chart | Specification |", "|---|---|", ...rows].join("\n");
  const sections = Object.entries(guides).flatMap(([file, page]) => {
    const samples = [...page.matchAll(SAMPLE)].flatMap(([, indent = "", text = ""]) => {
      const body = text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
      const other = translatedCode(body, reversed(WORDS));
      return other === body ? [] : [`\`\`\`yaml\n${IN_SPECIFICATION}\n${other}\`\`\``];
    });
    const [, title = ""] = /^# (.*)$/m.exec(page) ?? [];
    const link = path.posix.relative("reference", file);
    return samples.length === 0
      ? []
      : [`## ${title}`, `The samples of [${title}](${link}), in their order:`, ...samples];
  });
  return `${[INTRODUCTION, table, ...sections].join("\n\n")}\n`;
}

if (import.meta.main) {
  const folder = new URL("../docs/", import.meta.url);
  const guides: Record<string, string> = {};
  for (const name of ["get-started.md", ...globSync("guides/*.md", { cwd: folder }).sort()]) {
    const page = new URL(name, folder);
    const text = withNewestVersion(readFileSync(page, "utf8"));
    guides[name.replaceAll(path.sep, "/")] = text;
    writeFileSync(page, text);
  }
  writeFileSync(new URL("reference/specification.md", folder), specificationPage(guides));
}
