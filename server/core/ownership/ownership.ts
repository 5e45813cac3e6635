import { findModeline } from "../yaml/modeline.ts";
import type { YamlDocument, YamlFile } from "../yaml/tree.ts";
import { countKeys, decidingKey, isMostlyForeign, topMapping } from "./chart-keys.ts";
import {
  claim,
  isManifest,
  isOperatorResource,
  notOurs,
  OPERATOR_KIND,
  type Ownership,
  ours,
  rootsOf,
} from "./claims.ts";
import {
  CHARTS_OWN_VALUES,
  type ChartEvidence,
  fileName,
  type OwnershipEvidence,
  VALUES_NAME,
} from "./evidence.ts";
import { matchingGlob } from "./glob.ts";
import { isOperatorChart } from "./operator-chart.ts";
import { claimValues, ofUmbrella } from "./umbrella-values.ts";
import { wellKnownFile } from "./well-known-files.ts";

const TEMPLATE_CONTROL = /^\s*\{\{-?\s*(if|else|end|range|with|define|block)\b/m;

/** Decides which documents of a file are ours, and how sure that is. The first evidence in the order below settles it. */
export function ownership(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const modeline = findModeline(file.text);
  if (modeline?.meaning === "off") {
    return notOurs("modeline-off", "The comment `# cap-operator: off` at the top switches this file off.");
  }
  if (modeline && modeline.meaning !== "unknown") {
    const kind = modeline.meaning;
    const what = kind === "values" ? "a values file" : "an operator resource";
    const said = `The comment \`# cap-operator: ${kind}\` at the top marks this file as ${what}.`;
    if (kind === "operator") return readable(file, claim(file, kind, "modeline", said));
    return readable(file, claimValues(file, evidence, "modeline", said));
  }
  const decided = readable(
    file,
    excluded(evidence) ??
      neverOurs(file, evidence) ??
      claimed(file, evidence) ??
      byContent(file, evidence) ??
      whileChanged(file, evidence) ??
      byFileName(file, evidence),
  );
  if (!modeline) return decided;
  const complaint = `The comment \`# cap-operator: ${modeline.word}\` is not recognised: write values, operator or off.`;
  return { ...decided, reason: "modeline-unknown", explanation: `${complaint} ${decided.explanation}` };
}

function excluded(evidence: OwnershipEvidence): Ownership | undefined {
  const glob = matchingGlob(evidence.excludeFiles, evidence);
  if (glob === undefined) return undefined;
  return notOurs("setting-excluded", `The setting capOperator.excludeFiles excludes this file (${glob}).`);
}

function neverOurs(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart, path } = evidence;
  const hasBraces = file.text.includes("{{");
  if (chart?.path.startsWith("templates/") || (hasBraces && path.includes("/templates/"))) {
    return notOurs("chart-template", "This file is a template of a chart, not a values file.");
  }
  if (hasBraces && TEMPLATE_CONTROL.test(file.text)) {
    return notOurs("chart-template", "This file contains template actions, so it is not plain YAML.");
  }
  if (chart && !isOurs(chart, evidence) && !evidence.umbrella && CHARTS_OWN_VALUES.test(chart.path)) {
    return notOurs("other-chart", `These are the values of another chart${named(chart)}.`);
  }
  const tool = wellKnownFile(evidence);
  if (tool === undefined) return undefined;
  return notOurs("well-known-file", `By its name and location, this file is ${tool}.`);
}

function claimed(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart } = evidence;
  const glob = matchingGlob(evidence.files, evidence);
  if (glob !== undefined) {
    const said = `The setting capOperator.files includes this file (${glob}).`;
    return claimValues(file, evidence, "setting", said);
  }
  if (evidence.release !== undefined) {
    const said = `The setting capOperator.releases lists this file in the values of release ${evidence.release}.`;
    return claimValues(file, evidence, "release", said);
  }
  if (chart && isOurs(chart, evidence) && VALUES_NAME.test(fileName(evidence))) {
    return claim(file, "values", "operator-chart", `This is a values file of the chart ${chart.name}.`);
  }
  return ofUmbrella(file, evidence);
}

