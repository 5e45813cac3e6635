import { SET_FLAGS } from "../values/set-entry.ts";
import type { SetFlag } from "../wire/releases.ts";
import { walk } from "../yaml/lookup.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { isOperators } from "./chart-sources.ts";
import {
  type EntryInText,
  keyOnly,
  MOST_RELEASES,
  type ReleaseInText,
  type TextSpan,
} from "./release-in-text.ts";

/** A word of a command, as a shell expands it, with its range. */
interface Word extends TextSpan {
  readonly text: string;
  /** The offset of each character of the text. */
  readonly places: readonly number[];
  /** True if the word contains a variable or another command, so that its value is known only when it runs. */
  readonly isOpaque: boolean;
}

/** The flags of `helm install`, `upgrade` and `template` that have no value, as `helm upgrade --help` lists them; each other one has a value. */
const SWITCHES: ReadonlySet<string> = new Set(
  (
    "-i --install -g --generate-name --atomic --wait --wait-for-jobs --create-namespace --dry-run --debug --devel --force --force-replace --force-conflicts --reuse-values " +
    "--reset-values --reset-then-reuse-values --cleanup-on-fail --rollback-on-failure --dependency-update --disable-openapi-validation " +
    "--enable-dns --hide-notes --hide-secret --include-crds --insecure-skip-tls-verify --is-upgrade --no-hooks --pass-credentials " +
    "--plain-http --render-subchart-notes --replace --skip-crds --skip-schema-validation --skip-tests --take-ownership --validate --verify -h --help"
  ).split(" "),
);
const VERBS: readonly string[] = ["upgrade", "install", "template"];
/** The keys of pipelines whose values are commands for a shell: of GitHub and Azure, and of GitLab. */
const COMMAND_KEYS: readonly string[] = ["run", "bash", "script", "before_script", "after_script"];
const HELM = /(?<![\w./$-])helm[ \t]/g;

/** Tells quickly if a text may have such commands. */
function mayHaveCommands(text: string, names: readonly string[]): boolean {
  return text.includes("helm ") && text.includes("--set") && names.some((name) => text.includes(name));
}

/** The commands of Helm in a script that install the operator's chart, with the keys that they set. */
export function commandsInScript(text: string, names: readonly string[]): readonly ReleaseInText[] {
  return mayHaveCommands(text, names) ? commandsIn(text, [{ start: 0, end: text.length }], names) : [];
}

/** The same in a pipeline, where the values of some keys are scripts. */
export function commandsInPipeline(
  { text, documents }: YamlFile,
  names: readonly string[],
): readonly ReleaseInText[] {
  if (!mayHaveCommands(text, names)) return [];
  const scripts: TextSpan[] = [];
  for (const { root } of documents) {
    if (root === undefined) continue;
    walk(root, (node) => {
      // In a text in quotes or of several lines that are folded, a line is not a command.
      if (node.type !== "string" || (node.style !== "literal" && node.style !== "plain")) return;
      const { parent } = node;
      const holder = parent?.type === "array" ? parent.parent : parent;
      if (holder?.type !== "property" || !COMMAND_KEYS.includes(holder.key)) return;
      scripts.push({ start: node.offset, end: node.offset + node.length });
    });
  }
  return commandsIn(text, scripts, names);
}

function commandsIn(
  text: string,
  scripts: readonly TextSpan[],
  names: readonly string[],
): readonly ReleaseInText[] {
  const found: ReleaseInText[] = [];
  for (const { start, end } of scripts) {
    let done = start;
    for (const { index } of text.slice(start, end).matchAll(HELM)) {
      const begin = start + index;
      if (begin < done || found.length > MOST_RELEASES || !isCommand(text, start, begin)) continue;
      const words = wordsFrom(text, begin, end);
      done = words.at(-1)?.end ?? begin;
      const release = releaseOf(words, names);
      if (release) found.push(release);
    }
  }
  return found;
}

