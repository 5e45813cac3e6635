// `npm run manifest`: writes the parts of package.json and of its texts that are made of something else, the tables of commands, and
// publisher, version and address where pages have somebody install the project. With `--check` it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type NamedSetting, SECTIONS, SETTINGS } from "../server/core/settings-table.ts";
import { type AddressedManifest, derivedAddresses } from "./addresses.ts";
import {
  contributionsOf,
  type OfferedCommand,
  offeredCommands,
  renderTable,
  renderWebTable,
  titleKey,
} from "./command-tables.ts";
import { publishedPages } from "./published-pages.ts";
import type { Texts } from "./readable-manifest.ts";

/** The manifest's entries for commands; the order of the menus is kept. */
interface OfferingManifest {
  readonly contributes: { readonly menus: Readonly<Record<string, unknown>> };
}

/** The parts of the manifest that settings are in. */
interface ConfiguringManifest {
  readonly capabilities: { readonly untrustedWorkspaces: object };
  readonly contributes: object;
}

/**
 * The manifest with the addresses that follow from that of the repository, which they come after. Everything else stays as it is, in its
 * order.
 */
export function completeManifest<T extends AddressedManifest>(manifest: T): object {
  const { bugs: _, homepage: __, qna: ___, ...others } = manifest;
  const derived = derivedAddresses(manifest);
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) =>
      entry[0] === "repository" ? [entry, ...Object.entries(derived)] : [entry],
    ),
  );
}

/** The manifest with the commands and their places in menus. */
export function withCommands<T extends OfferingManifest>(
  manifest: T,
  commands: readonly OfferedCommand[],
): T {
  const made = contributionsOf(commands, Object.keys(manifest.contributes.menus));
  return { ...manifest, contributes: { ...manifest.contributes, ...made } };
}

/** The manifest with the settings, and with those that a workspace sets only when it is trusted. */
export function withSettings<T extends ConfiguringManifest>(manifest: T): T {
  const { capabilities, contributes } = manifest;
  const restricted = SETTINGS.filter((setting) => setting.restricted);
  const configuration = SECTIONS.map((section, index) => ({
    id: "capOperator",
    title: `%settings.${section}%`,
    order: index + 1,
    properties: Object.fromEntries(
      SETTINGS.filter((setting) => setting.section === section).map((setting) => [
        `capOperator.${setting.name}`,
        configurationOf(setting),
      ]),
    ),
  }));
  return {
    ...manifest,
    capabilities: {
      ...capabilities,
      untrustedWorkspaces: {
        ...capabilities.untrustedWorkspaces,
        restrictedConfigurations: restricted.map(({ name }) => `capOperator.${name}`),
      },
    },
    contributes: { ...contributes, configuration },
  };
}

/** A setting in the manifest, with the keys of its texts. */
function configurationOf({ name, order, scope, schema }: NamedSetting): object {
  const key = `setting.${name}`;
  return {
    order,
    scope,
    ...schema,
    patternErrorMessage: schema.pattern && `%${key}.pattern%`,
    markdownEnumDescriptions: schema.enum?.map((choice) => `%${key}.${choice}%`),
    markdownDescription: `%${key}%`,
  };
}

/** The English texts of the manifest with the titles of the commands, in the place of those that it had. */
function withTitles(texts: Texts, commands: readonly OfferedCommand[]): Texts {
  const { description = "", ...others } = texts;
  const titles = Object.fromEntries(commands.map((command) => [titleKey(command), command.title]));
  const rest = Object.entries(others).filter(([key]) => !key.startsWith("command."));
  return { description, ...titles, ...Object.fromEntries(rest) };
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  const read = (name: string) => readFileSync(new URL(name, root), "utf8").replaceAll("\r\n", "\n");
  const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;
  const commands = await offeredCommands();
  const manifest = JSON.parse(read("package.json"));
  const pages = publishedPages(fileURLToPath(root), manifest);
  const made: Readonly<Record<string, string>> = {
    ...Object.fromEntries([...pages].map(([page, { published }]) => [page, published])),
    "package.json": json(completeManifest(withSettings(withCommands(manifest, commands)))),
    "l10n/manifest.json": json(withTitles(JSON.parse(read("l10n/manifest.json")), commands)),
    "client/commands/command-table.ts": renderTable(commands),
    "client/commands/web-command-table.ts": renderWebTable(commands),
  };
  for (const [name, text] of Object.entries(made)) {
    if (read(name) === text) continue;
    if (process.argv.includes("--check")) {
      console.error(`${name} is stale. Write it with: npm run manifest`);
      process.exitCode = 1;
    } else writeFileSync(new URL(name, root), text);
  }
}
