import type { Fact } from "../schema/annotations.ts";
import { isChartPlaceholder, type SchemaNode } from "../schema/model.ts";
import { keysOf } from "../schema/schema-keys.ts";
import { dnsNameProblem, domainAbove } from "../schema/types/dns-name.ts";
import { isExampleHost, placeholderIn } from "../schema/types/placeholders.ts";
import type { Path } from "../yaml/tree.ts";
import type { DocumentSemantics } from "./semantics.ts";

/** The facts that are hosts of one and the same cluster (spec 4.1, step 3). */
const HOSTS: readonly (Fact | undefined)[] = ["domain", "dnsTarget"];
/** The domain of the cluster in a placeholder. */
const CLUSTER = "<cluster_domain>";

/** A value that another value makes likely, and the dotted key of that one. */
export interface LikelyValue {
  readonly text: string;
  readonly from: string;
}

/**
 * The likely values for a host by the values of the releases: that of another key with the same meaning, else the form of a host in the
 * cluster that another key names. Placeholders, names that are reserved for examples and the chart's defaults make nothing likely.
 */
export function likelyHosts(
  document: DocumentSemantics,
  path: Path,
  { annotations }: SchemaNode,
): LikelyValue[] {
  const { fact, placeholder = "" } = annotations;
  if (!document.root.kind.isMerged || !HOSTS.includes(fact)) return [];
  const others = keysOf(document.schema).filter(
    ({ path: other, schema }) => HOSTS.includes(schema.annotations.fact) && other.join() !== path.join(),
  );
  const [same, inCluster]: [LikelyValue[], LikelyValue[]] = [[], []];
  for (const { path: other, schema } of others) {
    const from = other.join(".");
    for (const host of new Set(
      document.releases.flatMap((release) => hostOf(release.given(other), schema)),
    )) {
      if (schema.annotations.fact === fact) same.push({ text: host, from });
      else if (placeholder.includes(CLUSTER))
        inCluster.push({ text: placeholder.replace(CLUSTER, domainAbove(host)), from });
    }
  }
  return [...same, ...inCluster];
}

type GivenValue = ReturnType<DocumentSemantics["release"]["given"]>;

function hostOf(node: GivenValue, schema: SchemaNode): string[] {
  if (node?.type !== "leaf" || node.origin.kind === "chart-default" || typeof node.value !== "string")
    return [];
  const host = node.value.trim();
  const isInvented =
    placeholderIn(host) !== undefined || isExampleHost(host) || isChartPlaceholder(schema, host);
  const isReal = !isInvented && host.split(".").length > 2;
  return isReal && dnsNameProblem(host) === undefined ? [host] : [];
}
