import type { Tool } from "./tool.ts";
import { applyFixes } from "./tools/apply-fixes.ts";
import { checkValues } from "./tools/check-values.ts";
import { compare } from "./tools/compare.ts";
import { effectiveValues } from "./tools/effective-values.ts";
import { explainKey, searchKeys } from "./tools/keys.ts";
import { snippets } from "./tools/snippets.ts";
import { upgradeValues } from "./tools/upgrade-values.ts";

/** All tools, in the order in which they are listed. None of them reaches a cluster, runs a program or contacts a network. */
export const TOOLS: readonly Tool[] = [
  checkValues,
  applyFixes,
  explainKey,
  searchKeys,
  effectiveValues,
  compare,
  upgradeValues,
  snippets,
];
