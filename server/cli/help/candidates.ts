import path from "node:path";
import type { Argument, Command, Option } from "commander";
import type { LanguageService } from "../../core/language-service.ts";
import { RULES } from "../../core/rules/table.ts";
import { DEFAULT_SETTINGS } from "../../core/settings.ts";
import { nothing, wholeMachine } from "../../workspace/files/reach.ts";
import { knownReleases } from "../../workspace/releases/release-identity.ts";
import { findProject, readProject } from "../../workspace/settings/disk-projects.ts";
import type { Io } from "../output/io.ts";
import { plain, terminal } from "../output/terminal-text.ts";
import { REPORTER_NAMES } from "../reporters/reporters.ts";
import { publishedVersions } from "../values/nearest-version.ts";
import { openWorkspace } from "../values/open-workspace.ts";

/** A text that can be typed, with a description. */
type Candidate = readonly [text: string, about?: string | undefined];

/** The candidates for a word; with `isFile`, files as well. */
interface Offer {
  readonly candidates: readonly Candidate[];
  readonly isFile?: boolean;
}

/** A word that a shell inserts without quotes; a name of a release may be anything. */
const SAFE = /^[\w.@%+=:,/[\]-]+$/;

/**
 * Prints the candidates for the last of some words, which begins with `=`: a line each, with a tab before the description, and the line `:files` if
 * it may be a file.
 */
export function printCandidates(words: readonly string[], program: Command, io: Io): void {
  const before = words.slice(0, -1);
  const current = (words.at(-1) ?? "").slice(1);
  const { candidates, isFile = false } = offered(before, current, program, new KnownWords(before, io));
  for (const [text, about] of candidates) {
    if (!text.startsWith(current) || !SAFE.test(text)) continue;
    io.out(about === undefined ? `${text}\n` : terminal`${plain(text)}${TAB}${plain(about)}\n`);
  }
  if (isFile) io.out(":files\n");
}

const TAB = terminal`\t`;

function offered(before: readonly string[], current: string, program: Command, known: KnownWords): Offer {
  const commands = (): Candidate[] => program.commands.map((one) => [one.name(), one.summary()]);
  const [name, ...rest] = before;
  if (name === undefined) return { candidates: current.startsWith("-") ? optionsOf(program) : commands() };
  const command = program.commands.find((candidate) => candidate.name() === name);
  if (!command) return { candidates: [] };
  const asked = rest.length > 0 ? optionIn(command, rest.at(-1) ?? "") : undefined;
  if (asked?.required) return known.valuesOf(asked, current);
  const [flag = ""] = current.split("=", 1);
  const within = flag === current ? undefined : optionIn(command, flag);
  if (within?.required) {
    const { candidates, isFile } = known.valuesOf(within, current.slice(flag.length + 1));
    return {
      candidates: candidates.map(([text, about]) => [`${flag}=${text}`, about]),
      isFile: isFile ?? false,
    };
  }
  if (current.startsWith("-")) return { candidates: optionsOf(command) };
  if (name === "help") return { candidates: commands() };
  const typed = rest.filter((word, index) => {
    const option = index > 0 ? optionIn(command, rest[index - 1] ?? "") : undefined;
    return !word.startsWith("-") && !option?.required;
  });
  const all = command.registeredArguments;
  const argument = all[typed.length] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  return argument ? known.valuesOfArgument(argument, current) : { candidates: [] };
}

function optionIn(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}

function optionsOf(command: Command): Candidate[] {
  const all = command.createHelp().visibleOptions(command);
  return all.flatMap(({ long, description }) =>
    long ? [[long, description.split(/[:;(]/, 1)[0]] as const] : [],
  );
}

/** Reads the candidates of the project, the charts and the rules. */
class KnownWords {
  readonly #words: readonly string[];
  readonly #io: Io;

  constructor(words: readonly string[], io: Io) {
    this.#words = words;
    this.#io = io;
  }

  /** The values of an option. */
  valuesOf({ long = "", flags, argChoices }: Option, current: string): Offer {
    if (argChoices) return { candidates: argChoices.map((choice) => [choice]) };
    if (long === "--release") return { candidates: this.#releases() };
    if (["--rule", "--only", "--skip"].includes(long)) return { candidates: codesAfter(current) };
    if (long === "--chart-version") return { candidates: publishedVersions(this.#service()) };
    if (long === "--to") return { candidates: publishedVersions(this.#service()), isFile: true };
    if (["--key", "--trace", "--component"].includes(long))
      return { candidates: this.#keys(["values"], current) };
    if (long === "--reporter")
      return current.includes("=")
        ? { candidates: [], isFile: true }
        : { candidates: REPORTER_NAMES.map((name) => [name]) };
    return { candidates: [], isFile: /<(?:file|path|folder|chart)>/.test(flags) };
  }

  /** The values of an argument. */
  valuesOfArgument(argument: Argument, current: string): Offer {
    const { argChoices } = argument;
    if (argChoices) return { candidates: argChoices.map((choice) => [choice]) };
    const name = argument.name();
    if (name === "code-or-key")
      return { candidates: [...CODES, ...this.#keys(["values", "operator"], current)] };
    if (name !== "a" && name !== "b") return { candidates: [], isFile: true };
    const start = current.lastIndexOf("@") + 1;
    if (start === 0) return { candidates: this.#releases(), isFile: true };
    return {
      candidates: publishedVersions(this.#service()).map(([version]) => [current.slice(0, start) + version]),
    };
  }

  #releases(): Candidate[] {
    const { cwd } = this.#io;
    const index = this.#words.findIndex((word) => word === "-c" || word === "--config");
    const named = index < 0 ? undefined : this.#words[index + 1];
    const { settings } =
      named === undefined ? findProject(cwd) : readProject(path.resolve(cwd, named), wholeMachine);
    return knownReleases(settings.releases).map(({ id, values }) => [id, values.join(", ")]);
  }

  /** Keys down to the level that is typed, and one further where there is only one. */
  #keys(kinds: readonly ("values" | "operator")[], current: string): Candidate[] {
    const all = kinds
      .flatMap((kind) => this.#service().keyNames(kind))
      .filter((key) => key.startsWith(current));
    const level = levelOf(current);
    const here = all.filter((key) => levelOf(key) <= level);
    return (here.length > 1 ? here : all.filter((key) => levelOf(key) <= level + 1)).map((key) => [key]);
  }

  #service(): LanguageService {
    const { packageFolder, cwd } = this.#io;
    const look = {
      packageFolder,
      cwd,
      folders: [cwd],
      settings: DEFAULT_SETTINGS,
      files: [],
      mayLookAt: nothing,
    };
    return openWorkspace({ ...look, showsReleases: false }, () => undefined).service;
  }
}

const CODES: readonly Candidate[] = RULES.map(({ code, severity }) => [code, severity]);

/** The codes that can follow those before the last comma. */
function codesAfter(current: string): Candidate[] {
  const before = current.slice(0, current.lastIndexOf(",") + 1);
  return CODES.map(([code, severity]) => [before + code, severity]);
}

function levelOf(key: string): number {
  return key.split(".").length;
}
