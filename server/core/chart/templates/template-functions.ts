import type { ChartPlace } from "../chart.ts";
import type { Store } from "./template-store.ts";
import {
  type Atom,
  FILES,
  type Mapping,
  type Pattern,
  PLAIN,
  textsOf,
  type Value,
} from "./template-values.ts";

/** What an expression gives, with the places that say so. */
export type Result = readonly { readonly value: Value; readonly place: ChartPlace }[];

/** A function with its arguments; the one that comes through a pipeline is the last. */
export interface FunctionCall {
  readonly args: readonly Result[];
  /** Where the call is written. */
  readonly place: ChartPlace;
  readonly store: Store;
}

/**
 * What a function of Go's templates, Sprig or Helm gives. Any that is not known here (`toYaml`, `eq`, `printf "%d"`) reads
 * the whole of its arguments, and what it gives says nothing more of the values.
 */
export function callFunction(name: string, call: FunctionCall): Result {
  return (FUNCTIONS.get(name) ?? FUNCTIONS.get(withoutMust(name)) ?? spendAll)(call);
}

type TemplateFunction = (call: FunctionCall) => Result;

/** Sprig has many functions a second time, with an error in place of an empty result: `mustMerge`. */
function withoutMust(name: string): string {
  if (!/^must[A-Z]/.test(name)) return name;
  return name.charAt(4).toLowerCase() + name.slice(5);
}

/** The value of a result, whichever of its places it comes from. */
export function resultValue(result: Result | undefined, store: Store): Value {
  const [first, ...others] = result ?? [];
  if (!first) return PLAIN;
  if (others.length === 0) return first.value;
  return store.any([first.value, ...others.map(({ value }) => value)], first.place);
}

/** Notes that a whole result is read, and says whether there is a text in it that may be a template of its own. */
export function spendResult(result: Result | undefined, store: Store): boolean {
  return (result ?? []).map(({ value, place }) => store.spend(value, place)).includes(true);
}

/** Notes that it is asked whether a result is empty, or what type it has. */
export function touchResult(result: Result | undefined, store: Store): void {
  for (const { value, place } of result ?? []) store.touch(value, place);
}

const spendAll: TemplateFunction = ({ args, place, store }) => {
  const mayBeTemplate = args.map((arg) => spendResult(arg, store)).includes(true);
  return [{ value: mayBeTemplate ? [FILES] : PLAIN, place }];
};

const touchAll: TemplateFunction = ({ args, place, store }) => {
  for (const arg of args) touchResult(arg, store);
  return [{ value: PLAIN, place }];
};

/** A result has no more places than these. */
const MAX_PLACES = 40;

/** Gives one of its arguments, whichever is not empty. */
const oneOf: TemplateFunction = ({ args, store }) => {
  for (const arg of args) touchResult(arg, store);
  const all = args.flat();
  const [first] = all;
  if (!first || all.length <= MAX_PLACES) return all;
  return [{ value: resultValue(all, store), place: first.place }];
};

/** Gives the value of its last argument, or a copy of it. */
const lastCopied: TemplateFunction = ({ args, store }) => copied(args.at(-1), store);

function copied(result: Result | undefined, store: Store): Result {
  return (result ?? []).map(({ value, place }) => ({ value: store.copy(value), place }));
}

/** Follows keys down a value, and notes where that leads. */
function followed(
  call: FunctionCall,
  from: Result | undefined,
  keys: readonly (Result | undefined)[],
): Result {
  const { store, place } = call;
  let value = resultValue(from, store);
  for (const key of keys) {
    spendResult(key, store);
    value = store.field(value, resultValue(key, store), place);
  }
  store.touch(value, place);
  return [{ value, place }];
}

const dict: TemplateFunction = (call) => {
  const { args, place, store } = call;
  const mapping = store.mapping();
  for (let at = 0; at < args.length; at += 2) {
    spendResult(args[at], store);
    store.put([mapping], resultValue(args[at], store), resultValue(args[at + 1], store), place);
  }
  return [{ value: [mapping], place }];
};

