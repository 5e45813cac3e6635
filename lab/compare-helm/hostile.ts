import { SET_FLAGS, type SetEntry } from "../../server/core/values/set-entry.ts";
import { YAML_TOKENS } from "../../test/fuzz/yaml-tokens.ts";
import type { Dice } from "../../test/helm/dice.ts";
import type { Question } from "../../test/helm/question.ts";
import { generatedChart } from "./charts.ts";
import { plausibleFile } from "./plausible.ts";

const SCALARS = [
  "1",
  "1.0",
  "01",
  "0x10",
  "0b1",
  "1_0",
  "-0",
  "+1",
  ".5",
  "1.",
  "1e3",
  "1e400",
  ".inf",
  ".nan",
  "yes",
  "No",
  "y",
  "null",
  "~",
  "",
  "text",
  "two words",
  "'single'",
  '"double"',
  "'it''s'",
  '"\\t\\x41\\u00e9"',
  '"a\\\n   b"',
  "'a\n   b'",
  "plain\n     more",
  "2024-01-02",
  "12345678901234567890",
  "9223372036854775808",
  "!!str 1",
  "!!int 1",
  "!!int '1'",
  "!!float 1",
  "!!bool yes",
  "!!null ''",
  "!!binary aGk=",
  "!!binary '***'",
  "!own x",
  "! x",
  "!!str",
  "!!",
  "!!timestamp 2024-01-02",
  "a:b",
  "a#b",
  "a:",
  "-x",
  "- x",
  "?x",
  "http://x:80",
  "{{ x }}",
  "@x",
  "%x",
  "\u00a0",
  "a\tb",
  "'\t'",
  "é",
  "🙂",
  "=",
  "<<",
  "*",
  "&",
  "!",
  "|",
  ">",
];

const KEYS = [
  "a",
  "b",
  "c",
  "sub",
  "other",
  "level",
  "text",
  "1",
  "1.0",
  "01",
  "yes",
  "true",
  "null",
  "~",
  "''",
  "'a'",
  '"a"',
  "a b",
  "2024-01-02",
  "0x1",
  "1e0",
  "<<",
  "'<<'",
  "!!str a",
  "!!int 1",
  "&k a",
  "*x",
  "*x ",
  "? a",
  "-a",
  ".inf",
  "[a]",
  "{a: 1}",
  "__proto__",
  "é",
  "a.b",
  "a/b",
  "\ta",
  "=",
];

/** A stack that nobody would write, with entries and dependencies. */
export function hostileQuestion(dice: Dice): Question {
  const chart = dice.oneIn(3) ? generatedChart(dice) : { name: "asked", values: "" };
  const files = dice.several(1, 2, () => hostileFile(dice));
  const sets = dice.oneIn(3) ? dice.several(1, 2, () => hostileEntry(dice)) : [];
  return { chart, files, sets };
}

function hostileFile(dice: Dice): string {
  switch (dice.below(4)) {
    case 0:
      return soup(dice);
    case 1:
      return damaged(dice, plausibleFile(dice));
    case 2:
      return damaged(dice, new Writer(dice).file());
    default:
      return new Writer(dice).file();
  }
}

/** Tokens in no order, alone or in place of a value. */
function soup(dice: Dice): string {
  const tokens = dice.several(1, 8, () => dice.pick(YAML_TOKENS)).join("");
  switch (dice.below(5)) {
    case 0:
      return tokens;
    case 1:
      return `a: ${tokens}\nb: 1\n`;
    case 2:
      return `a: {b: ${tokens}}\n`;
    case 3:
      return `a: [1, ${tokens}]\nb: 2\n`;
    default:
      return `a:\n  b: 1\n  ${tokens.replaceAll("\n", "\n  ")}\nc: 3\n`;
  }
}

/** A text that was damaged in one to three places. */
function damaged(dice: Dice, text: string): string {
  let hit = text;
  for (const offset of dice.several(1, 3, () => dice.below(text.length + 1))) {
    switch (dice.below(6)) {
      case 0:
        hit = hit.slice(0, offset) + hit.slice(offset + 1);
        break;
      case 1:
      case 2:
        hit = hit.slice(0, offset) + dice.pick(YAML_TOKENS) + hit.slice(offset);
        break;
      case 3:
        hit = hit.slice(0, offset);
        break;
      default:
        hit = withOtherLines(dice, hit);
    }
  }
  // A lone surrogate would not reach Helm unchanged.
  return hit.replace(/\p{Surrogate}/gu, "");
}

function withOtherLines(dice: Dice, text: string): string {
  const lines = text.split("\n");
  const index = dice.below(lines.length);
  const line = lines[index] ?? "";
  switch (dice.below(5)) {
    case 0:
      return lines.with(index, ` ${line}`).join("\n");
    case 1:
      return lines.with(index, line.slice(1)).join("\n");
    case 2:
      return lines.toSpliced(index, 0, line).join("\n");
    case 3:
      return lines.with(index, `\t${line}`).join("\n");
    default:
      return lines.toSpliced(index, 1).join("\n");
  }
}

