import type { YamlFile } from "../document/tree.ts";
import type { FileOrigin } from "./helm-tree.ts";
import { type HelmMajor, type Refusal, readValues } from "./helm-value.ts";

const KNOWN = new WeakMap<YamlFile, Map<HelmMajor, Refusal | undefined>>();
const NOWHERE: FileOrigin = { kind: "file", file: 0, name: "", value: { offset: 0, length: 0 } };

/** Why Helm refuses a file as it stands; worked out once for each parsed text. */
export function refusalOf(file: YamlFile, helm: HelmMajor): Refusal | undefined {
  const known = KNOWN.get(file) ?? new Map<HelmMajor, Refusal | undefined>();
  KNOWN.set(file, known);
  if (!known.has(helm)) known.set(helm, readValues(file, helm, () => NOWHERE).refusal);
  return known.get(helm);
}
