import { type Command, Option } from "commander";
import type { DatumSource, EffectiveDatum, EffectiveDocument } from "../../core/language-service.ts";
import { isAtOrBelow, keyText } from "../../core/yaml/key-path.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import { readKeyPath } from "../options/key-path.ts";
import { openProject, type ProjectOptions, withProject } from "../options/project-option.ts";
import { chooseValues, type ValuesOptions, withValues } from "../options/values-options.ts";
import { EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { plain, plainLines, terminal } from "../output/terminal-text.ts";
import {
  reportProblems,
  resolveValues,
  tellForeign,
  tellOverridden,
  tellUndecided,
} from "../values/resolve-values.ts";

/** The furthest column of comments: with the words of an origin, a terminal of 80 columns has room for it. */
const FURTHEST = 50;

interface EffectiveOptions extends ProjectOptions, ValuesOptions {
  readonly output: "yaml" | "json" | "origins";
  readonly key?: string;
  readonly component?: string;
  readonly changed?: boolean;
}

/** `effective`: what the operator will run with. */
export function addEffective(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("effective")
    .summary("show what the operator will run with, and where each value comes from")
    .description(
      "Shows what the operator will run with: the chart's defaults, values files and entries, merged as Helm does, and " +
        "what components inherit. Without a release or files, it shows the chart's defaults.",
    )
    .addOption(
      new Option("-o, --output <form>", "YAML with comments, JSON, or JSON with the origin of each value")
        .choices(["yaml", "json", "origins"])
        .default("yaml"),
    )
    .option("--changed", "omit the chart's defaults")
    .option("--key <key>", "one value and its whole history through the sources, or all below it")
    .option("--component <name>", "the values of one component");
  withProject(withValues(command)).action(async (options: EffectiveOptions) => {
    end(await effective(options, io));
  });
}

async function effective(options: EffectiveOptions, io: Io): Promise<ExitCode> {
  const { output, key, component, changed = false } = options;
  const project = openProject(options, io);
  const values = await resolveValues(await chooseValues(options, project, io), project, io);
  const { service } = values.workspace;
  tellOverridden(values, io);
  await tellForeign(values, io);
  const isRefused = reportProblems(values, io);
  const { isDecided } = service.chartOfStack(values.stack);
  const end = isRefused ? EXIT.findings : EXIT.clean;
  const isWhole = key === undefined && component === undefined;
  if (isWhole && output === "yaml") {
    if (!isDecided) tellUndecided(io);
    io.out(plainLines(aligned(service.effectiveDocument(values.stack, changed ? "changed" : "annotated"))));
    return end;
  }
  const within = key === undefined ? (component === undefined ? [] : [component]) : [...readKeyPath(key)];
  if (key !== undefined && component !== undefined) within.unshift(component);
  const all = service.effectiveData(values.stack);
  const here = all.filter(({ path }) => isAtOrBelow(path, within));
  if (here.length === 0 && !isWhole) {
    const known = all.flatMap(({ path }) => path.map((_, index) => keyText(path.slice(0, index + 1))));
    throw wrongUse(`Nothing is set at ${keyText(within)}.${nearest(keyText(within), known)}`);
  }
  if (!isDecided) tellUndecided(io);
  const data = changed ? here.filter(({ source }) => !source.isDefault) : here;
  if (data.length === 0 && !isWhole)
    io.err(terminal`${plain(keyText(within))} does not differ from the chart's defaults.\n`);
  if (output === "json") tellDescribed(data, io);
  if (output === "json") io.out(jsonText(nested(data, within)));
  else if (output === "origins") io.out(jsonText(data.map(withKey)));
  else for (const datum of data) io.out(history(datum));
  return end;
}

/** The text with its comments in one column; a longer line has its comment after it. */
function aligned({ text, origins }: EffectiveDocument): string {
  const ends = origins.map(({ range }) => range.start.character);
  const column = ends.reduce((most, end) => (end <= FURTHEST ? Math.max(most, end) : most), 0);
  const lines = text.split("\n");
  for (const { range, words } of origins) {
    const { line, character } = range.start;
    const value = lines[line]?.slice(0, character - "# ".length) ?? "";
    lines[line] = `${value.padEnd(column - "# ".length)}# ${words}`;
  }
  return lines.join("\n");
}

/** A value with its origin, and below it the values that it replaced, the latest first. */
function history({ path, value, described, source, replaced }: EffectiveDatum): string {
  const shown = value === undefined ? (described ?? "removed") : JSON.stringify(value);
  const lines = [
    terminal`${plain(keyText(path))}: ${plain(shown)}  # ${plain(source.text)}\n`,
    ...replaced
      .toReversed()
      .map(
        (old) => terminal`  instead of ${plain(JSON.stringify(old.value))}  # ${plain(old.source.text)}\n`,
      ),
  ];
  return lines.join("");
}

/** JSON has no comments, so their words go to the standard error. */
function tellDescribed(data: readonly EffectiveDatum[], io: Io): void {
  for (const { path, described } of data) {
    if (described !== undefined)
      io.err(terminal`${plain(keyText(path))} is not listed: the chart has ${plain(described)}.\n`);
  }
}

function withKey({ path, source, replaced, ...rest }: EffectiveDatum): object {
  return {
    key: keyText(path),
    path,
    ...rest,
    source: shownSource(source),
    ...(replaced.length > 0 && {
      replaced: replaced.map((old) => ({ value: old.value, source: shownSource(old.source) })),
    }),
  };
}

function shownSource({ text, isDefault, place }: DatumSource): object {
  return { text, default: isDefault, place };
}

/** Values that were listed one by one as one value of JSON, from a path on. */
function nested(data: readonly EffectiveDatum[], within: readonly (string | number)[]): unknown {
  const top: { value?: unknown } = Object.create(null);
  for (const { path, value } of data) {
    if (value === undefined) continue;
    let target: Record<string, unknown> = top;
    let part = "value";
    for (const next of path.slice(within.length)) {
      target[part] ??= typeof next === "number" ? [] : Object.create(null);
      target = target[part] as Record<string, unknown>;
      part = String(next);
    }
    target[part] = value;
  }
  return top.value ?? {};
}
