// The commands of the extension, from the files in client/commands: each exports its commands, and how the editor offers them.
import { readdirSync } from "node:fs";
import type { CommandOffer, CommandOffers } from "../client/commands/offer.ts";

const FOLDER = new URL("../client/commands/", import.meta.url);
const NOTICE = "// Generated from the files of this folder by build/manifest.ts.";

/** A command, where it is written, and how it is offered. */
export interface OfferedCommand extends CommandOffer {
  readonly name: string;
  readonly file: string;
  /** `<name>Of` if it is made for its host: that takes what it offers in addition where programs run. */
  readonly exported: string;
}

/** All commands in their order. Throws if a file offers a command that it does not have. */
export async function offeredCommands(): Promise<readonly OfferedCommand[]> {
  const files = readdirSync(FOLDER).filter((name) => /(?<!command-table)\.ts$/.test(name));
  const offered = await Promise.all(files.map(offeredIn));
  return offered.flat().sort((a, b) => a.order - b.order);
}

async function offeredIn(file: string): Promise<readonly OfferedCommand[]> {
  const module: Readonly<Record<string, unknown>> = await import(new URL(file, FOLDER).href);
  return Object.entries((module.offers ?? {}) as CommandOffers).map(([name, offer]) => {
    const exported = [name, `${name}Of`].find((candidate) => candidate in module);
    if (exported === undefined)
      throw new Error(`client/commands/${file} offers ${name}, but has no ${name}.`);
    return { ...offer, name, file, exported };
  });
}

/** The table of all commands for VS Code on a machine. */
export function renderTable(commands: readonly OfferedCommand[]): string {
  return [
    ...headOf(commands, "./machine-choices.ts", "MACHINE_CHOICES"),
    "/** Every command in the manifest of the extension. */",
    "export const COMMANDS: readonly Command[] = [",
    ...commands.map(({ name, exported }) => entryOf(name, exported, `MACHINE_CHOICES.${name}`)),
    "];\n",
  ].join("\n");
}

/** The table of all commands for a browser, which imports nothing that runs a program. */
export function renderWebTable(commands: readonly OfferedCommand[]): string {
  const working = commands.filter(({ needs }) => needs === undefined);
  return [
    ...headOf(working, "./without-programs.ts", "withoutPrograms"),
    "/** The commands that only need the editor and the language server. */",
    "export const EDITOR_COMMANDS: readonly Command[] = [",
    ...working.map(({ name, exported }) => entryOf(name, exported, "() => []")),
    "];\n",
    "/** Every command in the manifest: those that run programs answer why they cannot. */",
    "export const WEB_COMMANDS: readonly Command[] = [",
    "  ...EDITOR_COMMANDS,",
    ...commands.flatMap(({ name, needs }) =>
      needs === undefined ? [] : `  withoutPrograms("capOperator.${name}", "${needs}"),`,
    ),
    "];\n",
  ].join("\n");
}

function entryOf(name: string, exported: string, elsewhere: string): string {
  return exported === name ? `  ${name},` : `  ${exported}(${elsewhere}),`;
}

/** The imports of a table: those of the commands, and one more. */
function headOf(commands: readonly OfferedCommand[], file: string, imported: string): readonly string[] {
  const names = new Map([[file, [imported]]]);
  for (const { file, exported } of commands)
    names.set(`./${file}`, [...(names.get(`./${file}`) ?? []), exported]);
  const key = (name: string) => name.replace(/\.ts$/, "");
  const sorted = [...names].sort(([a], [b]) => (key(a) < key(b) ? -1 : 1));
  return [
    NOTICE,
    'import type { Command } from "../operation/command.ts";',
    ...sorted.map(([from, some]) => `import { ${some.sort().join(", ")} } from "${from}";`),
    "",
  ];
}

/** The when clause of machines that run Helm and kubectl: no browser without a machine, and files on a disk. */
const ON_MACHINE = "!virtualWorkspace && (!isWeb || remoteName)";
const IN_VIEW = "view == capOperator.cluster";

/** The key of a command's title among the texts of the manifest. */
export const titleKey = ({ name }: OfferedCommand) => `command.${name}`;

/** The manifest's entries for the commands and their places in these menus, in the order of the menus. */
export function contributionsOf(commands: readonly OfferedCommand[], menus: readonly string[]) {
  return {
    commands: commands.map((command) => ({
      command: `capOperator.${command.name}`,
      title: `%${titleKey(command)}%`,
      category: "CAP Operator",
      icon: command.icon,
    })),
    menus: Object.fromEntries(
      menus.map((menu) => [menu, menu === "commandPalette" ? paletteOf(commands) : menuOf(menu, commands)]),
    ),
  };
}

function paletteOf(commands: readonly OfferedCommand[]): readonly object[] {
  return commands.flatMap(({ name, needs, palette }) => {
    const when = [palette, needs && ON_MACHINE].filter((part) => part !== undefined).join(" && ");
    return when === "" ? [] : { command: `capOperator.${name}`, when };
  });
}

function menuOf(menu: string, commands: readonly OfferedCommand[]): readonly object[] {
  const isOfView = menu.startsWith("view/");
  const entries = commands.flatMap(({ name, needs, menus = [] }) =>
    menus.flatMap(([where, group, ...conditions]) => {
      // The menus of the view do not exist without the view.
      const all = isOfView ? [IN_VIEW, ...conditions] : [...conditions, ...(needs ? [ON_MACHINE] : [])];
      const when = all.length > 0 && { when: all.join(" && ") };
      return where === menu ? { command: `capOperator.${name}`, ...when, group } : [];
    }),
  );
  return entries.sort((a, b) => comparedGroups(a.group, b.group));
}

/** Groups in the order of their names, and places in a group in that of their numbers: `navigation@-2`. */
function comparedGroups(a: string, b: string): number {
  const [[name = "", place], [otherName = "", otherPlace]] = [a.split("@"), b.split("@")];
  return name.localeCompare(otherName, "en") || Number(place) - Number(otherPlace);
}
