import { PROJECT_FILE } from "../workspace/project.ts";
import type { CommandRow, OptionRow } from "./command-table.ts";

const NOTICE =
  "<!-- Generated from the commands in server/cli/ by schemas/cli-docs.ts; change the descriptions of commands and options there. -->";

/** The page about the command line, made from the same table as its help. */
export function renderReference(program: string, rows: readonly CommandRow[]): string {
  return `${[
    "# Command line",
    NOTICE,
    introduction(program),
    "## Commands",
    table(
      ["Command", "What it does"],
      rows.map((row) => [`[\`${row.name}\`](#${row.name})`, row.summary]),
    ),
    ...rows.flatMap((row) => section(program, row)),
  ].join("\n\n")}\n`;
}

function introduction(program: string): string {
  return `\`${program}\` reports the problems of the editor on the command line and in pipelines, with the same engine, rules and messages. It needs
no cluster and no network.

\`\`\`sh
${program} check                              # all recognized files in this folder
${program} check --release prod               # a release of the settings, with all its files
${program} check --reporter sarif=out.sarif   # for code scanning
${program} fix --dry-run                      # all safe fixes, as a patch
\`\`\`

Files are recognized as in the editor. In folders and globs, \`node_modules\` and files that Git ignores are skipped. \`--no-ignore\` includes them, and a
file that you name is always checked. Comments that silence rules have the same effect as in the editor.

## Exit codes

${table(
  ["Code", "Meaning"],
  [
    ["0", "No findings, or none with the severity of `--fail-on`."],
    ["1", "Findings; with `--dry-run`, changes; for `diff`, differences."],
    [
      "2",
      "The command line is not valid: an unknown option, a path that does not exist, or settings that are not valid.",
    ],
    [
      "3",
      "A file could not be read or written, or a program failed. All other files were checked and reported.",
    ],
  ],
)}

## Settings

\`${PROJECT_FILE}\` at the root of a project contains settings of the editor, without the prefix \`capOperator.\`. It is searched for in the working folder
and above it, up to the root of the repository. Paths in it are relative to its folder. Editors read the same file. Their own settings take precedence, key by key,
and a release in them replaces the release of the same name.

\`\`\`yaml
releases:
  - name: prod
    namespace: cap-operator-system
    values: [values.yaml, values-production.yaml]
    set: [controller.replicas=3]
diagnostics:
  severity:
    unknown-key: error
excludeFiles: ["archive/**"]
\`\`\``;
}

function section(program: string, { name, description, usage, args, options }: CommandRow): string[] {
  return [
    `## ${name}`,
    description,
    `\`\`\`sh\n${usage.startsWith(program) ? usage : `${program} ${usage}`}\n\`\`\``,
    ...(args.length > 0
      ? [
          table(
            ["Argument", "Meaning"],
            args.map((one) => [`\`${one.name}\``, one.description]),
          ),
        ]
      : []),
    table(["Option", "Meaning"], options.map(optionCells)),
  ];
}

function optionCells({ flags, description, choices, fallback }: OptionRow): string[] {
  const one = choices.length > 0 ? ` One of ${choices.map((choice) => `\`${choice}\``).join(", ")}.` : "";
  const without = fallback === undefined ? "" : ` Default: \`${fallback}\`.`;
  return [`\`${flags}\``, `${description}${one || without ? "." : ""}${one}${without}`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
