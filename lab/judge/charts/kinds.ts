// The kinds of files that are judged: right ones, and right ones with one thing wrong.
import { dump } from "js-yaml";
import { readBeside } from "../../../schemas/schema-node.ts";
import { reversed, type Words } from "../../../server/core/schema/vocabulary.ts";
import type { Dice } from "../../../test/helm/dice.ts";
import type { Json } from "../../../test/schemas/facts.ts";
import { misspelt } from "../misspelt.ts";
import type { GivenChart } from "./given-charts.ts";
import {
  isMapping,
  leavesOf,
  type Path,
  sectionsOf,
  type Values,
  valueAt,
  withKey,
  withoutKey,
} from "./paths.ts";
import { isOften, keysOf, NEEDED, rightFile, rightFor, STYLES, withAnchors } from "./right-files.ts";
import {
  BAD_FORMATS,
  KUBERNETES_VALUES,
  READ_OTHERWISE,
  type ValueTable,
  valuesFor,
  WRONG_WORDS,
} from "./wrong-values.ts";

/** A file, what was meant, and what there is without it. */
export interface Mutant {
  /** The key that it is about, with what is written there. */
  readonly about: string;
  readonly right: Values;
  readonly without: Values;
  /** Writes the file, below the line that names the chart. */
  text(modeline: string): string;
}

/** Makes a file of one kind for a chart; `undefined` if the dice chose what cannot be made. */
export type Make = (chart: GivenChart, dice: Dice, all: readonly GivenChart[]) => Mutant | undefined;

/** One kind of files. */
export interface FileKind {
  readonly name: string;
  /** Nothing is wrong in its files. */
  readonly isRight?: true;
  readonly make: Make;
}

type Change = (key: Path, right: Json, dice: Dice, chart: GivenChart) => readonly [Path, Json] | undefined;

const plain = (values: Values) => (modeline: string) => `${modeline}${dump(values, { lineWidth: -1 })}`;
const shown = (key: Path, value: Json | undefined) =>
  `${key.join(".")}: ${JSON.stringify(value)?.slice(0, 150)}`;

function rightKind(name: string, make: (chart: GivenChart, dice: Dice) => Values, style?: string): FileKind {
  return {
    name,
    isRight: true,
    make: (chart, dice) => {
      const made = make(chart, dice);
      const how = style ?? dice.pick(Object.keys(STYLES));
      const right = how === "anchors" ? withAnchors(made, chart) : made;
      const text = (modeline: string) => STYLES[how]?.(right, modeline) ?? plain(right)(modeline);
      return { about: `${how} ${JSON.stringify(made)}`, right, without: right, text };
    },
  };
}

/** A kind that writes something else for a key than what is meant there, or writes it at another place. */
function changed(
  name: string,
  keys: (chart: GivenChart, all: readonly GivenChart[]) => readonly Path[],
  change: Change,
  meant: (key: Path, dice: Dice, chart: GivenChart) => Json = (key, dice, chart) =>
    rightFor(key, dice, valueAt(chart.values, key) ?? ""),
): FileKind {
  return {
    name,
    make: (chart, dice, all) => {
      const possible = keys(chart, all);
      if (possible.length === 0) return undefined;
      const key = dice.pick(possible);
      const without = withoutKey(rightFile(chart, dice, 3), key);
      const right = withKey(without, key, meant(key, dice, chart));
      const [place, value] = change(key, valueAt(right, key) ?? "", dice, chart) ?? [];
      if (place === undefined || value === undefined) return undefined;
      const text = withKey(without, place, value);
      return { about: shown(place, value), right, without, text: plain(text) };
    },
  };
}

const leaves = ({ values }: GivenChart) => leavesOf(values).filter(isOften);
const sections = ({ values }: GivenChart) => sectionsOf(values).filter(isOften);
const withValuesIn = (table: ValueTable) => (chart: GivenChart) =>
  leavesOf(chart.values).filter((key) => valuesFor(table, key).length > 0);
const other: Change = (key, _right, dice) => [key, dice.pick(valuesFor(BAD_FORMATS, key))];

