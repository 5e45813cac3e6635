import type { SetEntry } from "../../../server/core/values/set-entry.ts";
import type { SetFlag } from "../../../server/core/wire/releases.ts";
import { Dice } from "../dice.ts";
import type { HelmCase } from "../helm-case.ts";

const KEYS = [
  "text",
  "number",
  "level",
  "list",
  "map",
  "deeper",
  "deepest",
  "a",
  "b",
  "x",
  "global",
  "new",
  "1",
  "yes",
  "null",
  "'~'",
  '"quoted key"',
];
const SCALARS = [
  "1",
  "two",
  "'three'",
  '"four"',
  "null",
  "~",
  "",
  "yes",
  "off",
  "0x10",
  "0755",
  "1.50",
  "1e3",
  "''",
  "{}",
  "[]",
  "plain with: colon".replace(":", ""),
  "# comment",
];
const WRITTEN = ["1", "x", "null", "true", "", "007", "{1,2}", "{}", "\\,", "a\\.b", "-5"];
const FLAGS: readonly SetFlag[] = ["set", "set", "set-string", "set-json", "set-literal"];

/** Random stacks, always the same ones: files in different styles, with anchors, merge keys and equal keys. */
export function generatedCases(count: number): HelmCase[] {
  const cases: HelmCase[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const dice = new Dice(seed);
    const files = Array.from({ length: dice.below(4) }, () => new Writer(dice).file());
    const sets = Array.from({ length: dice.below(3) }, () => setEntry(dice));
    const chart = dice.pick(["defaults", "nulls", "umbrella", "defaults"] as const);
    cases.push({ group: "generated", chart, files, sets });
  }
  return cases;
}

class Writer {
  readonly #dice: Dice;
  #anchors: { readonly name: string; readonly mapping: boolean }[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  file(): string {
    const documents = this.#dice.below(12) === 0 ? 2 : 1;
    return Array.from({ length: documents }, () => {
      this.#anchors = [];
      return this.#mapping(0, 3);
    }).join("---\n");
  }

  #mapping(indent: number, depth: number): string {
    let lines = "";
    const size = 1 + this.#dice.below(4);
    for (let index = 0; index < size; index++) {
      const mappings = this.#anchors.filter(({ mapping }) => mapping);
      if (mappings.length > 0 && this.#dice.below(6) === 0) {
        lines += `${" ".repeat(indent)}<<: *${this.#dice.pick(mappings).name}\n`;
      }
      if (this.#dice.below(9) === 0) lines += "# between\n";
      lines += `${" ".repeat(indent)}${this.#key()}:${this.#value(indent, depth)}`;
    }
    return lines;
  }

  /** Helm rejects a plain null as a key; leaving it in now and then covers that refusal. */
  #key(): string {
    const key = this.#dice.pick(KEYS);
    return key === "null" && this.#dice.below(4) > 0 ? "'null'" : key;
  }

  /** A random value after a colon, with its line break. */
  #value(indent: number, depth: number): string {
    const kind = this.#dice.below(depth > 0 ? 10 : 5);
    if (kind >= 7) {
      const name = this.#dice.below(3) === 0 ? `x${this.#anchors.length}` : undefined;
      const text = `${name ? ` &${name}` : ""}\n${this.#mapping(indent + 2, depth - 1)}`;
      if (name) this.#anchors.push({ name, mapping: true });
      return text;
    }
    if (kind === 6) return `\n${this.#items(indent + 2, depth - 1)}`;
    if (kind === 5) return ` ${this.#flow(depth - 1)}\n`;
    if (kind === 4) return this.#block(indent + 2);
    if (kind === 3 && this.#anchors.length > 0) return ` *${this.#dice.pick(this.#anchors).name}\n`;
    const scalar = this.#dice.pick(SCALARS);
    return scalar === "" ? "\n" : ` ${scalar}\n`;
  }

  #items(indent: number, depth: number): string {
    const margin = " ".repeat(indent);
    return Array.from({ length: 1 + this.#dice.below(3) }, () =>
      depth > 0 && this.#dice.below(3) === 0
        ? `${margin}- ${this.#mapping(indent + 2, depth - 1).trimStart()}`
        : `${margin}- ${this.#scalar()}\n`,
    ).join("");
  }

  #flow(depth: number): string {
    const size = this.#dice.below(3);
    if (this.#dice.below(2) === 0)
      return `[${Array.from({ length: size }, () => this.#flowValue(depth)).join(", ")}]`;
    return `{${Array.from({ length: size }, () => `${this.#dice.pick(KEYS)}: ${this.#flowValue(depth)}`).join(", ")}}`;
  }

  #flowValue(depth: number): string {
    return depth > 0 && this.#dice.below(3) === 0 ? this.#flow(depth - 1) : this.#scalar();
  }

  #block(indent: number): string {
    const margin = " ".repeat(indent);
    const style = this.#dice.pick(["|", "|-", "|+", ">", ">-"]);
    return ` ${style}\n${margin}first line\n${margin}${this.#dice.pick(["second", "  deeper", "# no comment"])}\n`;
  }

  #scalar(): string {
    return this.#dice.pick(SCALARS.filter((text) => text !== "" && !text.startsWith("#")));
  }
}

function setEntry(dice: Dice): SetEntry {
  const flag = dice.pick(FLAGS);
  const assignments = Array.from({ length: 1 + dice.below(2) }, () => {
    const names = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(KEYS).replace(/['"]/g, ""));
    const index = dice.below(5) === 0 ? `[${dice.below(3)}]` : "";
    const value =
      flag === "set-json" ? dice.pick(["1", '"x"', "null", '{"a":1}', "[1]", ""]) : dice.pick(WRITTEN);
    return `${names.join(".")}${index}=${value}`;
  });
  return { flag, text: assignments.join(",") };
}
