import type { Dice } from "../helm/dice.ts";

/** A change of a text. */
type Typing = (text: string, dice: Dice) => string;

/** Changes of the kind that a person makes while typing. */
export const TYPING: Readonly<Record<string, Typing>> = {
  "a line less": (text, dice) => atLine(text, dice, () => []),
  "a line twice": (text, dice) => atLine(text, dice, (line) => [line, line]),
  "a line deeper": (text, dice) => atLine(text, dice, (line) => [`  ${line}`]),
  "a line higher": (text, dice) => atLine(text, dice, (line) => [line.replace(/^ {1,2}/, "")]),
  "a letter less": (text, dice) =>
    atLine(text, dice, (line) => {
      const at = dice.below(line.length + 1);
      return [line.slice(0, at) + line.slice(at + 1)];
    }),
  "another value": (text, dice) =>
    atLine(text, dice, (line) => [line.replace(/:.*$/, `: ${dice.pick(VALUES)}`)]),
  "no value": (text, dice) => atLine(text, dice, (line) => [line.replace(/:.*$/, ":")]),
  "a new key": (text, dice) =>
    atLine(text, dice, (line) => [line, `${/^ */.exec(line)?.[0]}${dice.pick(KEYS)}`]),
  "cut off": (text, dice) => text.slice(0, dice.below(text.length)),
  "another mark": (text, dice) => {
    const at = dice.below(text.length);
    return text.slice(0, at) + dice.pick([..."{}[]\"'#&*|>-:?%@`\t"]) + text.slice(at);
  },
};

const VALUES = [
  "null",
  "true",
  '"2"',
  "2",
  "{}",
  "[]",
  "[a, b]",
  "a b",
  "*x",
  "{{ .Values.x }}",
  "100Mi",
  "|",
];
const KEYS = ["replicas: 2", "contr", "image:", "resources: {limits: {cpu: 1}}", "podLabels: {a: 1}", "- a"];

/** A text with other lines in place of one of its lines. */
export function atLine(text: string, dice: Dice, change: (line: string) => readonly string[]): string {
  const lines = text.split("\n");
  const at = dice.below(lines.length);
  return lines.flatMap((line, index) => (index === at ? change(line) : [line])).join("\n");
}