function byContent(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const decided = new Map<YamlDocument, string | undefined>();
  for (const document of file.documents) {
    if (isOperatorResource(document)) decided.set(document, undefined);
    else {
      const key = valuesKey(document, evidence);
      if (key !== undefined) decided.set(document, key);
    }
  }
  const [first] = decided;
  if (first === undefined) return undefined;
  const roots = rootsOf(file, (document) => {
    if (!decided.has(document)) return undefined;
    return decided.get(document) === undefined ? "operator" : "values";
  });
  const [, key] = first;
  return key === undefined
    ? ours(roots, "operator-resource", `This file contains a resource of kind ${OPERATOR_KIND}.`)
    : ours(roots, "content", `This file sets ${key}, which only the operator's chart has.`);
}

/** The key that makes it certain that a document holds values of our chart. */
function valuesKey(document: YamlDocument, { keys }: OwnershipEvidence): string | undefined {
  const root = topMapping(document);
  return typeof root === "string" || isManifest(document) ? undefined : decidingKey(root, keys);
}

/**
 * The documents of a file that was ours because of a key that it no longer has, while one of its keys is being changed. That may
 * be the same key, so nothing is taken away between two letters.
 */
function whileChanged(file: YamlFile, { keys, was }: OwnershipEvidence): Ownership | undefined {
  if (was?.reason !== "content") return undefined;
  const roots = rootsOf(file, (document) => {
    const root = topMapping(document);
    if (typeof root === "string" || isManifest(document)) return undefined;
    const count = countKeys(root, keys);
    // A key without its colon is a syntax problem.
    const isChanging = file.problems.length > 0 || count.unknown.length > 0;
    return isChanging && !isMostlyForeign(count) ? "values" : undefined;
  });
  const said = "This file had keys that only the operator's chart has, and one of its keys is being changed.";
  return roots.length === 0 ? undefined : ours(roots, "content", said);
}

/** What a file is likely to be by its name, unless its place or its content speaks against it. */
function byFileName(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const name = fileName(evidence);
  if (!VALUES_NAME.test(name)) {
    return notOurs("no-evidence", "Nothing in this file's name, location or content indicates CAP Operator.");
  }
  if (evidence.chart && !isOurs(evidence.chart, evidence)) {
    const { chart } = evidence;
    return notOurs("other-chart", `This file is in the folder of another chart${named(chart)}.`);
  }
  const objections = new Map(file.documents.map((document) => [document, objection(document, evidence)]));
  const filled = file.documents.filter((document) => topMapping(document) !== "nothing");
  const said = filled.map((document) => objections.get(document));
  const foreign = said.find((complaint) => complaint !== undefined);
  if (foreign !== undefined && said.every((complaint) => complaint !== undefined)) {
    return notOurs("foreign-keys", `The file is named like a values file, but ${foreign}.`);
  }
  const roots = rootsOf(file, (document) => (objections.get(document) === undefined ? "values" : undefined));
  const why =
    filled.length === 0
      ? "is still empty"
      : "has keys of the operator's chart, but only keys that other charts have as well";
  const meaning = "So it is likely, not certain, that it is for CAP Operator.";
  return {
    ...ours(roots, "file-name", `The file is named like a values file (${name}) and ${why}. ${meaning}`),
    strength: "likely",
  };
}

/** What speaks against a document in a file that is named like a values file. */
function objection(document: YamlDocument, { keys, was }: OwnershipEvidence): string | undefined {
  const root = topMapping(document);
  if (root === "nothing") return undefined;
  if (root === "something-else") return "its top level is not a mapping";
  const count = countKeys(root, keys);
  const isTolerated = was !== undefined && count.known > 0 && !isMostlyForeign(count);
  if (count.unknown.length === 0 || isTolerated) return undefined;
  const are = count.unknown.length === 1 ? "is" : "are";
  return `${quoted(count.unknown)} ${are} not in the operator's chart`;
}

/** A file that would be ours but could not be read is left alone, and the user is told why. */
function readable(file: YamlFile, decided: Ownership): Ownership {
  if (file.refused === undefined || decided.kind === null) return decided;
  return { ...notOurs("too-large", file.refused), strength: decided.strength };
}

function isOurs({ name, atHand }: ChartEvidence, { keys }: OwnershipEvidence): boolean {
  return atHand ? isOperatorChart(atHand, keys) : keys.charts.includes(name);
}

function named({ name }: ChartEvidence): string {
  return name === "" ? "" : `, ${name}`;
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return names.length > shown.length ? `${shown.join(", ")}, ...` : shown.join(", ");
}
