import path from "node:path";
import { type Command, Help, Option } from "commander";
import { readProjectAddress } from "../../workspace/charts/read-sources.ts";
import { exitMeanings } from "./exit-meanings.ts";

/** An example: the words after the name of the program, and their effect. */
type Example = readonly [typed: string, effect: string];

const ALL: readonly Example[] = [
  ["check", "all files of the operator in this folder"],
  ["help check", "the options of a command, with examples"],
];

/** Two examples of each command. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  check: [
    ["check", "all files of the operator in this folder"],
    ["check --release prod --fail-on error", "a release of the settings, as Helm merges it"],
  ],
  effective: [
    ["effective -f values.yaml --changed", "only what is not a default of the chart"],
    ["effective --release prod --key controller.replicas", "one value, and what it replaced"],
  ],
  explain: [
    ["explain unknown-key", "what a code means, with an example"],
    ["explain controller.replicas", "a key of the values"],
  ],
  rules: [
    ["rules", "each code with its severity"],
    ["rules --output json", "for scripts"],
  ],
  render: [
    ["render -f values.yaml --chart ./chart", "the objects that Helm renders"],
    ["render --release prod --trace controller.replicas", "the fields that a key sets"],
  ],
  diff: [
    ["diff staging prod", "two releases of the settings"],
    ["diff values.yaml@0.30.0 values.yaml@0.34.0", "a file with two versions of the chart"],
  ],
  fix: [
    ["fix --dry-run", "safe fixes, as a patch"],
    ["fix --unsafe values.yaml", "also those that are very likely right"],
  ],
  format: [
    ["format", "all files of the operator in this folder"],
    ["format --check", "lists the files that would change"],
  ],
  upgrade: [
    ["upgrade --to 0.34.0 --release prod --dry-run", "what changes, with a patch"],
    ["upgrade --to 0.34.0 -f values.yaml", "migrates a file"],
  ],
  values: [
    ["values --from-release prod", "prints the values file of an installed release"],
    ["values --from-release prod -n cap-operator-system -o values.yaml", "into a file"],
  ],
  schema: [
    ["schema", "for the newest published chart"],
    ["schema --kind operator", "for operator resources"],
  ],
  init: [
    ["init", "asks for the chart"],
    ["init --chart-version 0.34.0", "asks nothing"],
  ],
  lsp: [["lsp --stdio", "started by an editor"]],
  mcp: [
    ["mcp", "for the files of this folder"],
    ["mcp --root ../project", "for those of another one"],
  ],
  completion: [
    ["completion bash >> ~/.bashrc", "for bash"],
    ["completion fish > ~/.config/fish/completions/cap-operator.fish", "for fish"],
  ],
  help: [
    ["help", "all commands"],
    ["help check", "the options of one"],
  ],
};

const FIRST = "What:";
const LAST = "Other:";
/** The options of each group, in the order of the help. All others are about what a command does. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  [FIRST]: [],
  "Strictness:": ["--min-severity", "--fail-on", "--no-files", "--unsafe", "--rule", "--only", "--skip"],
  "Output:": ["--reporter", "--fixes", "--output", "--changed", "--quiet", "--dry-run", "--check", "--color"],
  "Chart and release:": [
    ...["--release", "--values", "--set", "--set-string", "--set-json", "--set-file", "--set-literal"],
    ...["--chart", "--chart-version", "--helm"],
  ],
  [LAST]: ["--config", "--watch", "--help", "--version"],
};

/** The headings of the groups, in the order of the help. */
export const GROUPS: readonly string[] = Object.keys(OPTIONS);

/** The group of the help that an option is in. */
export function groupOf(long: string): string {
  return GROUPS.find((group) => OPTIONS[group]?.includes(long)) ?? FIRST;
}

/** The examples of a command in a column each, as lines. */
export function exampleLines(program: string, command?: string): readonly string[] {
  const examples = (command === undefined ? ALL : EXAMPLES[command]) ?? [];
  const column = examples.reduce((most, [typed]) => Math.max(most, typed.length), 0);
  return examples.map(([typed, effect]) => `${program} ${typed.padEnd(column)}  # ${effect}`);
}

/** Gives the program and its commands their help: examples, options in groups, exit codes, and the page. */
export function withHelp(program: Command, packageFolder: string): void {
  for (const command of [program, ...program.commands]) {
    const name = command === program ? undefined : command.name();
    command.addHelpOption(new Option("-h, --help", "print this help").helpGroup(LAST));
    for (const option of command.options) option.helpGroup(groupOf(option.long ?? ""));
    const indented = exampleLines(program.name(), name).map((line) => `  ${line}\n`);
    command.configureHelp({ groupItems: inOrder });
    if (indented.length > 0) command.addHelpText("before", `Examples:\n${indented.join("")}`);
    command.addHelpText("after", () => ending(name, pageAddress(packageFolder, name)));
  }
}

/** The groups of a help as the table has them. */
const inOrder: Help["groupItems"] = (all, visible, groupOfItem) => {
  const groups = new Help().groupItems(all, visible, groupOfItem);
  return new Map([...groups].toSorted(([first], [other]) => GROUPS.indexOf(first) - GROUPS.indexOf(other)));
};

function ending(command: string | undefined, page: string): string {
  const helper = new Help();
  helper.prepareContext({ helpWidth: process.stdout.columns ?? 80 });
  const codes = exitMeanings(command).map(([code, meaning]) =>
    helper.formatItem(String(code), 1, meaning.replaceAll("`", ""), helper),
  );
  return `\nExit codes:\n${codes.join("\n")}\n\nDocumentation: ${page}`;
}

/** The address of the page about the command line: on the site of the project, else the file in the package. */
function pageAddress(packageFolder: string, command: string | undefined): string {
  const project = readProjectAddress(packageFolder);
  const anchor = command === undefined ? "" : `#${command}`;
  if (project !== undefined) return `${project}/blob/main/docs/reference/cli.md${anchor}`;
  return path.join(packageFolder, "dist/docs/reference/cli.md");
}
