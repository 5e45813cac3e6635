import { countKeys, type KeyCount, mostlyForeign, topMapping, topString } from "./foreign-keys.ts";
import { type GlobPath, matchingGlob } from "./glob.ts";
import { findModeline } from "./modeline.ts";
import type { DocumentKind, ValuesRoot, YamlDocument, YamlFile } from "./tree.ts";
import { wellKnownFile } from "./well-known-files.ts";

/** Why a file is, or is not, one of ours. */
export type OwnershipReason =
  | "modeline"
  | "modeline-off"
  | "modeline-unknown"
  | "setting"
  | "setting-excluded"
  | "release"
  | "operator-chart"
  | "operator-resource"
  | "content"
  | "file-name"
  | "chart-template"
  | "other-chart"
  | "well-known-file"
  | "no-evidence"
  | "foreign-keys"
  | "too-large";

/** The nearest `Chart.yaml` beside or above a file. */
export interface ChartEvidence {
  /** The chart's name; empty where its description has none or cannot be read. */
  readonly name: string;
  /** The file's path from the chart's folder, with forward slashes. */
  readonly path: string;
}

/** What is known about a file beside its text. */
export interface OwnershipEvidence extends GlobPath {
  /** Globs of the settings: files that are ours, and files that are not. */
  readonly files: readonly string[];
  readonly excludeFiles: readonly string[];
  readonly chart: ChartEvidence | undefined;
  /** The name of a release of the settings that has this file among its values files. */
  readonly release?: string | undefined;
  /** Whether the chart has a value at this path; everything under an open mapping counts as known. */
  readonly knowsKey: (path: readonly string[]) => boolean;
  /** Top-level keys that no other product's values are known to have. */
  readonly signatureKeys: readonly string[];
  /** Whether the version before this one was ours: while someone types, one odd key does not change that. */
  readonly wasOurs: boolean;
}

/** The answer: what the file is, why, and where in it our values stand. */
export interface Ownership {
  /** `null`: not ours. */
  readonly kind: DocumentKind | null;
  readonly reason: OwnershipReason;
  /** One sentence for the person. */
  readonly explanation: string;
  readonly roots: readonly ValuesRoot[];
}

/** The chart whose values these are, and the kind of the operator resource. */
const OPERATOR_CHART = "cap-operator-chart";
const OPERATOR_KIND = "CAPOperator";

const VALUES_NAME = /^(values|values-.+|.+\.values|.+-values)\.ya?ml$/;
const CHARTS_OWN_VALUES = /^((ci\/)?values([-.][^/]*)?|ci\/[^/]*-values)\.ya?ml$/;
const TEMPLATE_CONTROL = /^\s*\{\{-?\s*(if|else|end|range|with|define|block)\b/m;

/** Decides which documents of a file are ours. The first evidence in the order below settles it. */
export function ownership(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const modeline = findModeline(file.text);
  if (modeline?.meaning === "off") {
    return notOurs("modeline-off", "The comment `# cap-operator: off` at the top switches this file off.");
  }
  if (modeline && modeline.meaning !== "unknown") {
    const kind = modeline.meaning;
    const what = kind === "values" ? "chart values" : "the operator resource";
    const said = `The comment \`# cap-operator: ${kind}\` at the top says that this file holds ${what}.`;
    return readable(file, claim(file, kind, "modeline", said));
  }
  const decided = readable(
    file,
    excluded(evidence) ?? neverOurs(file, evidence) ?? claimed(file, evidence) ?? byFileName(file, evidence),
  );
  if (!modeline) return decided;
  const complaint = `The comment \`# cap-operator: ${modeline.word}\` is not understood: write values, operator or off.`;
  return { ...decided, reason: "modeline-unknown", explanation: `${complaint} ${decided.explanation}` };
}

function excluded(evidence: OwnershipEvidence): Ownership | undefined {
  const glob = matchingGlob(evidence.excludeFiles, evidence);
  if (glob === undefined) return undefined;
  return notOurs("setting-excluded", `The setting capOperator.excludeFiles leaves this file out (${glob}).`);
}

function neverOurs(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart, path } = evidence;
  const hasBraces = file.text.includes("{{");
  if (chart?.path.startsWith("templates/") || (hasBraces && path.includes("/templates/"))) {
    return notOurs("chart-template", "This file is a template of a chart, not a values file.");
  }
  if (hasBraces && TEMPLATE_CONTROL.test(file.text)) {
    return notOurs("chart-template", "This file holds template instructions, so it is not plain YAML.");
  }
  if (chart && chart.name !== OPERATOR_CHART && CHARTS_OWN_VALUES.test(chart.path)) {
    return notOurs("other-chart", `These are the values of another chart${named(chart)}.`);
  }
  const tool = wellKnownFile(evidence);
  if (tool === undefined) return undefined;
  return notOurs("well-known-file", `By its name and place, this file is ${tool}.`);
}

function claimed(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart } = evidence;
  const glob = matchingGlob(evidence.files, evidence);
  if (glob !== undefined) {
    return claim(file, "values", "setting", `The setting capOperator.files names this file (${glob}).`);
  }
  if (evidence.release !== undefined) {
    const said = `The setting capOperator.releases has this file among the values of release ${evidence.release}.`;
    return claim(file, "values", "release", said);
  }
  if (chart?.name === OPERATOR_CHART && VALUES_NAME.test(fileName(evidence))) {
    return claim(file, "values", "operator-chart", `This is a values file of the chart ${OPERATOR_CHART}.`);
  }
  return byContent(file, evidence);
}

