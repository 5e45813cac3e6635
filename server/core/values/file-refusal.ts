import { memo } from "../yaml/memo.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { whyRefused } from "./helm-value.ts";
import type { HelmMajor, Refusal } from "./refusal.ts";

const refusalsOf = memo((file: YamlFile) => memo((helm: HelmMajor) => whyRefused(file, helm), new Map()));

/** Why Helm refuses a file as it is; computed once for each parsed text. */
export function refusalOf(file: YamlFile, helm: HelmMajor): Refusal | undefined {
  return refusalsOf(file)(helm);
}
