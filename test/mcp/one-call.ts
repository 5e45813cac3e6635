// Broken files that are repaired by one call each, judged by the original file and the chart's schema, not by the rules.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { GOOD_FILES } from "../core/support/corpus.ts";
import { SPOILERS } from "../core/support/damaged-files.ts";
import { Dice } from "../helm/dice.ts";
import { repository } from "../support/repository.ts";
import type { Agent } from "./agent.ts";

const schema = JSON.parse(
  readFileSync(path.join(repository, "dist/schemas/values.schema.json"), "utf8"),
) as object;
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);

/** A values file in which one line went wrong, so that it cannot be read or the chart does not accept it. */
export interface BrokenFile {
  readonly good: string;
  readonly text: string;
  readonly line: number;
}

/** Different broken files, which a seed decides. */
export function brokenFiles(count: number, seed: number): readonly BrokenFile[] {
  const dice = new Dice(seed);
  const sources = GOOD_FILES.filter(({ kind, text }) => kind === "values" && isAccepted(text));
  const found = new Map<string, BrokenFile>();
  while (found.size < count) {
    const good = dice.pick(sources).text;
    const lines = good.split("\n");
    const line = dice.below(lines.length);
    const text = lines.with(line, dice.pick(SPOILERS)(lines[line] ?? "")).join("\n");
    if (!isAccepted(text)) found.set(text, { good, text, line });
  }
  return [...found.values()];
}

/** The result of repairing a broken file. */
export interface Outcome extends BrokenFile {
  readonly after: string;
  /** The chart accepts it, or a key or value of the mutated line is no longer in that line, so that nobody can know it, or neither. */
  readonly end: "repaired" | "word is gone" | "not repaired";
  /** Settings that the mutation did not change, and that are others after the repair. */
  readonly lost: readonly string[];
}

/** Repairs a file with one call. */
export async function repairedAtOnce(agent: Agent, broken: BrokenFile): Promise<Outcome> {
  const { repaired } = await agent.ask("check_values", { text: broken.text, repair: "likely" });
  const after: string = repaired?.text ?? broken.text;
  const end = isAccepted(after) ? "repaired" : isWordGone(broken) ? "word is gone" : "not repaired";
  const touched = touchedBy(broken);
  // A setting that the mutation has already changed is not lost by the repair.
  const changed = new Set(lostSettings(broken, broken.text, touched));
  return {
    ...broken,
    after,
    end,
    lost: lostSettings(broken, after, touched).filter((key) => !changed.has(key)),
  };
}

function isWordGone({ good, text, line }: BrokenFile): boolean {
  const wordsOf = (content: string) => content.split("\n")[line]?.match(/[^\s{}[\],:"']+/g) ?? [];
  const left = new Set<string>(wordsOf(text));
  return wordsOf(good).some((word) => !left.has(word));
}

function isAccepted(text: string): boolean {
  const values = valuesOf(text);
  return values !== undefined && isValid(values);
}

function valuesOf(text: string): unknown {
  try {
    return load(text) ?? {};
  } catch {
    return undefined;
  }
}

/** The paths of the key or item of a mutated line, also by aliases, and `isInline` if its value is in the line. */
interface Touched {
  readonly paths: readonly string[];
  readonly isInline: boolean;
}

const MARK = "__mark__";

function touchedBy({ good, line }: BrokenFile): Touched {
  const lines = good.split("\n");
  const old = lines[line] ?? "";
  const [, name = "", inline = ""] = /([\w./-]+)["']?:(?:\s+(.*))?$/.exec(old) ?? [];
  const marked = old.replace(/[\w./-]+(?=["']?:(?:\s|$))|(?<=- )[^\s:]+$/, MARK);
  const paths = new Set<string>();
  for (const [key, value] of leavesOf(valuesOf(lines.with(line, marked).join("\n")))) {
    const index = key.indexOf(`/${MARK}`);
    if (index >= 0) paths.add(`${key.slice(0, index)}/${name}`);
    else if (value === JSON.stringify(MARK)) paths.add(key);
  }
  const isInline = inline !== "" && !/^[&!]\S*$/.test(inline);
  return { paths: [...paths], isInline };
}

/** The settings of the good file but that of the mutated line: each must be what and where it was, or be kept elsewhere if it is below a mutated key. */
function lostSettings({ good }: BrokenFile, after: string, { paths, isInline }: Touched): string[] {
  const values = valuesOf(after);
  if (values === undefined) return [];
  const [before, now] = [leavesOf(valuesOf(good)), leavesOf(values)];
  return [...before].flatMap(([key, value]) => {
    if (now.get(key) === value || paths.includes(key)) return [];
    const isBelow = paths.some((path) => key.startsWith(`${path}/`));
    const last = key.slice(key.lastIndexOf("/"));
    const isKept = [...now].some(([other, kept]) => other.endsWith(last) && kept === value);
    return isBelow && (isInline || isKept) ? [] : [key];
  });
}

function leavesOf(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const left: [string, unknown][] = [["", value]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [key, inner] = next;
    const entries = typeof inner === "object" && inner !== null ? Object.entries(inner) : [];
    if (entries.length === 0) leaves.set(key, JSON.stringify(inner));
    for (const [name, inside] of entries) left.push([`${key}/${name}`, inside]);
  }
  return leaves;
}
