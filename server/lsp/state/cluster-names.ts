import type { ClusterIssuer, ClusterNames } from "../../core/wire/values.ts";
import { isTable } from "../../workspace/files/setting-types.ts";

/** Names in clusters that a client reported, for as long as this server runs. The latest report comes first. */
export class ReportedNames {
  #names: readonly ClusterNames[] = [];

  /** All names that are known now. */
  get all(): readonly ClusterNames[] {
    return this.#names;
  }

  /** Stores names; they replace all that were reported for their context before. */
  report(names: ClusterNames): void {
    this.#names = [names, ...this.#names.filter(({ context }) => context !== names.context)];
  }
}

/** Reads the names that a client sent; entries that are not names are left out. */
export function readClusterNames(
  sent: { readonly [Key in keyof ClusterNames]?: unknown } & Pick<ClusterNames, "context">,
): ClusterNames {
  return {
    context: sent.context,
    issuers: listOf(sent.issuers).flatMap((issuer) => readIssuer(issuer) ?? []),
    domains: listOf(sent.domains).filter((name) => typeof name === "string"),
    dnsTargets: listOf(sent.dnsTargets).filter((name) => typeof name === "string"),
  };
}

function readIssuer(sent: unknown): ClusterIssuer | undefined {
  if (!isTable(sent)) return undefined;
  const { manager, name, namespace, kind, group } = sent;
  if (typeof manager !== "string" || typeof name !== "string") return undefined;
  return {
    manager,
    name,
    ...(typeof namespace === "string" ? { namespace } : {}),
    ...(typeof kind === "string" ? { kind } : {}),
    ...(typeof group === "string" ? { group } : {}),
  };
}

function listOf(sent: unknown): readonly unknown[] {
  return Array.isArray(sent) ? sent : [];
}