const OF_OTHER_TYPES: Readonly<Record<string, readonly Json[]>> = {
  string: [{ own: "x" }, ["own"]],
  number: ["two", { own: 1 }, [2]],
  boolean: [{ own: true }, [true], "maybe"],
  list: ["own", 7],
  mapping: ["own", 7],
};
const typeOf = (value: Json) => (Array.isArray(value) ? "list" : isMapping(value) ? "mapping" : typeof value);

const PUBLISHED_WORDS = readBeside<{ readonly words: Words }>("published-chart.json").words;

/** The words of the chart that another one has. */
const foreignOf = ({ name }: GivenChart) =>
  name === "cap-operator" ? reversed(PUBLISHED_WORDS) : PUBLISHED_WORDS;

/** A Kubernetes value with one of its field names misspelt; `undefined` if the dice chose no field. */
function fieldMisspelt(value: Json, dice: Dice): Json | undefined {
  if (Array.isArray(value)) {
    const below = fieldMisspelt(value[0] as Json, dice);
    return below === undefined ? undefined : [below];
  }
  if (!isMapping(value)) return undefined;
  const name = dice.pick(Object.keys(value));
  const deeper = dice.oneIn(3) ? undefined : fieldMisspelt(value[name] ?? "", dice);
  if (deeper !== undefined) return { ...value, [name]: deeper };
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [key === name ? misspelt(key, dice) : key, below]),
  );
}

/** The line of a key in values as they are dumped. */
function lineOf(lines: readonly string[], key: Path): number {
  return key.reduce(
    (from, name, depth) =>
      lines.findIndex((line, index) => index > from && line.startsWith(`${"  ".repeat(depth)}${name}:`)),
    -1,
  );
}

