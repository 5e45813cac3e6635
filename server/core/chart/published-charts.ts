import { memo } from "../yaml/memo.ts";
import type { Chart, ChartKey } from "./chart.ts";

/** One key of the published charts, and the versions that have it. */
interface PublishedKey {
  readonly default?: unknown;
  /** The first version that has it. */
  readonly since: string;
  /** The last version that has it; absent if the newest one does. */
  readonly last?: string;
}

/** A key that a version gave another name in the same mapping, as dotted paths. */
export interface RenamedKey {
  readonly from: string;
  readonly to: string;
  /** The first version with the new name. */
  readonly in: string;
}

/** Facts about the published charts, which need none of their files. */
export interface PublishedFacts {
  /** The name of the chart. */
  readonly chart: string;
  /** The API group of the operator resource that its manager reads. */
  readonly resourceGroup: string;
  /** All versions, the oldest first. */
  readonly versions: readonly string[];
  /** By dotted path, in the order of the newest chart. Mappings with declared keys are not listed, only those keys. */
  readonly keys: Readonly<Record<string, PublishedKey>>;
  readonly renamed: readonly RenamedKey[];
  /** Dotted paths that the templates read although no chart declares them. */
  readonly undeclared: readonly string[];
}

/** The reason why a version lacks a key: it came later, or it was removed before. */
export type Absence = { readonly since: string } | { readonly removed: string };

/** The charts that were published, by version. */
export class PublishedCharts {
  readonly facts: PublishedFacts;
  readonly #made = memo(
    (version: string) => this.#withKeys(version, (key) => this.has(version, key)),
    new Map<string, Chart>(),
  );

  /** The facts of each key and of all keys below it, by dotted path. */
  readonly #atOrBelow = new Map<string, PublishedKey[]>();

  constructor(facts: PublishedFacts) {
    this.facts = facts;
    for (const [key, known] of Object.entries(facts.keys)) {
      for (let end = key.length; end > 0; end = key.lastIndexOf(".", end - 1)) {
        const path = key.slice(0, end);
        const below = this.#atOrBelow.get(path);
        if (below) below.push(known);
        else this.#atOrBelow.set(path, [known]);
      }
    }
  }

  /** The chart of a version; `undefined` if there was no such version. */
  of(version: string): Chart | undefined {
    return this.#order(version) < 0 ? undefined : this.#made(version);
  }

  /** Tells if a version has a key. */
  has(version: string, { since, last }: PublishedKey): boolean {
    const order = this.#order(version);
    return order >= this.#order(since) && (last === undefined || order <= this.#order(last));
  }

  /** The reason why a version lacks a key with all keys below it; `undefined` if no version has the key. An unknown version lacks all. */
  absence(version: string, path: string): Absence | undefined {
    const { versions } = this.facts;
    const found = this.#atOrBelow.get(path);
    if (!found) return undefined;
    const first = least(found.map(({ since }) => this.#order(since)));
    const ends = found.map(({ last }) => (last === undefined ? versions.length : this.#order(last)));
    const removed = versions[ends.reduce((most, end) => Math.max(most, end)) + 1];
    if (this.#order(version) > first && removed !== undefined) return { removed };
    return { since: versions[first] ?? "" };
  }

  /** The first version that has a key, or a key below it; `undefined` if no version does. */
  since(path: string): string | undefined {
    return this.facts.versions[
      least((this.#atOrBelow.get(path) ?? []).map(({ since }) => this.#order(since)))
    ];
  }

  /** The keys that any version has in the mapping at a dotted path; those of the top level if it is empty. */
  keysIn(path: string): readonly string[] {
    const start = path === "" ? "" : `${path}.`;
    const below = [...this.#atOrBelow.keys()].filter((key) => key.startsWith(start));
    return below.map((key) => key.slice(start.length)).filter((key) => key !== "" && !key.includes("."));
  }

  /** A chart with the keys of all versions. */
  get union(): Chart {
    return this.#withKeys("", () => true);
  }

  #order(version: string): number {
    return this.facts.versions.indexOf(version);
  }

  #withKeys(version: string, wants: (key: PublishedKey) => boolean): Chart {
    const { chart: name, keys, undeclared } = this.facts;
    const root: Declared = new Map();
    for (const [path, key] of Object.entries(keys)) {
      if (!wants(key)) continue;
      const removed = key.last === undefined ? undefined : this.facts.versions[this.#order(key.last) + 1];
      declare(root, path, {
        ...("default" in key && { default: key.default }),
        ...(key.since !== this.facts.versions[0] && { since: key.since }),
        ...(removed !== undefined && { removed }),
      });
    }
    for (const path of undeclared) declare(root, path, {});
    return { name, version, keys: root };
  }
}

/** Keys that are still being gathered. */
interface Declared extends Map<string, Omit<ChartKey, "keys"> & { readonly keys?: Declared }> {}

function declare(root: Declared, path: string, key: Omit<ChartKey, "keys">): void {
  const segments = path.split(".");
  const last = segments.pop() ?? "";
  let level = root;
  for (const segment of segments) {
    const below: Declared = level.get(segment)?.keys ?? new Map();
    level.set(segment, { keys: below });
    level = below;
  }
  level.set(last, key);
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY);
}
