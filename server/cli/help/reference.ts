import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import type { CommandRow, OptionRow } from "./command-table.ts";
import { EXIT_MEANINGS } from "./exit-meanings.ts";

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
  return `\`${program}\` reports on the command line and in pipelines what the editor reports: with the same engine, codes, and messages. It
needs no cluster and no network, except for \`values --from-release\`, which asks Helm.

\`\`\`sh
${program} check                              # all files of the operator in this folder
${program} check --release prod               # a release of the settings, as Helm merges it
${program} check --reporter sarif=out.sarif   # for code scanning
${program} fix --dry-run                      # safe fixes, as a patch
\`\`\`

A file is checked if it is recognized as a file of the operator, on the same evidence as in the editor. In folders and globs, \`node_modules\` is
skipped, and in a repository also every file that its ignore files name (\`.gitignore\` and \`.git/info/exclude\`, read as Git does), even if it has been committed; \`--no-ignore\` includes these. No program is started for that, and ignore files outside of the repository are not read. A name that is not UTF-8 is shown, and can be given, with \ufffd in the place of what cannot be read.

A file that you name is checked as a values file, whatever its name is, unless it certainly is something else: a resource of Kubernetes, a template, a well-known file of another tool, or a file most of whose keys are not in the chart. Then each report contains the reason, and the exit code is 1; \`fix\` and \`format\` leave it alone in the same way. If it cannot be read, the exit code is 3. With \`--no-files=ok\`, for tools that pass the names of all changed files, a named file is checked only if it is recognized, and nothing is reported about the others; with \`--no-files=error\`, the exit code is 2. The text on the standard input counts as named, but not with \`--stdin-file-path\`.

Without any file to check, there is a warning; \`--no-files=error\` makes it an error. Comments that silence rules apply here as well.

Each report contains the chart and version that each file was checked against, and the reason: the text summary has a line for each chart, JSON and SARIF have it with each file. A
chart or version that is named and cannot be used is an error with exit code 2; without any that is named or recognized, the chart is reported as not decided.

The chart is, in this order: that of \`--chart\` and \`--chart-version\`; that of the release or document that has the values; that of the comment in the file; that of the
\`Chart.yaml\` next to it or above; that of the settings; the only one that has the words of the file. If an option overrides a comment or a document that
names another chart, an information at that place states which one is used. A version can be a range (\`~0.30.0\`, \`>=0.30\`) or have a \`v\` before it, wherever it is named: the newest known version in
the range is used. See [chart and version](files.md#chart-and-version).

\`--only\` and \`--skip\` choose rules for one run: \`--only unknown-key,misplaced-key\`. Problems because of which a text cannot be read are always
reported with \`--only\`.

## Changed files

\`check --since main\` checks the files that have changed since the branch left \`main\`, as they are on the disk, with files that Git does not
know yet; \`check --staged\` checks the files that are staged, with their staged text. Paths limit both. Settings, charts and other files of a
release are read from the disk. The first \`git\` in an absolute folder of the PATH reads commits and the index; nothing runs that a
repository configures (hooks, filters, text conversions, a file monitor), and nothing is fetched. Files in which Git converts line ends count as changed.

## Exit codes

${table(
  ["Code", "Meaning"],
  EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]),
)}

If the reader of the output closes it, as \`head\` does, nothing more is written, and the exit code stays the same.

## Files that are read and changed

A file that cannot be read is one line of each report, and all other files are checked. Links without a target are skipped in folders.

\`fix\`, \`format\` and \`upgrade\` change the text of a file, and keep its owner, group and permissions, and a link to it. The new text is written into
a file in the same folder, which then takes its place, so a full disk or an interruption leaves the old text. A file is not changed, with a line of the reason and exit
code 3, if it is read-only, if it has other names (hard links), if its owner or group cannot be kept, or if another program has changed it in the
meantime; \`fix\` and \`format\` go on with the other files. Access control lists and extended attributes are not copied.

A report in a file replaces an old one only when it is complete.

## Settings

\`${PROJECT_FILE}\` at the root of a project has the settings that the editor has under \`capOperator.\`; it is looked for in the folder in which the
command runs, and above it up to the root of the repository. Paths in it start at its folder. Editors read the same file: settings of
the editor take precedence, key by key, and a release in them replaces those of the same name. A key that is written twice is an error.

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

function section(
  program: string,
  { name, description, usage, args, options, examples }: CommandRow,
): string[] {
  const groups = [...new Set(options.map(({ group }) => group))];
  return [
    `## ${name}`,
    description,
    `\`\`\`sh\n${[usage.startsWith(program) ? usage : `${program} ${usage}`, ...examples].join("\n")}\n\`\`\``,
    ...(args.length > 0
      ? [
          table(
            ["Argument", "Meaning"],
            args.map((argument) => [`\`${argument.name}\``, argument.description]),
          ),
        ]
      : []),
    ...groups.flatMap((group) => [
      group,
      table(["Option", "Meaning"], options.filter((option) => option.group === group).map(optionCells)),
    ]),
  ];
}

function optionCells({ flags, description, choices, fallback }: OptionRow): string[] {
  const oneOf = choices.length > 0 ? ` One of ${choices.map((choice) => `\`${choice}\``).join(", ")}.` : "";
  const without = fallback === undefined ? "" : ` Default: \`${fallback}\`.`;
  return [`\`${flags}\``, `${description}${oneOf || without ? "." : ""}${oneOf}${without}`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
