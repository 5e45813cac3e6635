import type { YamlFile } from "../yaml/tree.ts";
import { whyRefused } from "./helm-value.ts";
import type { HelmMajor, Refusal } from "./refusal.ts";

const KNOWN = new WeakMap<YamlFile, Map<HelmMajor, Refusal | undefined>>();

/** Why Helm refuses a file as it is; computed once for each parsed text. */
export function refusalOf(file: YamlFile, helm: HelmMajor): Refusal | undefined {
  const known = KNOWN.get(file) ?? new Map<HelmMajor, Refusal | undefined>();
  KNOWN.set(file, known);
  if (!known.has(helm)) known.set(helm, whyRefused(file, helm));
  return known.get(helm);
}