const list: TemplateFunction = ({ args, place, store }) => [
  {
    value: store.list(
      args.map((arg) => resultValue(arg, store)),
      true,
    ),
    place,
  },
];

/** A list of the items of other lists, or of some of them, and of what is added to them. */
function relisted(
  call: FunctionCall,
  lists: readonly (Result | undefined)[],
  more: readonly Value[] = [],
): Result {
  const { store, place } = call;
  const items = lists.flatMap((one) => (one ?? []).map((part) => itemsOf(part.value, part.place, store)));
  return [{ value: store.list([...items, ...more], false), place }];
}

/** Any item of a list; a list of the values is read as a whole. */
function itemsOf(value: Value, place: ChartPlace, store: Store): Value {
  return store.any(
    store.elements(value, place).map(([, item]) => item),
    place,
  );
}

const sameItems: TemplateFunction = (call) => {
  for (const arg of call.args.slice(0, -1)) spendResult(arg, call.store);
  return relisted(call, call.args.slice(-1));
};

const sliced: TemplateFunction = (call) => {
  for (const arg of call.args.slice(1)) spendResult(arg, call.store);
  return relisted(call, call.args.slice(0, 1));
};

/** The item of a list at an index. */
const itemAt =
  (index: number): TemplateFunction =>
  ({ args, place, store }) => [
    { value: store.field(resultValue(args[0], store), [{ kind: "index", index }], place), place },
  ];

const merge: TemplateFunction = ({ args, place, store }) => {
  const [target, ...sources] = args;
  const into = resultValue(target, store);
  const [first = PLAIN, ...others] = sources.map((source) => resultValue(source, store));
  // An empty mapping has none inside that the first source could be written into.
  const isEmpty = into.every((atom) => atom.kind === "mapping" && isEmptyMapping(atom));
  if (!isEmpty) store.link(into, first, place);
  store.put(into, undefined, first, place);
  for (const one of others) {
    store.link(into, one, place);
    store.put(into, undefined, one, place);
  }
  return [{ value: into, place }];
};

function isEmptyMapping({ entries, rest, bases }: Mapping): boolean {
  return entries.size === 0 && rest.length === 0 && bases.length === 0;
}

const set: TemplateFunction = ({ args, place, store }) => {
  const into = resultValue(args[0], store);
  spendResult(args[1], store);
  store.put(into, resultValue(args[1], store), resultValue(args[2], store), place);
  return [{ value: into, place }];
};

const pick: TemplateFunction = (call) => {
  const { args, place, store } = call;
  const picked = store.mapping();
  for (const key of args.slice(1)) {
    const value = resultValue(followed(call, args[0], [key]), store);
    store.put([picked], resultValue(key, store), value, place);
  }
  return [{ value: [picked], place }];
};

const hasKey: TemplateFunction = (call) => {
  followed(call, call.args[0], call.args.slice(1));
  return [{ value: PLAIN, place: call.place }];
};

const dig: TemplateFunction = (call) => {
  const { args } = call;
  const fallback = args.at(-2) ?? [];
  return [...followed(call, args.at(-1), args.slice(0, -2)), ...fallback];
};

const pluck: TemplateFunction = (call) => {
  const { args, place, store } = call;
  const items = args.slice(1).map((from) => resultValue(followed(call, from, args.slice(0, 1)), store));
  return [{ value: store.list(items, false), place }];
};

/** More texts than these are not told apart, and longer ones are not known. */
const MAX_TEXTS = 32;
const MAX_TEXT = 1000;

/** Texts put together. Where some are not known, a template of its own stays one, and otherwise the ends may be known. */
function joined(parts: readonly (readonly string[] | undefined)[], spent: Result, place: ChartPlace): Result {
  let texts: readonly string[] | undefined = [""];
  for (const part of parts) {
    const before: readonly string[] | undefined = texts;
    texts = before && part && before.flatMap((one) => part.map((other) => one + other));
    if (texts && (texts.length > MAX_TEXTS || texts.some(({ length }) => length > MAX_TEXT)))
      texts = undefined;
    if (!texts) break;
  }
  if (texts) return [{ value: texts.map((text): Atom => ({ kind: "text", text })), place }];
  if (spent.some(({ value }) => value.includes(FILES))) return spent;
  const pattern: Pattern = {
    kind: "pattern",
    prefix: knownText(parts),
    suffix: knownText(parts.toReversed(), true),
  };
  return [{ value: [pattern], place }];
}

