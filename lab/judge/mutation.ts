import type { Dice } from "../../test/helm/dice.ts";
import type { Json } from "../../test/schemas/facts.ts";
import type { Target } from "./targets.ts";

/** What is written where. */
export interface Mutation {
  /** The dotted path, if not that of the key. */
  readonly at?: string;
  readonly value: Json;
  /** A dotted path of which nothing is left: what is written elsewhere by mistake is not there. */
  readonly without?: string;
  /** What else is written, so that the value matters. */
  readonly beside?: Readonly<Record<string, Json>>;
}

/** One kind of thing that people write, by mistake or not. */
export interface MutationKind {
  readonly name: string;
  /** How many of its files there are for one of another kind. */
  readonly weight?: number;
  /** Whether it can be made of a key. */
  about(key: string, target: Target): boolean;
  make(key: string, target: Target, dice: Dice): Mutation;
}