/** True if a command can begin at an offset: at the start of a line that does not continue another, or after a separator of commands. */
function isCommand(text: string, from: number, offset: number): boolean {
  const line = Math.max(text.lastIndexOf("\n", offset - 1) + 1, from);
  if (offset - line > LONGEST_LEAD) return false;
  const before = text.slice(line, offset).trim();
  if (before !== "") return /(?:[;&|({!@]|\b(?:then|do|else|exec|sudo|time))$/.test(before);
  return line === from || !/\\\r?\n$/.test(text.slice(Math.max(from, line - 3), line));
}

const LONGEST_LEAD = 1_000;

function releaseOf(words: readonly Word[], names: readonly string[]): ReleaseInText | undefined {
  const plain: Word[] = [];
  const options: (readonly [flag: string, value: Word])[] = [];
  for (let index = 1; index < words.length; index++) {
    const word = words[index] as Word;
    if (!word.text.startsWith("-") || word.text === "-") {
      plain.push(word);
      continue;
    }
    const [flag = ""] = word.text.split("=", 1);
    const rest = flag.length < word.text.length ? from(word, flag.length + 1) : undefined;
    if (rest) options.push([flag, rest]);
    else if (!SWITCHES.has(flag)) {
      index++;
      const value = words[index];
      if (value) options.push([flag, value]);
    }
  }
  const [verb, ...args] = plain;
  const chart = args.at(-1);
  if (verb === undefined || !VERBS.includes(verb.text) || chart === undefined || chart.isOpaque)
    return undefined;
  // The name of the release comes before the chart, and may be left out where Helm generates it.
  if (args.length > 2 || (verb.text === "upgrade" && args.length < 2)) return undefined;
  if (/^[./~]/.test(chart.text) || !isOperators(chart.text, names)) return undefined;
  const version = options.find(([flag]) => flag === "--version")?.[1];
  const known = version !== undefined && !version.isOpaque;
  return {
    product: "Helm",
    at: `helm ${verb.text}`,
    chart: { chart: chart.text, by: `helm ${verb.text}`, ...(known && { version: version.text }) },
    entries: options.flatMap(([flag, value]) => entryOf(flag.replace(/^--/, ""), value) ?? []),
    values: [],
    isPartial: true,
    files: [],
  };
}

function entryOf(flag: string, value: Word): EntryInText | undefined {
  const known = SET_FLAGS.find((setFlag): setFlag is SetFlag => setFlag === flag);
  const equals = value.text.indexOf("=");
  if (known === undefined || equals < 0) return undefined;
  const key = { start: value.places[0] ?? value.start, end: (value.places[equals - 1] ?? value.start) + 1 };
  const place = { start: value.places[equals + 1] ?? value.end, end: value.end };
  if (!value.isOpaque && known !== "set-file")
    return { entry: { flag: known, text: value.text }, key, value: place };
  const name = value.text.slice(0, equals);
  return /[$`]/.test(name) ? undefined : keyOnly(name, key, place);
}

function from({ text, places, isOpaque, end }: Word, index: number): Word {
  const rest = places.slice(index);
  return { text: text.slice(index), places: rest, isOpaque, start: rest[0] ?? end, end };
}

/** The words from a place to the end of the command, as a shell splits them: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_03 */
function wordsFrom(text: string, start: number, end: number): readonly Word[] {
  const words: Word[] = [];
  for (let offset = start; offset < end; ) {
    const char = text[offset] ?? "";
    if (char === " " || char === "\t" || char === "\r") offset++;
    else if (char === "\\" && continues(text, offset)) offset = text.indexOf("\n", offset) + 1;
    else if (ENDS.includes(char) || char === "#") break;
    else {
      const word = wordAt(text, offset, end);
      if (word === undefined) return [];
      words.push(word);
      offset = word.end;
    }
  }
  return words;
}

const ENDS = "\n;|&()<>";

function continues(text: string, offset: number): boolean {
  return text[offset + 1] === "\n" || (text[offset + 1] === "\r" && text[offset + 2] === "\n");
}

/** The word at a place; `undefined` if a quote in it is never closed. */
function wordAt(text: string, start: number, end: number): Word | undefined {
  const places: number[] = [];
  let said = "";
  let isOpaque = false;
  let quote = "";
  let offset = start;
  const take = (place: number) => {
    said += text[place];
    places.push(place);
  };
  while (offset < end) {
    const char = text[offset] ?? "";
    if (quote === "" && (/\s/.test(char) || ENDS.includes(char))) break;
    if (char === "\\" && quote !== "'") {
      if (continues(text, offset)) offset = text.indexOf("\n", offset) + 1;
      else {
        const isKept = quote === '"' && !'$`"\\'.includes(text[offset + 1] ?? "");
        if (isKept) take(offset);
        if (offset + 1 < end) take(offset + 1);
        offset += 2;
      }
    } else if (char === "$" || char === "`") {
      isOpaque = true;
      take(offset);
      offset = afterExpansion(text, offset, end);
    } else if (char === quote) {
      quote = "";
      offset++;
    } else if (quote === "" && (char === '"' || char === "'")) {
      quote = char;
      offset++;
    } else take(offset++);
  }
  return quote === "" ? { text: said, places, isOpaque, start, end: offset } : undefined;
}

/** The end of a variable, an expression of a pipeline or a command in a word. */
function afterExpansion(text: string, start: number, end: number): number {
  if (text[start] === "`") {
    const close = text.indexOf("`", start + 1);
    return close < 0 ? end : Math.min(end, close + 1);
  }
  const open = text[start + 1];
  const close = open === "{" ? "}" : open === "(" ? ")" : undefined;
  if (close === undefined) return start + 1;
  let depth = 0;
  for (let offset = start + 1; offset < end; offset++) {
    if (text[offset] === open) depth++;
    else if (text[offset] === close && --depth === 0) return offset + 1;
  }
  return end;
}
