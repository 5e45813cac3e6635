// The commands of the extension, from the files in client/commands: each exports its commands, and how the editor offers them.
import { readdirSync } from "node:fs";
import { type CommandOffer, type CommandOffers, type MenuPlace, SECTIONS } from "../client/commands/offer.ts";

const FOLDER = new URL("../client/commands/", import.meta.url);
const NOTICE = "// Generated from the files of this folder by build/manifest.ts.";

/** A command, where it is written, and how it is offered. */
export interface OfferedCommand extends CommandOffer {
  readonly name: string;
  readonly file: string;
  /** Whether it is made for its host: `<name>Of` takes what it offers in addition where programs run. */
  readonly isMade: boolean;
}

/** All commands in their order. Throws if a file offers a command that it does not have. */
export async function offeredCommands(): Promise<readonly OfferedCommand[]> {
  const files = readdirSync(FOLDER).filter(
    (name) => name.endsWith(".ts") && !name.endsWith("command-table.ts"),
  );
  const offered = await Promise.all(files.map(offeredIn));
  return offered.flat().sort((one, other) => one.order - other.order);
}

async function offeredIn(file: string): Promise<readonly OfferedCommand[]> {
  const module: Readonly<Record<string, unknown>> = await import(new URL(file, FOLDER).href);
  const offers = (module.offers ?? {}) as CommandOffers;
  return Object.entries(offers).map(([name, offer]) => {
    if (!(name in module || `${name}Of` in module)) {
      throw new Error(`client/commands/${file} offers ${name}, but does not export it.`);
    }
    return { ...offer, name, file, isMade: !(name in module) };
  });
}

/** The table of all commands, for a machine. */
export function renderTable(commands: readonly OfferedCommand[]): string {
  return table(
    [
      ...importsOf(commands),
      ["./elsewhere.ts", "{ ELSEWHERE }"],
      ["../operation/command.ts", "type { Command }"],
    ],
    "/** Every command in the manifest of the extension. */",
    "export const COMMANDS: readonly Command[] = [",
    ...commands.map(({ name, isMade }) => `  ${isMade ? `${name}Of(ELSEWHERE.${name})` : name},`),
    "];",
  );
}

/** The table of all commands, for a browser. Nothing in it leads to what runs a program. */
export function renderWebTable(commands: readonly OfferedCommand[]): string {
  const working = commands.filter(({ needs }) => needs === undefined);
  return table(
    [
      ...importsOf(working),
      ["./without-programs.ts", "{ withoutPrograms }"],
      ["../operation/command.ts", "type { Command }"],
    ],
    "/** The commands that only need the editor and the language server. */",
    "export const EDITOR_COMMANDS: readonly Command[] = [",
    ...working.map(({ name, isMade }) => `  ${isMade ? `${name}Of(() => [])` : name},`),
    "];",
    "",
    "/** Every command in the manifest: those that run programs answer why they cannot. */",
    "export const WEB_COMMANDS: readonly Command[] = [",
    "  ...EDITOR_COMMANDS,",
    ...commands.flatMap(({ name, needs }) =>
      needs === undefined ? [] : [`  withoutPrograms("capOperator.${name}", "${needs}"),`],
    ),
    "];",
  );
}

function importsOf(commands: readonly OfferedCommand[]): readonly (readonly [file: string, names: string])[] {
  const files = [...new Set(commands.map(({ file }) => file))];
  return files.map((file) => {
    const some = commands.filter((command) => command.file === file);
    const names = some.map(({ name, isMade }) => (isMade ? `${name}Of` : name)).sort();
    return [`./${file}`, `{ ${names.join(", ")} }`];
  });
}

function table(
  imports: readonly (readonly [file: string, names: string])[],
  ...lines: readonly string[]
): string {
  const key = ([file]: readonly [string, string]) => file.replace(/^\.\/|\.ts$/g, "");
  const sorted = [...imports].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  return [NOTICE, ...sorted.map(([file, names]) => `import ${names} from "${file}";`), "", ...lines, ""].join(
    "\n",
  );
}

/** What the manifest has of the commands. */
export interface CommandContributions {
  readonly commands: readonly object[];
  readonly menus: Readonly<Record<string, readonly object[]>>;
}

/** Where Helm and kubectl run: not in a browser without a machine, and on files that are on a disk. */
const ON_MACHINE = "!virtualWorkspace && (!isWeb || remoteName)";
const IN_VIEW = "view == capOperator.cluster";

/** What the manifest has of the commands. `menus` are those of the manifest so far, whose order they keep. */
export function contributionsOf(
  commands: readonly OfferedCommand[],
  menus: readonly string[],
): CommandContributions {
  return {
    commands: commands.map(({ name, icon }) => ({
      command: idOf(name),
      title: `%${titleKey(name)}%`,
      category: "CAP Operator",
      ...(icon !== undefined && { icon }),
    })),
    menus: Object.fromEntries(
      menus.map((menu) => [menu, menu === "commandPalette" ? paletteOf(commands) : menuOf(menu, commands)]),
    ),
  };
}

function paletteOf(commands: readonly OfferedCommand[]): readonly object[] {
  return commands.flatMap(({ name, needs, palette }) => {
    const when = palette ?? (needs && ON_MACHINE);
    return when === undefined ? [] : [{ command: idOf(name), when }];
  });
}

function menuOf(menu: string, commands: readonly OfferedCommand[]): readonly object[] {
  const entries = commands.flatMap(({ name, needs, menus = [] }) =>
    menus
      .filter(([where]) => where === menu)
      .map(([, group, ...conditions]: MenuPlace) => {
        const isOfView = menu.startsWith("view/");
        const all = [
          ...(isOfView ? [IN_VIEW] : []),
          ...conditions,
          // The menus of the view do not exist without the view.
          ...(needs && !isOfView ? [ON_MACHINE] : []),
        ];
        return { command: idOf(name), ...(all.length > 0 && { when: all.join(" && ") }), group };
      }),
  );
  return entries.sort((one, other) => comparedGroups(one.group, other.group));
}

/** Groups in the order of their names, and places in a group in that of their numbers: `navigation@-2`. */
function comparedGroups(one: string, other: string): number {
  const [[name = "", place], [otherName = "", otherPlace]] = [one.split("@"), other.split("@")];
  return name.localeCompare(otherName, "en") || Number(place) - Number(otherPlace);
}

/** The titles of the commands, by their keys in the manifest's texts. */
export function titlesOf(commands: readonly OfferedCommand[]): Readonly<Record<string, string>> {
  return Object.fromEntries(commands.map(({ name, title }) => [titleKey(name), title]));
}

/** The sections of the page about commands, each with its commands. */
export function sectionsOf(
  commands: readonly OfferedCommand[],
): readonly (readonly [section: string, commands: readonly OfferedCommand[]])[] {
  return SECTIONS.map((section) => [section, commands.filter((command) => command.section === section)]);
}

function idOf(name: string): string {
  return `capOperator.${name}`;
}

function titleKey(name: string): string {
  return `command.${name}`;
}
