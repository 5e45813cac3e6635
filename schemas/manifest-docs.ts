// Writes docs/reference/commands.md from client/commands, and docs/reference/settings.md from package.json.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type OfferedCommand, offeredCommands } from "../build/command-tables.ts";
import { readManifest, withoutSettingLinks } from "../build/readable-manifest.ts";
import { SECTIONS } from "../client/commands/offer.ts";
import { SETTINGS } from "../server/core/settings-table.ts";
import { PROJECT_FILE } from "../server/workspace/settings/project-reader.ts";

const noticeOf = (source: string) =>
  `<!-- Generated from ${source} by schemas/manifest-docs.ts; change the titles and descriptions there. -->`;

/** The page about each setting whose value is described on a page of its own. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "capOperator.diagnostics.severity": "[Rules](rules.md) lists all diagnostics with their severities.",
  "capOperator.files": "[File recognition](files.md) describes what else is recognized.",
  "capOperator.releases": "[Releases](../guides/releases.md) describes the keys of a release.",
};

interface Setting {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly scope?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
}

/** The parts of the manifest that the pages show. */
export interface DocumentedManifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
  };
}

/** The pages about commands and settings, by their file names in `docs/`. */
export function renderManifestDocs(
  manifest: DocumentedManifest,
  commands: readonly OfferedCommand[],
): Record<string, string> {
  return {
    "reference/commands.md": renderCommands(commands),
    "reference/settings.md": renderSettings(manifest),
  };
}

function renderCommands(commands: readonly OfferedCommand[]): string {
  const groups = SECTIONS.map((section) => {
    const some = commands.filter((command) => command.section === section);
    const rows = some.map(({ title, does }) => `| *${title}* | ${does} |`);
    return [`## ${section}`, ["| Command | What it does |", "|---|---|", ...rows].join("\n")].join("\n\n");
  });
  return page(
    "# Commands",
    noticeOf("client/commands"),
    "The commands are in the command palette, in the category *CAP Operator*. Menus and the view *CAP Operator* offer most of them.",
    `The palette has every command at any time: one that lacks a file, a kubeconfig or a release shows what it needs. In a browser and in a virtual workspace, the
commands that run Helm or kubectl are left out.`,
    `A command about a file uses the active file, otherwise the file that was used last. If there is none, you select a file of the workspace or
create one. A command about a release uses the release of the active page: its status, its history, its preview. Before an
installation, you are asked to save unsaved files.`,
    ...groups,
  );
}

function renderSettings({ contributes: { configuration } }: DocumentedManifest): string {
  const sections = configuration.map(({ title, properties }) =>
    [`## ${title}`, ...Object.entries(properties).map(settingOf)].join("\n\n"),
  );
  return page(
    "# Settings",
    noticeOf("package.json"),
    `All settings take effect immediately. A project can store some of them in [\`${PROJECT_FILE}\`](cli.md#settings), without the prefix. A value in
the settings of the editor takes precedence, key by key.`,
    ...sections,
  );
}

const OF_USER = " User setting, which a workspace cannot set.";
const SCOPES: Readonly<Record<string, string>> = {
  machine: OF_USER,
  application: OF_USER,
  resource: " Each folder of a workspace can have its own.",
};

function settingOf([name, setting]: readonly [string, Setting]): string {
  const { enum: values = [], markdownEnumDescriptions: meanings = [] } = setting;
  const scope = SCOPES[setting.scope ?? ""] ?? "";
  const project = isOfProject(name) ? ` Also in \`${PROJECT_FILE}\`.` : "";
  return [
    `### \`${name}\``,
    withoutSettingLinks(setting.markdownDescription ?? ""),
    `${scope}${project}`.trim(),
    ...(values.length === 0
      ? []
      : [values.map((value, index) => `- \`${value}\`: ${meanings[index] ?? ""}`).join("\n")]),
    ...(EXPLAINED[name] === undefined ? [] : [EXPLAINED[name]]),
    `Default:\n\n\`\`\`json\n"${name}": ${JSON.stringify(setting.default, undefined, 2)}\n\`\`\``,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function isOfProject(name: string): boolean {
  return SETTINGS.some((setting) => setting.inProject && name === `capOperator.${setting.name}`);
}

function page(...parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  const manifest = readManifest<DocumentedManifest>(fileURLToPath(root));
  for (const [name, text] of Object.entries(renderManifestDocs(manifest, await offeredCommands())))
    writeFileSync(new URL(`docs/${name}`, root), text);
}
