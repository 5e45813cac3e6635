import type { Path } from "../yaml/tree.ts";
import type { SchemaModel } from "./model.ts";

/** Names that exist in a cluster, read by those who can reach it. */
export interface ClusterNames {
  /** The context that they were read from, to be shown. */
  readonly context: string;
  readonly issuers: readonly ClusterIssuer[];
  readonly domains: readonly string[];
  readonly dnsTargets: readonly string[];
}

/** An issuer of certificates that exists in a cluster. */
export interface ClusterIssuer {
  /** The certificate manager that reads it, as `certificateManager` spells it in the values. */
  readonly manager: string;
  readonly name: string;
  readonly namespace?: string;
  readonly kind?: string;
  readonly group?: string;
}

/** A name that fits a place, and the contexts in which it exists. */
export interface NameOffer {
  readonly name: string;
  readonly contexts: readonly string[];
}

/** The names of clusters that fit a place, each once, in the order in which they were reported. */
export function nameOffers(model: SchemaModel, path: Path, known: readonly ClusterNames[]): NameOffer[] {
  if (known.length === 0) return [];
  const contexts = new Map<string, Set<string>>();
  for (const names of known) {
    for (const name of namesAt(model, path, names)) {
      if (name === undefined || name === "") continue;
      const of = contexts.get(name) ?? new Set();
      contexts.set(name, of.add(names.context));
    }
  }
  return [...contexts].map(([name, of]) => ({ name, contexts: [...of] }));
}

function namesAt(
  model: SchemaModel,
  path: Path,
  { issuers, domains, dnsTargets }: ClusterNames,
): readonly (string | undefined)[] {
  // The manager whose part of the configuration this is; what others read is of no use here.
  const manager = model.at(path.slice(0, -1))?.annotations.manager;
  const own = issuers.filter((issuer) => issuer.manager === manager);
  switch (model.at(path)?.annotations.fact) {
    case "domain":
      return domains;
    case "dnsTarget":
      return dnsTargets;
    case "issuerName":
      return own.map(({ name }) => name);
    case "issuerNamespace":
      return own.map(({ namespace }) => namespace);
    case "issuerKind":
      return own.map(({ kind }) => kind);
    case "issuerGroup":
      return own.map(({ group }) => group);
    default:
      return [];
  }
}