/** Writes files with everything that YAML has, in any style, most of it where it is allowed. */
class Writer {
  readonly #dice: Dice;
  readonly #anchors: string[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  file(): string {
    const dice = this.#dice;
    const head = dice.oneIn(8)
      ? dice.pick([
          "---\n",
          "--- ",
          "%YAML 1.1\n---\n",
          "# c\n",
          "\n",
          "\uFEFF",
          "--- # c\n",
          "---\t\n",
          "...\n",
          "--- !!map\n",
          "--- &r\n",
        ])
      : "";
    const tail = dice.oneIn(8)
      ? dice.pick([
          "...\n",
          "---\n",
          "---\na: 2\n",
          "# c",
          "\n\n",
          "...\na: 3\n",
          " ",
          "\t\n",
          "---\n- b\n",
          "--- a\n",
          "\0".replace("\0", ""),
        ])
      : "";
    const body = dice.oneIn(6) ? `${this.#flow(3, 0)}\n` : this.#mapping(0, 3);
    const text = head + body + tail;
    return dice.oneIn(12) ? text.replaceAll("\n", dice.pick(["\r\n", "\r"])) : text;
  }

  #mapping(indent: number, depth: number): string {
    return this.#dice.several(1, 4, () => this.#property(indent, depth)).join("");
  }

  #property(indent: number, depth: number): string {
    const dice = this.#dice;
    const margin = " ".repeat(indent);
    const lead = dice.oneIn(12)
      ? dice.pick(["\n", `${margin}# c\n`, "# c\n", `${margin}  \n`, `${margin}\t# c\n`])
      : "";
    if (dice.oneIn(12))
      return `${lead}${margin}? ${this.#inline(indent + 2, depth)}${margin}: ${this.#inline(indent + 2, depth)}`;
    if (dice.oneIn(14)) return `${lead}${margin}<<: ${this.#merged(depth)}\n`;
    const colon = dice.oneIn(10) ? dice.pick([" :", ":\t", ":  ", "  : ", ":"]) : ": ";
    return `${lead}${margin}${this.#key()}${colon}${this.#inline(indent, depth)}`;
  }

  #key(): string {
    return this.#dice.oneIn(3)
      ? this.#dice.pick(KEYS)
      : this.#dice.pick(["a", "b", "c", "sub", "level", "text"]);
  }

  #merged(depth: number): string {
    if (this.#anchors.length > 0 && !this.#dice.oneIn(3)) return `*${this.#dice.pick(this.#anchors)}`;
    return this.#dice.oneIn(2)
      ? this.#flow(depth, 0)
      : this.#dice.pick(["{a: 1}", "[{a: 1}, {b: 2}]", "null", "x", ""]);
  }

  /** A value after a colon, a dash or a question mark, with its line break. */
  #inline(indent: number, depth: number): string {
    const dice = this.#dice;
    const name = dice.oneIn(8) ? dice.pick(["x", "y", "z"]) : undefined;
    const tag = dice.oneIn(14)
      ? dice.pick(["!!map ", "!!seq ", "!!str ", "!own ", "!<tag:yaml.org,2002:map> ", "! "])
      : "";
    const head = dice.oneIn(2) ? `${name ? `&${name} ` : ""}${tag}` : `${tag}${name ? `&${name} ` : ""}`;
    const text = this.#body(indent, depth, head);
    if (name) this.#anchors.push(name);
    return text;
  }

  #body(indent: number, depth: number, head: string): string {
    const dice = this.#dice;
    const comment = dice.oneIn(12) ? dice.pick([" # c", "  #", "# c", "\t# c"]) : "";
    if (depth > 0) {
      switch (dice.below(7)) {
        case 0:
          return `${head}${comment}\n${this.#mapping(indent + dice.pick([2, 2, 1, 4]), depth - 1)}`;
        case 1:
          return `${head}${comment}\n${this.#list(indent + dice.pick([2, 0, 1]), depth - 1)}`;
        case 2:
          return `${head}${this.#flow(depth - 1, indent + 1)}${comment}\n`;
        case 3:
          return `${head}${this.#block(indent)}`;
      }
    }
    if (dice.oneIn(12) && this.#anchors.length > 0) return `*${dice.pick(this.#anchors)}${comment}\n`;
    return `${head}${dice.pick(SCALARS)}${comment}\n`;
  }

  #list(indent: number, depth: number): string {
    const margin = " ".repeat(indent);
    return this.#dice
      .several(1, 3, () => {
        if (this.#dice.oneIn(5)) return `${margin}-\n`;
        if (this.#dice.oneIn(4)) return `${margin}- ${this.#mapping(indent + 2, depth).trimStart()}`;
        return `${margin}-${this.#dice.pick([" ", " ", " ", "  ", "\t"])}${this.#inline(indent + 1, depth)}`;
      })
      .join("");
  }

  #flow(depth: number, indent: number): string {
    const dice = this.#dice;
    const gap = () =>
      dice.oneIn(8)
        ? dice.pick([`\n${" ".repeat(indent + 1)}`, "\n", " # c\n ", "\t", "  "])
        : dice.pick(["", " ", ""]);
    const size = dice.below(4);
    const end = dice.oneIn(10) ? dice.pick([",", ",,", " ,"]) : "";
    if (dice.oneIn(2)) {
      const items = Array.from(
        { length: size },
        () => gap() + (dice.oneIn(6) ? this.#pair(depth, indent) : this.#flowValue(depth, indent)),
      );
      return `[${items.join(",")}${end}${gap()}]`;
    }
    const items = Array.from({ length: size }, () => gap() + this.#pair(depth, indent));
    return `{${items.join(",")}${end}${gap()}}`;
  }

  #pair(depth: number, indent: number): string {
    const dice = this.#dice;
    if (dice.oneIn(10))
      return dice.pick([
        "? a",
        "? a : 1",
        "a",
        ": 1",
        "? ",
        "a:",
        "'a'",
        "*x",
        "*x : 1",
        "<<: {a: 1}",
        "<<: *x",
      ]);
    return `${this.#key()}${dice.oneIn(8) ? dice.pick([":", " :", ":\n ", "\n : "]) : ": "}${this.#flowValue(depth, indent)}`;
  }

  #flowValue(depth: number, indent: number): string {
    if (depth > 0 && this.#dice.oneIn(3)) return this.#flow(depth - 1, indent);
    if (this.#dice.oneIn(14) && this.#anchors.length > 0) return `*${this.#dice.pick(this.#anchors)} `;
    if (this.#dice.oneIn(20)) return `&${this.#dice.pick(["x", "y"])} ${this.#dice.pick(SCALARS)}`;
    return this.#dice.pick(SCALARS);
  }

  #block(indent: number): string {
    const dice = this.#dice;
    const header = dice.pick([
      "|",
      ">",
      "|-",
      ">-",
      "|+",
      ">+",
      "|2",
      ">1-",
      "|-2",
      "| # c",
      ">\t",
      "|3",
      "|0",
      "|x",
    ]);
    const margin = " ".repeat(indent + dice.pick([2, 2, 1, 4]));
    const lines = dice.several(0, 4, () =>
      dice.pick([
        "text",
        "  deeper",
        "",
        " one",
        "# no comment",
        "\ttab",
        "a: b",
        "- c",
        "---",
        "\u0085",
        "é",
      ]),
    );
    return `${header}\n${lines.map((line) => (line === "" ? "\n" : `${margin}${line}\n`)).join("")}`;
  }
}

const PARTS = [
  "a",
  "b",
  "sub",
  "other",
  "level",
  "text",
  "list",
  "global",
  "",
  "a\\.b",
  "a\\",
  "[0]",
  "[1]",
  "[2][0]",
  "[-1]",
  "[x]",
  "[",
  "]",
  "é",
  "enabled",
  " a",
  "<<",
];
const GIVEN = [
  "1",
  "-1",
  "01",
  "0",
  "+5",
  "1.5",
  "1e3",
  "true",
  "TRUE",
  "null",
  "Null",
  "",
  "x",
  "x y",
  "{a,b}",
  "{}",
  "{a",
  "a}",
  "{a,{b}}",
  "\\,",
  "a\\,b",
  "a=b",
  "a,b",
  "[1]",
  "9223372036854775807",
  "9223372036854775808",
  '{"a": 1}',
  '{"a": null}',
  '[1, {"b": 2}]',
  '"x"',
  '"\\u00e9"',
  "{",
  " 1",
  "1 ",
  "é",
  "~",
  "yes",
  "0x1",
  "'a'",
  '{"a":1}{',
  "1.0",
  "1e400",
  "-",
  "a.b",
  "a[0]",
];

function hostileEntry(dice: Dice): SetEntry {
  const flag = dice.pick(SET_FLAGS.filter((name) => name !== "set-file"));
  const assignments = dice.several(1, 2, () => {
    const path = dice
      .several(1, 3, () => dice.pick(PARTS))
      .reduce((text, part) => (part.startsWith("[") || text === "" ? text + part : `${text}.${part}`), "");
    return `${path}${dice.oneIn(12) ? dice.pick(["", "==", ":"]) : "="}${dice.pick(GIVEN)}`;
  });
  return { flag, text: assignments.join(dice.oneIn(10) ? dice.pick([",,", ", ", ";"]) : ",") };
}
