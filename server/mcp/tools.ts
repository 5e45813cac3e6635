import type { Tool } from "./tool.ts";
import { checkValues } from "./tools/check-values.ts";
import { effectiveValues } from "./tools/effective-values.ts";
import { explainCode } from "./tools/explain-code.ts";
import { explainKey, searchKeys } from "./tools/keys.ts";
import { renderedObjects } from "./tools/rendered-objects.ts";
import { suggestFixes } from "./tools/suggest-fixes.ts";
import { upgradeValues } from "./tools/upgrade-values.ts";

/** All tools, in the order in which they are listed. None of them writes a file, reaches a cluster or contacts a network, or runs a program but Helm, if that is allowed. */
export const TOOLS: readonly Tool[] = [
  checkValues,
  suggestFixes,
  explainCode,
  explainKey,
  searchKeys,
  effectiveValues,
  upgradeValues,
  renderedObjects,
];
