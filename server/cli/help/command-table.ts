import type { Command, Option } from "commander";
import { exampleLines, GROUPS, groupOf } from "./help-text.ts";

/** A command, as the help, the completion and the reference describe it. */
export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly usage: string;
  readonly args: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionRow[];
  readonly examples: readonly string[];
}

/** An option of a command. */
export interface OptionRow {
  /** As it is written in the help: `-f, --values <file>`. */
  readonly flags: string;
  readonly long: string;
  readonly short?: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  readonly fallback?: string;
  /** The heading that it is below. */
  readonly group: string;
}

/** All commands, as the program has them. */
export function commandTable(program: Command): CommandRow[] {
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    description: command.description(),
    usage: `${program.name()} ${command.name()} ${command.usage()}`,
    args: command.registeredArguments.map((argument) => ({
      name: argument.variadic ? `${argument.name()}...` : argument.name(),
      description: argument.description,
    })),
    options: [
      ...command.options.map(optionRow),
      optionRow(command.createHelp().visibleOptions(command).at(-1)),
    ]
      .filter((row, index, all) => all.findIndex(({ long }) => long === row.long) === index)
      .toSorted((first, other) => GROUPS.indexOf(first.group) - GROUPS.indexOf(other.group)),
    examples: exampleLines(program.name(), command.name()),
  }));
}

function optionRow(option: Option | undefined): OptionRow {
  if (option === undefined) throw new Error("Every command has options.");
  const { flags, long, short, description, required, optional, argChoices = [], defaultValue } = option;
  return {
    flags,
    long: long ?? flags,
    short,
    description,
    takesValue: required || optional,
    choices: argChoices,
    ...(typeof defaultValue === "string" && { fallback: defaultValue }),
    group: groupOf(long ?? flags),
  };
}