function byContent(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const operators = file.documents.filter(isOperatorResource);
  const signatures = new Map<YamlDocument, string>();
  for (const document of file.documents) {
    const key = isManifest(document) ? undefined : signatureOf(document, evidence);
    if (key !== undefined) signatures.set(document, key);
  }
  const [first] = file.documents.filter(
    (document) => operators.includes(document) || signatures.has(document),
  );
  if (first === undefined) return undefined;
  const roots = rootsOf(file, (document) =>
    operators.includes(document) ? "operator" : signatures.has(document) ? "values" : undefined,
  );
  return operators.includes(first)
    ? ours(roots, "operator-resource", `This file holds a resource of kind ${OPERATOR_KIND}.`)
    : ours(
        roots,
        "content",
        `This file sets ${signatures.get(first)}, which is a value of the operator's chart.`,
      );
}

function byFileName(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const name = fileName(evidence);
  if (!VALUES_NAME.test(name)) {
    return notOurs("no-evidence", "Nothing in this file's name, place or content speaks of CAP Operator.");
  }
  if (evidence.chart && evidence.chart.name !== OPERATOR_CHART) {
    const { chart } = evidence;
    return notOurs("other-chart", `This file lies in the folder of another chart${named(chart)}.`);
  }
  const objections = new Map(file.documents.map((document) => [document, objection(document, evidence)]));
  const filled = file.documents.filter((document) => topMapping(document) !== "nothing");
  const said = filled.map((document) => objections.get(document));
  const foreign = said.find((complaint) => complaint !== undefined);
  if (foreign !== undefined && said.every((complaint) => complaint !== undefined)) {
    return notOurs("foreign-keys", `The file is named like a values file, but ${foreign}.`);
  }
  const roots = rootsOf(file, (document) => (objections.get(document) === undefined ? "values" : undefined));
  const why = filled.length === 0 ? "is still empty" : "holds keys of the operator's chart";
  return ours(roots, "file-name", `The file is named like a values file (${name}) and ${why}.`);
}

/** What speaks against a document of a file that is named like a values file. */
function objection(document: YamlDocument, evidence: OwnershipEvidence): string | undefined {
  const root = topMapping(document);
  if (root === "nothing") return undefined;
  if (root === "something-else") return "it does not hold a mapping at top level";
  const count = countKeys(root, evidence.knowsKey);
  if (count.unknownTop.length > 0 && !(evidence.wasOurs && stillOurs(count))) {
    return `${quoted(count.unknownTop)} at top level is not known to the operator's chart`;
  }
  if (mostlyForeign(count.knownSecond, count.unknownSecond.length)) {
    return `most keys are not known to the operator's chart, such as ${quoted(count.unknownSecond)}`;
  }
  return undefined;
}

function stillOurs(count: KeyCount): boolean {
  return count.known > 0 && !mostlyForeign(count.known, count.unknownTop.length);
}

/** The key that tells a document's values from those of any other chart: it holds another key of this one. */
function signatureOf(
  { root }: YamlDocument,
  { signatureKeys, knowsKey }: OwnershipEvidence,
): string | undefined {
  if (root?.type !== "object") return undefined;
  return signatureKeys.find((key) => {
    const value = root.properties.find(({ keyNode }) => keyNode.value === key)?.valueNode;
    return value?.type === "object" && value.properties.some(({ keyNode }) => knowsKey([key, keyNode.value]));
  });
}

function isOperatorResource(document: YamlDocument): boolean {
  return topString(document, "kind") === OPERATOR_KIND;
}

function isManifest(document: YamlDocument): boolean {
  return topString(document, "kind") !== undefined && topString(document, "apiVersion") !== undefined;
}

/** Claims a whole file; in a file of several documents, Kubernetes resources are left to themselves. */
function claim(file: YamlFile, kind: DocumentKind, reason: OwnershipReason, explanation: string): Ownership {
  const several = file.documents.length > 1;
  const roots = rootsOf(file, (document) => {
    if (reason !== "modeline" || several) {
      if (isOperatorResource(document)) return "operator";
      if (several && isManifest(document)) return undefined;
    }
    return kind;
  });
  return { kind: roots[0]?.kind ?? kind, reason, explanation, roots };
}

function rootsOf(file: YamlFile, kindOf: (document: YamlDocument) => DocumentKind | undefined): ValuesRoot[] {
  return file.documents.flatMap((document) => {
    const kind = kindOf(document);
    return kind === undefined ? [] : [{ kind, document, node: document.root }];
  });
}

function ours(roots: readonly ValuesRoot[], reason: OwnershipReason, explanation: string): Ownership {
  return { kind: roots[0]?.kind ?? null, reason, explanation, roots };
}

function notOurs(reason: OwnershipReason, explanation: string): Ownership {
  return { kind: null, reason, explanation, roots: [] };
}

/** A file that would be ours but could not be read is left alone, and the person is told why. */
function readable(file: YamlFile, decided: Ownership): Ownership {
  return file.refused === undefined || decided.kind === null ? decided : notOurs("too-large", file.refused);
}

function fileName({ path }: GlobPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function named({ name }: ChartEvidence): string {
  return name === "" ? "" : `, ${name}`;
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return names.length > shown.length ? `${shown.join(", ")}, ...` : shown.join(", ");
}
