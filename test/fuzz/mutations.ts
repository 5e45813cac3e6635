import type { Dice } from "../helm/dice.ts";
import { atLine, TYPING } from "./typing.ts";
import { YAML_TOKENS } from "./yaml-tokens.ts";

/** Changes a text; `others` are the texts that it may take something from. */
export type Mutation = (text: string, dice: Dice, others: readonly string[]) => string;

/** Characters that editors show oddly, or that YAML, JavaScript or a terminal treat in a way of their own. */
const ODD = [
  ...[
    "\uFEFF",
    "\u0085",
    "\u2028",
    "\u2029",
    "\u00a0",
    "\u200b",
    "\u200d",
    "\u202e",
    "\u0301",
    "\u00df",
    "\u0130",
  ],
  ...[
    "\ud83d\ude00",
    "\ud83d",
    "\ude00",
    "\ufffe",
    "\uffff",
    "\u{10ffff}",
    "\0",
    "\u0007",
    "\b",
    "\u001b[31m",
    "\u007f",
  ],
  ...["\u009b", "\v", "\f", "\r", "\r\n", "\n\r", "\u0600", "\uff1a", "\u4e2d\u6587"],
];

const OPENING = ["[", "{", "- ", "{a: ", "[{a: [", "? ", "a:\n", "!a ", '"', "&a ", "*a : "];

/** The changes that `npm run fuzz` makes, by what they do. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  ...TYPING,
  "a line moved": (text, dice) => {
    const lines = text.split("\n");
    const [moved = ""] = lines.splice(dice.below(lines.length), 1);
    return lines.toSpliced(dice.below(lines.length + 1), 0, moved).join("\n");
  },
  "a block many times": (text, dice) => {
    const lines = text.split("\n");
    const at = dice.below(lines.length);
    const block = lines.slice(at, at + 1 + dice.below(4));
    const times = 2 + dice.below(dice.oneIn(20) ? 40 : 4);
    return lines.toSpliced(at, 0, ...Array.from({ length: times }, () => block).flat()).join("\n");
  },
  "another indentation": (text, dice) =>
    atLine(text, dice, (line) => [
      dice.pick([` ${line}`, `  ${line}`, `\t${line}`, line.slice(1), line.slice(2), line.trimStart()]),
    ]),
  "all lines deeper": (text, dice) => {
    const margin = dice.pick(["  ", " ", "\t", "a:\n  ", "- "]);
    return text.replace(/^(?=.)/gm, margin);
  },
  "a token": (text, dice) => inserted(text, dice, dice.pick(YAML_TOKENS)),
  "several tokens": (text, dice) =>
    inserted(text, dice, dice.several(2, 6, () => dice.pick(YAML_TOKENS)).join("")),
  "an odd character": (text, dice) => inserted(text, dice, dice.pick(ODD)),
  "random characters": (text, dice) =>
    inserted(
      text,
      dice,
      String.fromCharCode(...dice.several(1, 8, () => dice.below(dice.oneIn(2) ? 256 : 65536))),
    ),
  "a part less": (text, dice) => {
    const at = dice.below(text.length + 1);
    return text.slice(0, at) + text.slice(at + dice.below(40));
  },
  "the beginning cut off": (text, dice) => text.slice(dice.below(text.length + 1)),
  "spliced with another": (text, dice, others) => {
    const other = dice.pick(others);
    return text.slice(0, dice.below(text.length + 1)) + other.slice(dice.below(other.length + 1));
  },
  "another inside": (text, dice, others) => {
    const margin = dice.pick(["", "  ", "    "]);
    return atLine(text, dice, (line) => [
      line,
      ...dice
        .pick(others)
        .split("\n")
        .map((one) => margin + one),
    ]);
  },
  "a value of another": (text, dice, others) => {
    const value = dice
      .pick(others)
      .split("\n")
      .map((line) => /: (.*)$/.exec(line)?.[1] ?? line);
    return atLine(text, dice, (line) => [
      line.replace(/(:|- ?).*$/, `$1 ${dice.pick(value).replaceAll("$", "")}`),
    ]);
  },
  "a key of another": (text, dice, others) => {
    const keys = dice
      .pick(others)
      .split("\n")
      .map((line) => /^\s*([^:]*):/.exec(line)?.[1] ?? "a");
    return atLine(text, dice, (line) => [
      line.replace(/[^\s:-][^:]*:/, `${dice.pick(keys).replaceAll("$", "")}:`),
    ]);
  },
  "a second document": (text, dice, others) => `${text}\n---\n${dice.pick(others)}`,
  "an anchor and an alias": (text, dice) =>
    atLine(
      atLine(text, dice, (line) => [line.replace(/:/, ": &a")]),
      dice,
      (line) => [line.replace(/(:|- ?).*$/, dice.pick(["$1 *a", ": {<<: *a}", "$1 [*a, *a]"]))],
    ),
  "a tag": (text, dice) =>
    atLine(text, dice, (line) => [
      line.replace(
        /(:|- ?) */,
        `$1 ${dice.pick(["!!str", "!!int", "!!map", "!!binary", "!x", "!<a>", "! "])} `,
      ),
    ]),
  "carriage returns": (text, dice) => text.replaceAll("\n", dice.pick(["\r\n", "\r", "\n\r"])),
  "a long key": (text, dice) =>
    inserted(text, dice, `${dice.pick(["a", "a.", "é", "\\", "a-"]).repeat(length(dice))}:`),
  "a long value": (text, dice) =>
    inserted(text, dice, `: ${dice.pick(["x", "a ", '"', "\\n", "1", "="]).repeat(length(dice))}`),
  "much nesting": (text, dice) => {
    const opening = dice.pick(OPENING);
    return inserted(text, dice, opening.repeat(1 + dice.below(dice.oneIn(10) ? 400 : 40)));
  },
  "a deep ladder": (text, dice) => {
    const steps = 1 + dice.below(dice.oneIn(10) ? 150 : 12);
    const lines = Array.from(
      { length: steps },
      (_, level) => `${" ".repeat(level)}${dice.pick(["a:", "- a:", "? a"])}`,
    );
    return inserted(text, dice, `\n${lines.join("\n")}\n`);
  },
};

/** A length that is mostly small. */
function length(dice: Dice): number {
  return 1 + dice.below(dice.pick([30, 30, 300, dice.oneIn(10) ? 5000 : 300]));
}

function inserted(text: string, dice: Dice, part: string): string {
  const at = dice.below(text.length + 1);
  return text.slice(0, at) + part + text.slice(at);
}
