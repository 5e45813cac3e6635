import assert from "node:assert/strict";
import type { ChartKeys } from "../../../server/core/ownership/chart-keys.ts";
import type { OwnershipEvidence } from "../../../server/core/ownership/evidence.ts";
import { ownership } from "../../../server/core/ownership/ownership.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import type { OwnershipReason } from "../../../server/core/wire/documents.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { NamedCase } from "./case-files.ts";

/** A case of whose file a file is. */
export interface OwnershipCase extends NamedCase {
  /** From the folder of the workspace. */
  readonly path: string;
  readonly text: string;
  /** The chart that the file is part of: its name, and the path of the file in it. */
  readonly chart?: { readonly name: string; readonly path: string };
  readonly files?: readonly string[];
  readonly excludeFiles?: readonly string[];
  /** The ownership before the last change. */
  readonly was?: NonNullable<OwnershipEvidence["was"]>;
  /** True if no key alone decides. */
  readonly undecidedKeys?: true;
  /** The kind of the file, or `none`, and the reason. */
  readonly is: `${"values" | "operator" | "none"}: ${OwnershipReason}`;
  /** The kinds of the operator's documents, where there are several. */
  readonly documents?: readonly string[];
  /** A part of the explanation. */
  readonly says?: string;
}

/** The keys of a case. */
export const OWNERSHIP_CASE: Readonly<Record<keyof OwnershipCase, true>> = {
  case: true,
  path: true,
  text: true,
  chart: true,
  files: true,
  excludeFiles: true,
  was: true,
  undecidedKeys: true,
  is: true,
  documents: true,
  says: true,
};

const KNOWN = new Set([
  "controller",
  "controller.dnsTarget",
  "controller.replicas",
  "controller.image",
  "controller.image.tag",
  "global",
  "image",
  "image.tag",
  "imagePullSecrets",
  "subscriptionServer",
  "subscriptionServer.dnsTarget",
  "subscriptionServer.domain",
  "webhook",
  "webhook.service",
  "webhook.sidecar",
]);

/** The keys of the chart in the cases. */
export const KEYS: ChartKeys = {
  charts: ["cap-operator-chart"],
  knows(path) {
    const key = path.join(".");
    return KNOWN.has(key) || key.startsWith("global.");
  },
  components: ["controller", "subscriptionServer", "webhook"],
  certain: ["subscriptionServer.*", "controller.dnsTarget"],
  certainWithAnotherComponent: ["webhook.sidecar"],
};

/** A file is for what a case says, as certainly as its reason allows. */
export function checkOwnershipCase(one: OwnershipCase): void {
  const { path, text, chart, was, undecidedKeys } = one;
  const { files, excludeFiles } = { ...DEFAULT_SETTINGS, ...one };
  const keys = undecidedKeys ? { ...KEYS, certain: [] } : KEYS;
  const evidence = { path: `/ws/${path}`, workspacePath: path, files, excludeFiles, chart, keys };
  const answer = ownership(parseYaml(text), was ? { ...evidence, was } : evidence);
  const { kind, reason, strength, explanation, roots } = answer;
  assert.equal(`${kind?.name ?? "none"}: ${reason}`, one.is, explanation);
  assert.equal(roots.length > 0, kind !== null);
  const isLikely = reason === "file-name" || reason === "misspelled-key";
  assert.equal(strength, kind && (isLikely ? "likely" : "certain"), explanation);
  assert.match(explanation, /^[A-Z].*\.$/);
  if (one.says !== undefined) assert.ok(explanation.includes(one.says), explanation);
  if (one.documents)
    assert.deepEqual(
      roots.map((root) => root.kind.name),
      one.documents,
    );
}
