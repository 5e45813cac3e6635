import { readFileSync } from "node:fs";
import { load } from "js-yaml";

/** A document with a place for values, as `rows.yaml` has them. */
export interface Row {
  readonly row: string;
  readonly path?: string;
  readonly place: string;
  readonly text: string;
}

export const ROWS = load(readFileSync(new URL("rows.yaml", import.meta.url), "utf8")) as readonly Row[];

/** Right values, in lines. */
export const RIGHT = [
  "subscriptionServer:",
  "  domain: cop.eu10.corp.internal",
  "  dnsTarget: ingress.eu10.corp.internal",
  "controller:",
  "  podLabels:",
  '    canary: "1"',
  "  replicas: 2",
];

/** A document with values in it. */
export function valuesIn({ text }: Row, values: readonly string[], chart = "cap-operator"): string {
  const line = text.split("\n").find((candidate) => candidate.includes("VALUES")) ?? "";
  const indentation = " ".repeat(line.indexOf("VALUES"));
  return text.replaceAll("CHART", chart).replace("VALUES", () => values.join(`\n${indentation}`));
}
