// Writes docs/reference/commands.md and docs/reference/settings.md from package.json.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readManifest, withoutSettingLinks } from "../build/readable-manifest.ts";
import { PROJECT_FILE, PROJECT_SETTINGS } from "../server/workspace/project.ts";

const NOTICE =
  "<!-- Generated from package.json by schemas/manifest-docs.ts; change the titles and descriptions there. -->";

/** The page about each setting whose value is described on a page of its own. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "capOperator.diagnostics.severity": "[Rules](rules.md) lists all diagnostics with their severities.",
  "capOperator.files": "[File recognition](files.md) describes what else is recognized.",
  "capOperator.releases": "[Releases](../guides/releases.md) describes the keys of a release.",
};

/** What each command does: the manifest has only their titles. A test compares the commands with those of the manifest. */
const WHAT: readonly (readonly [group: string, commands: Readonly<Record<string, string>>])[] = [
  [
    "Files and values",
    {
      newValuesFile:
        "Asks which chart the values are for, and opens a new values file that names it, with the two required values.",
      newOperatorResource: "Opens a new operator resource.",
      insertSnippet: "Inserts a snippet at the cursor, or in the mapping that it is part of.",
      insertAllDefaults:
        "Adds every default that the file does not set, with its documentation as a comment.",
      useChart: "Writes the chart and the version that a values file is for into its first line.",
      upgradeValues:
        "Shows what another version of the chart changes for these values, and migrates the files if you agree.",
      changeFileStatus: "Marks a file as a values file, as an operator resource, or as neither.",
      confirmValuesFile: "Marks a file that is likely a values file as one.",
      disownFile: "Marks a file that is likely a values file as a file of another product.",
    },
  ],
  [
    "Effective values",
    {
      showEffectiveValues:
        "Opens the merged values of the release or file, with the origin of each value. The view follows your edits. In the view, selects whether it has all values or only changed ones, and their origins.",
      compareValues:
        "Compares the effective values with the defaults of the chart, with another release, with the values under another version of the chart, or with the revision in the cluster.",
    },
  ],
  [
    "Installation",
    {
      checkPrerequisites: "Checks whether the cluster meets the prerequisites of an installation.",
      fillDomain:
        "Reads the domain and the DNS target from the cluster and writes them into the values file. Completion then offers the issuers of the cluster.",
      previewInstallation: "Compares an installation with the release in the cluster, object by object.",
      install: "Installs or upgrades with Helm, after one question with all details.",
      showStatus: "Shows the state of a release and its components.",
      showHistory: "Shows the revisions of a release.",
      rollBack: "Rolls a release back to an earlier revision, after a preview of the changes.",
      uninstall: "Uninstalls a release, after a list of what is deleted and what is kept.",
      installWithManager:
        "Applies the manifest of CAP Operator Manager, waits for its pod, and offers an operator resource.",
      applyOperatorResource: "Applies the open operator resource.",
      refreshView: "Reads releases, components and prerequisites into the view *CAP Operator*.",
      cancelRefresh: "Stops reading the cluster.",
    },
  ],
  [
    "Help and tools",
    {
      getStarted: "Opens the walkthrough, from the first values file to the installation.",
      openDocumentation: "Opens these pages.",
      writeProjectSettings:
        "Writes `.cap-operator.yaml` from the settings of the editor, for everyone who uses the repository and for pipelines.",
      restartServer: "Restarts the language server.",
      showOutput: "Shows the log of the extension and of the language server.",
    },
  ],
];

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
export function renderManifestDocs(manifest: DocumentedManifest): Record<string, string> {
  return {
    "reference/commands.md": renderCommands(manifest),
    "reference/settings.md": renderSettings(manifest),
  };
}

function renderCommands({ contributes: { commands } }: DocumentedManifest): string {
  const titles = new Map(commands.map(({ command, title }) => [command, title]));
  const groups = WHAT.map(([group, whats]) => {
    const rows = Object.entries(whats).map(
      ([name, what]) => `| *${titles.get(`capOperator.${name}`) ?? name}* | ${what} |`,
    );
    return [`## ${group}`, ["| Command | What it does |", "|---|---|", ...rows].join("\n")].join("\n\n");
  });
  return page(
    "# Commands",
    NOTICE,
    "All commands are in the command palette, in the category *CAP Operator*. Menus and the view *CAP Operator* offer most of them.",
    `A command about a file uses the active file, else the file that was used last. If there is none, you select a file of the workspace or
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
    NOTICE,
    `All settings take effect immediately. A project can store some of them in [\`${PROJECT_FILE}\`](cli.md#settings), without the prefix. A value in
the settings of the editor takes precedence, key by key.`,
    ...sections,
  );
}

function settingOf([name, setting]: readonly [string, Setting]): string {
  const { enum: values = [], markdownEnumDescriptions: meanings = [] } = setting;
  const scope = setting.scope === "machine" ? " User setting, which a workspace cannot set." : "";
  const project = isOfProject(name) ? ` Also in \`${PROJECT_FILE}\`.` : "";
  return [
    `### \`${name}\``,
    `Default: \`${JSON.stringify(setting.default)}\`.${scope}${project}`,
    withoutSettingLinks(setting.markdownDescription ?? ""),
    ...(values.length === 0
      ? []
      : [values.map((value, index) => `- \`${value}\`: ${meanings[index] ?? ""}`).join("\n")]),
    ...(EXPLAINED[name] === undefined ? [] : [EXPLAINED[name]]),
  ].join("\n\n");
}

function isOfProject(name: string): boolean {
  const own = name.replace("capOperator.", "");
  return PROJECT_SETTINGS.some((one) => own === one || own.startsWith(`${one}.`));
}

function page(...parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  const manifest = readManifest<DocumentedManifest>(fileURLToPath(root));
  for (const [name, text] of Object.entries(renderManifestDocs(manifest)))
    writeFileSync(new URL(`docs/${name}`, root), text);
}
