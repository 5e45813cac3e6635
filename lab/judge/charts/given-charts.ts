// The charts of a folder. Nothing of them is kept: the page has only the names of keys.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import type { ReadChart } from "../../../server/core/chart/chart.ts";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import type { Values } from "./paths.ts";

/** A chart that is judged. */
export interface GivenChart {
  readonly name: string;
  readonly version: string;
  /** Its files that make objects, with what makes each rendering different taken out. */
  readonly files: Readonly<Record<string, string>>;
  readonly values: Values;
  /** The line that names it at the top of a values file. */
  readonly modeline: string;
  /** The same chart as the engine knows it where its files are available. */
  readonly atHand: ReadChart;
}

/** The charts in a folder, or the one that it is, the oldest first. */
export function chartsIn(folder: string): GivenChart[] {
  const folders = existsSync(path.join(folder, "Chart.yaml"))
    ? [folder]
    : readdirSync(folder).map((name) => path.join(folder, name));
  return folders
    .filter((folder) => existsSync(path.join(folder, "Chart.yaml")))
    .map(readGiven)
    .sort((a, b) => a.version.localeCompare(b.version, undefined, { numeric: true }));
}

function readGiven(folder: string): GivenChart {
  const texts = textsIn(folder).map(
    (file) => [path.relative(folder, file).replaceAll(path.sep, "/"), readFileSync(file, "utf8")] as const,
  );
  const atHand = readChart(new Map(texts), "", folder);
  const objects = texts.filter(([name]) => name !== "templates/NOTES.txt");
  const files = Object.fromEntries(objects.map(([name, text]) => [name, lasting(text)]));
  const { name, version } = atHand;
  const named = name === "cap-operator" ? `version=${version}` : `chart=${name}`;
  const modeline = `# cap-operator: values ${named}\n`;
  return { name, version, files, values: load(files["values.yaml"] ?? "") as Values, modeline, atHand };
}

function textsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (!statSync(file).isDirectory()) return [file];
    return name === "crds" ? [] : textsIn(file);
  });
}

/** A template without what is another thing each time, for a cluster that has all APIs. */
function lasting(text: string): string {
  return text
    .replace(/\.Capabilities\.APIVersions\.Has "[^"]+"/g, "(eq 1 1)")
    .replace(
      /\bgen(?:CA|SignedCert|SelfSignedCert)(?:WithKey)?\b[^{}]*?(?=\s*-?\}\})/g,
      '(dict "Cert" "cert" "Key" "key")',
    )
    .replace(/\bnow \| unixEpoch/g, "1700000000");
}
