import * as l10n from "@vscode/l10n";
import { faultText } from "../fault-text.ts";
import { KINDS, resourceKind, rootOf } from "../kinds.ts";
import { isRefusedByHelm } from "../yaml/fault.ts";
import { findProperty } from "../yaml/lookup.ts";
import { findModeline, type Modeline } from "../yaml/modeline.ts";
import type { ObjectNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import {
  type ChartKeys,
  countKeys,
  decidingKey,
  isMostlyForeign,
  misspelledKey,
  topMapping,
} from "./chart-keys.ts";
import { claim, isManifest, knownDocuments, notOurs, type Ownership, ours } from "./claims.ts";
import {
  CHARTS_OWN_VALUES,
  type ChartEvidence,
  fileName,
  type OwnershipEvidence,
  VALUES_NAME,
} from "./evidence.ts";
import { matchingGlob } from "./glob.ts";
import { isOperatorChart } from "./operator-chart.ts";
import { hasTemplateControl } from "./template-control.ts";
import { claimValues, ofUmbrella } from "./umbrella-values.ts";
import { complaintAbout, kindMeantBy } from "./unknown-comment.ts";
import { type WellKnownFile, wellKnownFile } from "./well-known-files.ts";

/** Decides which documents of a file are for the operator, and how sure that is. The first evidence in the order below settles it. */
export function ownership(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  if (evidence.isProject) {
    const [document] = file.documents;
    const roots = document ? [rootOf(document, KINDS.project)] : [];
    return { ...notOurs("well-known-file", ofTool("project")), roots };
  }
  const modeline = findModeline(file.text);
  if (modeline?.meaning === "off") {
    return notOurs(
      "modeline-off",
      l10n.t("The comment `# cap-operator: off` at the top switches this file off."),
    );
  }
  if (modeline && modeline.meaning !== "unknown") {
    const kind = KINDS[modeline.meaning];
    if (!kind.isMerged) {
      const said = l10n.t(
        "The comment `# cap-operator: operator` at the top marks this file as an operator resource.",
      );
      return readable(file, claim(file, kind, "modeline", said));
    }
    const said = l10n.t("The comment `# cap-operator: values` at the top marks this file as a values file.");
    return readable(file, claimValues(file, evidence, "modeline", said));
  }
  const decided = readable(
    file,
    excluded(evidence) ??
      neverOurs(file, evidence) ??
      claimed(file, evidence) ??
      byContent(file, evidence) ??
      byName(file, evidence) ??
      byUnknownComment(file, evidence, modeline) ??
      whileChanged(file, evidence) ??
      byFileName(file, evidence),
  );
  const complaint = modeline && complaintAbout(modeline);
  if (complaint === undefined || file.refused !== undefined) return decided;
  return { ...decided, reason: "modeline-unknown", explanation: `${complaint} ${decided.explanation}` };
}

/** Tells quickly if the content of a text, once it is parsed, may be evidence. An escape may stand for any letter. */
export function mayBeOurs(text: string, { certain, certainWithAnotherComponent }: ChartKeys): boolean {
  const deciding = [...certain, ...certainWithAnotherComponent].map((key) => key.split(".").at(-1) ?? key);
  const words = ["cap-operator", KINDS.operator.resource, "\\", ...deciding];
  return words.some((word) => text.includes(word));
}

/** A comment that is nearly right expresses the wish that the file is checked. */
function byUnknownComment(
  file: YamlFile,
  evidence: OwnershipEvidence,
  modeline: Modeline | undefined,
): Ownership | undefined {
  const kind = modeline && kindMeantBy(modeline);
  if (kind === undefined || isManifest(file.documents[0])) return undefined;
  const said = l10n.t("The file is checked as what the comment most likely means.");
  return KINDS[kind].isMerged
    ? claimValues(file, evidence, "modeline-unknown", said)
    : claim(file, KINDS[kind], "modeline-unknown", said);
}

function excluded(evidence: OwnershipEvidence): Ownership | undefined {
  const glob = matchingGlob(evidence.excludeFiles, evidence);
  if (glob === undefined) return undefined;
  return notOurs("setting-excluded", l10n.t('The setting "excludeFiles" excludes this file ({0}).', glob));
}

function neverOurs(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart, path } = evidence;
  const hasBraces = file.text.includes("{{");
  if (chart?.path.startsWith("templates/") || (hasBraces && path.includes("/templates/"))) {
    return notOurs("chart-template", l10n.t("This file is a template of a chart, not a values file."));
  }
  if (hasBraces && hasTemplateControl(file)) {
    return notOurs("chart-template", l10n.t("This file contains template actions, so it is not plain YAML."));
  }
  if (chart && !isOurs(chart, evidence) && !evidence.umbrella && CHARTS_OWN_VALUES.test(chart.path)) {
    const said =
      chart.name === ""
        ? l10n.t("These are the values of another chart.")
        : l10n.t("These are the values of another chart, {0}.", chart.name);
    return notOurs("other-chart", said);
  }
  const tool = wellKnownFile(evidence);
  if (tool === undefined) return undefined;
  return notOurs("well-known-file", ofTool(tool));
}

