import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildPublished, buildSchemas } from "../schemas/build.ts";
import { readChart } from "../server/core/chart/read-chart.ts";
import { docsIn } from "../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../server/core/schema/knowledge.ts";
import { readChartFolder } from "../server/workspace/chart-folder.ts";
import { diskTree } from "../server/workspace/disk-tree.ts";
import { type Contender, inRepository, temporaryFolder } from "./contenders.ts";
import { Editor } from "./editor.ts";
import { digits, median, row, timesText } from "./figures.ts";
import { verdict } from "./targets.ts";
import { plainFile } from "./values-files.ts";

/** How much more a file may take beside a chart of so many files, in milliseconds. */
const [FILES, ALLOWED] = [200, 30];
const VERSIONS = 40;

/** Prints what a chart at hand costs: to open a file beside it, and to know many of them at the same time. */
export async function printCharts(contender: Contender, starts: number): Promise<void> {
  const folder = temporaryFolder();
  const [alone, beside] = ["alone", "beside"].map((name) => path.join(folder, name));
  if (alone === undefined || beside === undefined) return;
  mkdirSync(alone);
  largeChart(beside);
  console.log("### A chart in the workspace\n");
  console.log(row("file", "alone", `with a chart of ${FILES} files`, "difference"));
  console.log("|---|---:|---:|---:|");
  for (const lines of [60, 2000]) {
    const { text, name } = plainFile(lines);
    const times: Record<"alone" | "beside", number[]> = { alone: [], beside: [] };
    // In turn, so that both are measured under the same conditions of the machine; the first start fills Node's cache.
    for (let start = -1; start < starts; start++) {
      const one = await opened(contender, alone, text);
      const other = await opened(contender, beside, text);
      if (start < 0) continue;
      times.alone.push(one);
      times.beside.push(other);
    }
    const more = median(times.beside) - median(times.alone);
    const said = verdict(`${ALLOWED} ms`, more, ALLOWED, `${digits(more)} ms`);
    console.log(row(name, timesText(times.alone), timesText(times.beside), said));
  }
  await printMany(beside);
}

async function opened(contender: Contender, folder: string, text: string): Promise<number> {
  const editor = await Editor.start(contender);
  try {
    return await editor.open(pathToFileURL(path.join(folder, "values-production.yaml")).href, text);
  } finally {
    await editor.end();
  }
}

/** The example chart with as many templates more as make the number of files. */
function largeChart(folder: string): void {
  cpSync(inRepository("examples/chart"), folder, { recursive: true });
  const template = (index: number) => `{{- with .Values.controller }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ $.Release.Name }}-${index}
data:
  replicas: {{ .replicas | quote }}
  memory: {{ .resources.limits.memory | default "1Gi" | quote }}
{{- end }}
`;
  for (let index = 22; index < FILES; index++) {
    writeFileSync(path.join(folder, `templates/more-${index}.yaml`), template(index));
  }
}

/** Reads many versions of a chart, and keeps all of them. */
async function printMany(folder: string): Promise<void> {
  const schemas = await buildSchemas();
  const knowledge = new Knowledge({ schemas, published: buildPublished(schemas) }, docsIn(""));
  const found = await readChartFolder(diskTree(), folder);
  if (found.texts === undefined) throw new Error(found.problem);
  const texts = found.texts;
  const [reading, making]: [number[], number[]] = [[], []];
  const before = process.memoryUsage().rss;
  for (let version = 0; version < VERSIONS; version++) {
    const own = new Map([
      ...texts,
      ["Chart.yaml", `apiVersion: v2\nname: cap-operator\nversion: 1.${version}.0\n`],
    ]);
    const start = performance.now();
    const chart = readChart(own, `file:///${version}`, `digest-${version}`);
    const read = performance.now();
    const made = knowledge.schemasOf({ vocabulary: "specification", version: "", atHand: chart });
    made.model("values").at(["controller", "replicas"]);
    reading.push(read - start);
    making.push(performance.now() - read);
  }
  const more = (process.memoryUsage().rss - before) / 1024 / 1024;
  console.log(
    `\n${VERSIONS} versions of that chart at the same time: reading all ${FILES} files of one takes ${digits(median(reading))} ms, its schema ${digits(median(making))} ms, and all together ${more.toFixed(0)} MB.\n`,
  );
}