/** The text of the first parts, as far as it is known. */
function knownText(parts: readonly (readonly string[] | undefined)[], isReversed = false): string {
  const until = parts.findIndex((part) => part?.length !== 1);
  const known = parts.slice(0, until < 0 ? parts.length : until).flatMap((part) => part ?? []);
  return (isReversed ? known.reverse() : known).join("");
}

const printf: TemplateFunction = (call) => {
  const { args, place, store } = call;
  const [format] = textsOf(resultValue(args[0], store)) ?? [];
  const spent = spendAll(call);
  // With `%[1]s` and `%*d` arguments are not simply used one after the other.
  const isKnown = format !== undefined && !/[[*]/.test(format);
  if (!isKnown) return spent;
  let next = 1;
  const parts = format.split(/(%[^a-zA-Z%]*[a-zA-Z%])/).map((part): readonly string[] | undefined => {
    if (!part.startsWith("%")) return [part];
    if (part === "%%") return ["%"];
    const texts = textsOf(resultValue(args[next++], store));
    return part === "%s" || part === "%v" ? texts : undefined;
  });
  return joined(parts, spent, place);
};

/** `print` puts a space between two arguments if neither is a text; those are not told apart from each other here. */
const print: TemplateFunction = (call) => {
  const { args, place, store } = call;
  const spent = spendAll(call);
  return joined(
    args.map((arg) => textsOf(resultValue(arg, store))),
    spent,
    place,
  );
};

/** Sources: pkg/template/funcs.go of Go, https://masterminds.github.io/sprig and pkg/engine/funcs.go of Helm. */
const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ["default", oneOf],
  ["coalesce", oneOf],
  ["and", oneOf],
  ["or", oneOf],
  ["not", touchAll],
  ["empty", touchAll],
  ["kindOf", touchAll],
  ["typeOf", touchAll],
  [
    "kindIs",
    (call) => {
      spendResult(call.args[0], call.store);
      return touchAll({ ...call, args: call.args.slice(1) });
    },
  ],
  [
    "required",
    ({ args, store }) => {
      spendResult(args[0], store);
      touchResult(args[1], store);
      return args[1] ?? [];
    },
  ],
  [
    "ternary",
    ({ args, store }) => {
      touchResult(args[2], store);
      return args.slice(0, 2).flat();
    },
  ],
  ["dict", dict],
  ["list", list],
  ["tuple", list],
  ["get", (call) => followed(call, call.args[0], call.args.slice(1))],
  ["index", (call) => followed(call, call.args[0], call.args.slice(1))],
  ["dig", dig],
  ["hasKey", hasKey],
  ["pluck", pluck],
  ["pick", pick],
  [
    "omit",
    ({ args, store }) => {
      for (const key of args.slice(1)) spendResult(key, store);
      return copied(args[0], store);
    },
  ],
  ["deepCopy", lastCopied],
  ["merge", merge],
  ["mergeOverwrite", merge],
  ["set", set],
  [
    "unset",
    ({ args, store }) => {
      spendResult(args[1], store);
      return args[0] ?? [];
    },
  ],
  ["first", itemAt(0)],
  ["last", itemAt(-1)],
  ["rest", sameItems],
  ["initial", sameItems],
  ["reverse", sameItems],
  ["slice", sliced],
  ["concat", (call) => relisted(call, call.args)],
  [
    "append",
    (call) =>
      relisted(
        call,
        call.args.slice(0, 1),
        call.args.slice(1).map((arg) => resultValue(arg, call.store)),
      ),
  ],
  [
    "prepend",
    (call) =>
      relisted(
        call,
        call.args.slice(0, 1),
        call.args.slice(1).map((arg) => resultValue(arg, call.store)),
      ),
  ],
  ["printf", printf],
  ["print", print],
]);
