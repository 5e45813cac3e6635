import { readFileSync } from "node:fs";
import { dump } from "js-yaml";
import type { Chart, ChartKey } from "../../../server/core/chart/chart.ts";
import type { SchemaModel } from "../../../server/core/schema/model.ts";

/** Stands for the one default that is too long to be in the facts: a certificate made here. */
const CA_CERTIFICATE: string = readFileSync(new URL("ca.pem", import.meta.url), "utf8");

/** The values file of a chart: its declared keys with their defaults, each with the description of the schema as a comment for helm-docs. */
export function publishedValues(chart: Chart, model: SchemaModel): string {
  return [...declared(chart.keys)].map(([name, key]) => entry([name], key, model)).join("\n");
}

/** The keys that the values file of the chart has; the others only its templates name. */
function declared(keys: ReadonlyMap<string, ChartKey>): [string, ChartKey][] {
  return [...keys]
    .filter(([name, key]) => "default" in key || key.keys || name === CERTIFICATE)
    .filter(([, key]) => !key.keys || declared(key.keys).length > 0);
}

const CERTIFICATE = "additionalCACertificate";

function entry(path: readonly string[], key: ChartKey, model: SchemaModel): string {
  const name = path.at(-1) ?? "";
  const node = model.at(path);
  const about = node?.description === undefined ? [] : comment(node.description);
  if (key.keys) {
    const below = declared(key.keys).map(([child, childKey]) => entry([...path, child], childKey, model));
    return [...about, `${name}:`, indented(below.join(""))].join("\n");
  }
  if (name === CERTIFICATE) {
    const isDefault = `# @default -- ${node?.annotations.chartDefault}`;
    return `${[...about, isDefault].join("\n")}\n${dump({ [name]: CA_CERTIFICATE })}`;
  }
  return `${about.map((line) => `${line}\n`).join("")}${dump({ [name]: key.default })}`;
}

/** A comment as helm-docs reads it. */
function comment(description: string): string[] {
  return description.split("\n").map((line, index) => `${index === 0 ? "# -- " : "# "}${line}`.trimEnd());
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