/** The kinds, in the order of the page. */
export const FILE_KINDS: readonly FileKind[] = [
  rightKind("right", (chart, dice) => rightFile(chart, dice, 12), "plain"),
  rightKind("right, in another style", (chart, dice) => rightFile(chart, dice, 12)),
  rightKind(
    "right, with a default written out",
    (chart, dice) => {
      const isNeeded = (key: Path) => NEEDED.some((needed) => needed.join(".") === key.join("."));
      const key = dice.pick(
        keysOf(chart).filter(
          (candidate) => !isNeeded(candidate) && valueAt(chart.values, candidate) !== undefined,
        ),
      );
      return withKey(withoutKey(rightFile(chart, dice, 3), key), key, valueAt(chart.values, key) ?? "");
    },
    "plain",
  ),
  changed("typo in a key", leaves, (key, right, dice, chart) => {
    const place = [...key.slice(0, -1), misspelt(key.at(-1) ?? "", dice)];
    return valueAt(chart.values, place) === undefined ? [place, right] : undefined;
  }),
  {
    name: "typo in a section",
    make: (chart, dice) => {
      const right = rightFile(chart, dice, 4);
      const section = dice.pick(sectionsOf(right).filter((key) => isMapping(valueAt(chart.values, key))));
      const place = [...section.slice(0, -1), misspelt(section.at(-1) ?? "", dice)];
      const without = withoutKey(right, section);
      if (valueAt(chart.values, place) !== undefined) return undefined;
      const text = plain(withKey(without, place, valueAt(right, section) ?? ""));
      return { about: place.join("."), right, without, text };
    },
  },
  {
    name: "key of another version",
    make: (chart, dice, all) => {
      const others = all.filter(({ name }) => name === chart.name).flatMap(leaves);
      const foreign = others.filter((key) => valueAt(chart.values, key) === undefined);
      if (foreign.length === 0) return undefined;
      const key = dice.pick(foreign);
      const right = rightFile(chart, dice, 3);
      const value = rightFor(key, dice, "own");
      return { about: shown(key, value), right, without: right, text: plain(withKey(right, key, value)) };
    },
  },
  changed(
    "word of another chart",
    (chart) =>
      leavesOf(chart.values).filter(
        (key) => key.some((name) => name in foreignOf(chart).keys) || key.at(-1) === "certificateManager",
      ),
    (key, right, _dice, chart) => {
      const { keys, values } = foreignOf(chart);
      return [key.map((name) => keys[name] ?? name), (typeof right === "string" && values[right]) || right];
    },
    (key, dice, chart) => {
      const standard = valueAt(chart.values, key) ?? "";
      return key.at(-1) === "certificateManager" ? standard : rightFor(key, dice, standard);
    },
  ),
  changed("wrong type", leaves, (key, right, dice) => [
    key,
    dice.pick(OF_OTHER_TYPES[typeOf(right)] ?? ["own"]),
  ]),
  changed("wrong word", withValuesIn(WRONG_WORDS), (key, _right, dice, chart) => {
    const value = dice.pick(valuesFor(WRONG_WORDS, key));
    return value === valueAt(chart.values, key) ? undefined : [key, value];
  }),
  {
    name: "required key missing",
    make: (chart, dice) => {
      const right = rightFile(chart, dice, 8);
      const key = dice.pick(NEEDED);
      const text = withoutKey(right, key);
      return { about: key.join("."), right, without: right, text: plain(text) };
    },
  },
  changed(
    "moved key",
    (chart) => leaves(chart).filter(({ length }) => length > 1),
    (key, right, dice, chart) => {
      const name = key.at(-1) ?? "";
      const place = dice.pick<Path>([
        [...key.slice(0, -2), name],
        // Of the specification's chart nobody knows whether templates read something there.
        [chart.name === "cap-operator" ? "global" : "config", ...key],
        ["operator", ...key],
        [dice.pick(Object.keys(chart.values)), ...key.slice(1)],
      ]);
      return valueAt(chart.values, place) === undefined ? [place, right] : undefined;
    },
  ),
  {
    name: "null",
    make: (chart, dice) => {
      const key = dice.pick([...leaves(chart), ...sections(chart)]);
      const without = withoutKey(rightFile(chart, dice, 3), key);
      return { about: key.join("."), right: without, without, text: plain(withKey(without, key, null)) };
    },
  },
  changed("bad format", withValuesIn(BAD_FORMATS), other),
  changed(
    "section as text or list",
    sections,
    (key, _right, dice) => [key, dice.pick<Json>(["own", ["own"], 7])],
    (key, dice, chart) => {
      const section = valueAt(chart.values, key) as Values;
      const leaf = dice.pick(leavesOf(section));
      return withKey({}, leaf, rightFor([...key, ...leaf], dice, valueAt(section, leaf) ?? ""));
    },
  ),
  {
    name: "indentation",
    make: (chart, dice) => {
      const right = rightFile(chart, dice, 6);
      const key = dice.pick(leavesOf(right).filter(({ length }) => length > 1));
      const part = key.slice(0, 2 + dice.below(key.length - 1));
      const lines = dump(right, { lineWidth: -1 }).split("\n");
      const line = lineOf(lines, part);
      const shift = dice.pick([-2, -1, 1, 2]);
      const moved = shift < 0 ? lines[line]?.slice(-shift) : `${" ".repeat(shift)}${lines[line]}`;
      const text = lines.with(line, moved ?? "").join("\n");
      return {
        about: `${part.join(".")} by ${shift}`,
        right,
        without: withoutKey(right, part),
        text: (modeline) => `${modeline}${text}`,
      };
    },
  },
  changed(
    "typo in a Kubernetes field",
    withValuesIn(KUBERNETES_VALUES),
    (key, right, dice) => {
      const value = fieldMisspelt(right, dice);
      return value === undefined || JSON.stringify(value) === JSON.stringify(right)
        ? undefined
        : [key, value];
    },
    (key, dice) => dice.pick(valuesFor(KUBERNETES_VALUES, key)),
  ),
  {
    name: "unquoted text",
    make: (chart, dice) => {
      const key = dice.pick(withValuesIn(READ_OTHERWISE)(chart));
      const value = String(dice.pick(valuesFor(READ_OTHERWISE, key)));
      const place = isMapping(rightFor(key, dice, "")) ? [...key, "own"] : key;
      const without = withoutKey(rightFile(chart, dice, 3), key);
      const text = plain(withKey(without, place, "written-plainly"));
      return {
        about: shown(place, value),
        right: withKey(without, place, value),
        without,
        text: (modeline) => text(modeline).replace("written-plainly", value),
      };
    },
  },
];