function claimed(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart } = evidence;
  const glob = matchingGlob(evidence.files, evidence);
  if (glob !== undefined) {
    const said = l10n.t('The setting "files" includes this file ({0}).', glob);
    return claimValues(file, evidence, "setting", said);
  }
  if (evidence.release !== undefined) {
    const said = l10n.t("The settings list this file in the values of release {0}.", evidence.release);
    return claimValues(file, evidence, "release", said);
  }
  if (chart && isOurs(chart, evidence) && VALUES_NAME.test(fileName(evidence))) {
    const said = l10n.t("This is a values file of the chart {0}.", chart.name);
    return claim(file, KINDS.values, "operator-chart", said);
  }
  return ofUmbrella(file, evidence);
}

function byContent(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const roots = knownDocuments(
    file,
    (document) =>
      resourceKind(document) ?? (valuesKey(document, evidence) === undefined ? undefined : KINDS.values),
  );
  const [first] = roots;
  if (first === undefined) return undefined;
  const { resource } = first.kind;
  if (resource !== undefined)
    return ours(roots, "operator-resource", l10n.t("This file contains a resource of kind {0}.", resource));
  const key = valuesKey(first.document, evidence) ?? "";
  return ours(roots, "content", l10n.t("This file sets {0}, which only the operator's chart has.", key));
}

/** The key that makes it certain that a document holds values of the operator's chart. */
function valuesKey(document: YamlDocument, { keys }: OwnershipEvidence): string | undefined {
  const root = topMapping(document);
  return typeof root === "string" || isManifest(document) ? undefined : decidingKey(root, keys);
}

/**
 * The documents of a file that was claimed because of a key that it no longer has, while one of its keys is being changed. That may
 * be the same key, so the file stays claimed between two letters.
 */
function whileChanged(file: YamlFile, { keys, was }: OwnershipEvidence): Ownership | undefined {
  if (was?.reason !== "content") return undefined;
  const roots = knownDocuments(file, (document) => {
    const root = topMapping(document);
    if (typeof root === "string" || isManifest(document)) return undefined;
    const count = countKeys(root, keys);
    // A key without its colon is a syntax problem.
    const isChanging = file.problems.length > 0 || count.unknown.length > 0;
    return isChanging && !isMostlyForeign(count) ? KINDS.values : undefined;
  });
  if (roots.length === 0) return undefined;
  const said = l10n.t(
    "This file had keys that only the operator's chart has, and one of its keys is being changed.",
  );
  return ours(roots, "content", said);
}

/** A file that a person named has values, unless it certainly is something else. */
function byName(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  if (!evidence.isNamed) return undefined;
  if (isManifest(file.documents[0]))
    return notOurs("no-evidence", l10n.t("This file has resources of Kubernetes, and none of the operator."));
  for (const root of file.documents.map(topMapping)) {
    if (root === "something-else")
      return notOurs(
        "no-evidence",
        l10n.t("The top level of this file is not a mapping, so it has no values."),
      );
    const unknown = root === "nothing" ? [] : foreignKeys(root, evidence);
    if (unknown.length > 0)
      return notOurs(
        "foreign-keys",
        l10n.t("Most keys of this file are not in the operator's chart: {0}.", namesInCode(unknown)),
      );
  }
  return claimValues(file, evidence, "named", l10n.t("This file was named on the command line."));
}

/** The unknown keys at the top of a file, if they are so many that it must be another product's. */
function foreignKeys({ properties }: ObjectNode, { keys, umbrella }: OwnershipEvidence): readonly string[] {
  const names = properties.flatMap(({ key }) => (key === "<<" ? [] : [key]));
  const unknown = names.filter((name) => !keys.knows([name]));
  const count = { known: names.length - unknown.length, unknown };
  return umbrella === undefined && isMostlyForeign(count) ? unknown : [];
}

