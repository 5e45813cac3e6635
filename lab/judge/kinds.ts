import type { Json } from "../../test/schemas/facts.ts";
import { KUBERNETES_KINDS } from "./kubernetes-kinds.ts";
import { misspelt } from "./misspelt.ts";
import type { MutationKind } from "./mutation.ts";
import type { KeyType, Target } from "./targets.ts";
import { again, NOTHING } from "./writing.ts";

const OF_OTHER_TYPES: Readonly<Record<KeyType, readonly Json[]>> = {
  string: [{ name: "own" }, ["own"], 7, true, 1.5],
  number: ["two", 1.5, true, [1], { value: 1 }, "1"],
  boolean: ["yes please", 3, [true], { enabled: true }, "true"],
  list: ["own", 7, true],
  mapping: ["own", 7, true],
};

const EMPTY: Readonly<Record<KeyType, readonly Json[]>> = {
  string: ["", NOTHING],
  number: ["", NOTHING],
  boolean: ["", NOTHING],
  list: [[], NOTHING, ""],
  mapping: [{}, NOTHING, ""],
};

/** Values that are right for a key of a type. */
const PLAIN: Readonly<Record<KeyType, Json>> = {
  string: "own",
  number: 2,
  boolean: true,
  list: [],
  mapping: {},
};

/** Keys that take one of a few words; in the words of the specification. */
const ENUMERATED: readonly (readonly [end: RegExp, words: readonly string[]])[] = [
  [/^subscriptionServer\.certificateManager$/, ["Platform", "CertController"]],
  [/^webhook\.certificateManager$/, ["Default", "CertController"]],
  [/image\.pullPolicy$/, ["Always", "IfNotPresent", "Never"]],
  [/service\.type$/, ["ClusterIP", "NodePort", "LoadBalancer"]],
  [/^controller\.certManager$/, ["gardener", "cert-manager.io"]],
  [/^controller\.dnsManager$/, ["gardener", "kubernetes"]],
];

function wordsOf(key: string): readonly string[] {
  return ENUMERATED.find(([end]) => end.test(key))?.[1] ?? [];
}

const typeOf = (key: string, { keys }: Target): KeyType => keys.get(key) ?? "string";
const isLeaf = (key: string, { keys }: Target) =>
  ![...keys.keys()].some((other) => other.startsWith(`${key}.`));
const parent = (key: string) => key.split(".").slice(0, -1).join(".");
const joined = (...segments: readonly string[]) => segments.filter((segment) => segment !== "").join(".");
const last = (key: string) => key.split(".").at(-1) ?? "";

/** The kinds that any key can have; those that know what a key means are in `kubernetes-kinds.ts`. */
const GENERAL: readonly MutationKind[] = [
  {
    name: "value of another type",
    weight: 6,
    about: () => true,
    make: (key, target, dice) => ({ value: dice.pick(OF_OTHER_TYPES[typeOf(key, target)]) }),
  },
  {
    name: "list instead of a mapping, and the reverse",
    weight: 3,
    about: (key, target) => ["list", "mapping"].includes(typeOf(key, target)),
    make: (key, target, dice) => {
      const entry = dice.pick<Json>([{ name: "own", value: "text" }, { own: "text" }, "own"]);
      return { value: typeOf(key, target) === "mapping" ? [entry] : { own: "text" } };
    },
  },
  { name: "null", weight: 5, about: () => true, make: () => ({ value: null }) },
  {
    name: "empty value",
    weight: 5,
    about: () => true,
    make: (key, target, dice) => ({ value: dice.pick(EMPTY[typeOf(key, target)]) }),
  },
  {
    name: "misspelled key",
    weight: 3,
    about: () => true,
    make: (key, target, dice) => ({
      at: joined(parent(key), misspelt(last(key), dice)),
      without: key,
      value: PLAIN[typeOf(key, target)],
    }),
  },
  {
    name: "key one level too high",
    weight: 2,
    about: (key, target) => key.split(".").length > 2 && isLeaf(key, target),
    make: (key, target) => ({
      at: joined(parent(parent(key)), last(key)),
      without: key,
      value: PLAIN[typeOf(key, target)],
    }),
  },
  {
    name: "key one level too low",
    about: (key, target) => key.includes(".") && isLeaf(key, target),
    make: (key, target) => ({
      at: `${parent(key)}.spec.${last(key)}`,
      without: key,
      value: PLAIN[typeOf(key, target)],
    }),
  },
  {
    name: "duplicate key",
    about: (key, target) => isLeaf(key, target),
    make: (key, target) => {
      const value = PLAIN[typeOf(key, target)];
      return { at: again(key), value, beside: { [key]: value } };
    },
  },
  {
    name: "value in another case",
    weight: 2,
    about: (key) => wordsOf(key).length > 0,
    make: (key, target, dice) => {
      const word = String(target.words(dice.pick(wordsOf(key))));
      const written = [
        word.toLowerCase(),
        word.toUpperCase(),
        `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`,
      ];
      return { value: dice.pick(written) };
    },
  },
  {
    name: "unknown value",
    about: (key) => wordsOf(key).length > 0,
    make: (_key, _target, dice) => ({
      value: dice.pick(["None", "auto", "Default ", "cert-manager", "google"]),
    }),
  },
  {
    name: "allowed value",
    about: (key) => wordsOf(key).length > 0,
    make: (key, target, dice) => ({ value: target.words(dice.pick(wordsOf(key))) }),
  },
  {
    name: "value of another chart",
    weight: 2,
    about: (key, { foreign, words }) =>
      Object.hasOwn(foreign.keys, last(key)) ||
      wordsOf(key).some((word) => Object.hasOwn(foreign.values, String(words(word)))),
    make: (key, target, dice) => {
      const { keys, values } = target.foreign;
      const others = wordsOf(key).flatMap((word) => values[String(target.words(word))] ?? []);
      if (others.length > 0) return { value: dice.pick(others) };
      return { at: joined(parent(key), keys[last(key)] ?? last(key)), value: PLAIN[typeOf(key, target)] };
    },
  },
];

/** All kinds of mutations. */
export const KINDS: readonly MutationKind[] = [...GENERAL, ...KUBERNETES_KINDS];
