import type { TextPair } from "../ports/installation.ts";
import { comparableYaml } from "./comparable-yaml.ts";
import { readObjects } from "./objects.ts";
import { mapOf, type YamlMap } from "./yaml.ts";

/**
 * The CRDs of a chart's `crds/` folder that the cluster lacks or has in another version; Helm installs them once and never
 * upgrades them. `inCluster` is what kubectl prints. CRDs that are only in the cluster do not concern the chart.
 */
export function crdPairs(inCluster: string, inChart: string): readonly TextPair[] {
  const there = new Map(readCrds(inCluster));
  return readCrds(inChart)
    .map(([name, after]): TextPair => {
      const before = there.get(name);
      return before === undefined ? { name, after } : { name, before, after };
    })
    .filter(({ before, after }) => before !== after);
}

/** The kinds that CRDs define, each in all its served versions: `example.org/v1/Widget`. */
export function kindsBrought(yaml: string): ReadonlySet<string> {
  const crds = readObjects(yaml).filter(({ kind }) => kind === "CustomResourceDefinition");
  return new Set(
    crds.flatMap(({ value }) => {
      const { group, names, versions } = mapOf(value?.spec);
      const served = (Array.isArray(versions) ? versions : [])
        .map(mapOf)
        .filter((version) => version.served !== false);
      return served.map(({ name }) => `${group}/${name}/${mapOf(names).kind}`);
    }),
  );
}

function readCrds(yaml: string): readonly (readonly [string, string])[] {
  return readObjects(yaml)
    .filter(({ kind }) => kind === "CustomResourceDefinition")
    .map(({ apiVersion, kind, name, value }) => [
      name,
      comparableYaml({ apiVersion, kind, metadata: { name }, spec: withDefaults(mapOf(value?.spec)) }),
    ]);
}

/** Adds what the API server adds to a CRD that does not set it (apiextensions v1, `SetDefaults_CustomResourceDefinitionSpec`). */
function withDefaults(spec: YamlMap): YamlMap {
  const names = mapOf(spec.names);
  const kind = String(names.kind ?? "");
  return {
    conversion: { strategy: "None" },
    ...spec,
    names: { listKind: `${kind}List`, singular: kind.toLowerCase(), ...names },
  };
}