/** The likely kind of a file by its name, unless its place or its content contradicts that. */
function byFileName(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const name = fileName(evidence);
  if (!VALUES_NAME.test(name)) {
    return notOurs(
      "no-evidence",
      file.documents.some(isListOfResources)
        ? l10n.t("This file is a list of resources, in which no operator resource is checked.")
        : l10n.t("Nothing in this file's name, location or content indicates CAP Operator."),
    );
  }
  if (evidence.chart && !isOurs(evidence.chart, evidence)) {
    const { chart } = evidence;
    const said =
      chart.name === ""
        ? l10n.t("This file is in the folder of another chart.")
        : l10n.t("This file is in the folder of another chart, {0}.", chart.name);
    return notOurs("other-chart", said);
  }
  for (const document of file.documents) {
    const root = topMapping(document);
    const key =
      typeof root === "string" || isManifest(document) ? undefined : misspelledKey(root, evidence.keys);
    if (key === undefined) continue;
    const said = l10n.t(
      "The file is named like a values file, and its key {0} is nearly one that only the operator's chart has. So it is likely, not certain, that it is for CAP Operator.",
      namesInCode([key]),
    );
    const roots = knownDocuments(file, (candidate) => (candidate === document ? KINDS.values : undefined));
    return { ...ours(roots, "misspelled-key", said), strength: "likely" };
  }
  const objections = new Map(file.documents.map((document) => [document, objection(document, evidence)]));
  const filled = file.documents.filter((document) => topMapping(document) !== "nothing");
  const said = filled.map((document) => objections.get(document));
  const foreign = said.find((complaint) => complaint !== undefined);
  if (foreign !== undefined && said.every((complaint) => complaint !== undefined)) {
    return notOurs("foreign-keys", foreign());
  }
  const roots = knownDocuments(file, (document) =>
    objections.get(document) === undefined ? KINDS.values : undefined,
  );
  const why =
    filled.length === 0
      ? l10n.t(
          "The file is named like a values file ({0}) and is still empty. So it is likely, not certain, that it is for CAP Operator.",
          name,
        )
      : l10n.t(
          "The file is named like a values file ({0}) and has keys of the operator's chart, but only keys that other charts have as well. So it is likely, not certain, that it is for CAP Operator.",
          name,
        );
  return { ...ours(roots, "file-name", why), strength: "likely" };
}

/** True if a document is a list of resources as kubectl prints it, with one of the operator among them. */
function isListOfResources(document: YamlDocument): boolean {
  const { root } = document;
  const items = findProperty(root, "items")?.valueNode;
  if (!isManifest(document) || items?.type !== "array") return false;
  return items.items.some((item) => resourceKind({ ...document, root: item }) !== undefined);
}

/** The objection to a document in a file that is named like a values file, as a sentence that is made on demand. */
function objection(document: YamlDocument, { keys, was }: OwnershipEvidence): (() => string) | undefined {
  const root = topMapping(document);
  if (root === "nothing") return undefined;
  if (root === "something-else") {
    return () => l10n.t("The file is named like a values file, but its top level is not a mapping.");
  }
  const count = countKeys(root, keys);
  const isTolerated = was !== undefined && count.known > 0 && !isMostlyForeign(count);
  if (count.unknown.length === 0 || isTolerated) return undefined;
  return () => {
    const names = namesInCode(count.unknown);
    return count.unknown.length === 1
      ? l10n.t("The file is named like a values file, but {0} is not in the operator's chart.", names)
      : l10n.t("The file is named like a values file, but {0} are not in the operator's chart.", names);
  };
}

/** A file that would be claimed but could not be read is left alone, with the reason: it exceeds the limits here (`too-large`), or those of Helm. */
function readable(file: YamlFile, decided: Ownership): Ownership {
  if (file.refused === undefined || decided.kind === null) return decided;
  const reason = isRefusedByHelm(file.refused) ? "unreadable" : "too-large";
  return { ...notOurs(reason, faultText(file.refused)), strength: decided.strength };
}

function isOurs({ name, atHand }: ChartEvidence, { keys }: OwnershipEvidence): boolean {
  return atHand ? isOperatorChart(atHand, keys) : keys.charts.includes(name);
}

function ofTool(file: WellKnownFile): string {
  switch (file) {
    case "chart":
      return l10n.t("This looks like the description of a chart (name and folder).");
    case "project":
      return l10n.t("This looks like the settings of a project (name and folder).");
    case "lock":
      return l10n.t("This looks like a lock file (name and folder).");
    case "compose":
      return l10n.t("This looks like a Docker Compose file (name and folder).");
    case "workflow":
      return l10n.t("This looks like a workflow of a CI service (name and folder).");
    case "configuration":
      return l10n.t("This looks like a configuration file of another tool (name and folder).");
  }
}

function namesInCode(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return names.length > shown.length ? `${shown.join(", ")}, ...` : shown.join(", ");
}
