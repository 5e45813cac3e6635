import type { Dice } from "../../test/helm/dice.ts";
import type { Json } from "../../test/schemas/facts.ts";
import type { Target } from "./targets.ts";

/** A value that is written into good values, and its place. */
export interface Mutation {
  /** The dotted path, if not that of the key. */
  readonly at?: string;
  readonly value: Json;
  /** A dotted path that is removed: a value that is written elsewhere by mistake is missing there. */
  readonly without?: string;
  /** Further values, so that the value matters. */
  readonly beside?: Readonly<Record<string, Json>>;
}

/** One kind of thing that people write, by mistake or not. */
export interface MutationKind {
  readonly name: string;
  /** The number of its files for each file of another kind. */
  readonly weight?: number;
  /** True if it can be made of a key. */
  about(key: string, target: Target): boolean;
  make(key: string, target: Target, dice: Dice): Mutation;
}
