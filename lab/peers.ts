// `node lab/peers.ts`: runs this command line and four others for the same purposes, and prints what each of them answered as a table.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { goProgram, helmBinary } from "../test/helm/build-helm.ts";
import { repository } from "../test/support/repository.ts";

/** The run of a program. */
interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** The text of the first argument that names a file, after it. */
  readonly file: string;
}

/** A question: the arguments, the standard input, and what the answer has to be. */
interface Probe {
  readonly args: string;
  readonly input?: string;
  readonly isSeen: (ran: Ran) => boolean;
}

/** A tool with a faulty file, which one of its commands finds faulty. */
interface Tool {
  readonly name: string;
  readonly program: readonly [string, ...string[]];
  readonly file: string;
  readonly text: string;
  /** The questions about each feature; features without a command or an option are left out. */
  readonly probes: Readonly<Record<string, Probe>>;
}

const ours =
  "subscriptionServer:\n  domain: a.corp.internal\n  dnsTarget: b.corp.internal\ncontroller:\n  replicaz: 2\n";
const script = "const a = 1;\nif (a == 2) debugger;\n";
const workflow =
  "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.evnt }}\n";
const service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: none}\n";
const schema =
  '{"type": "object", "properties": {"spec": {"type": "object", "properties": {"ports": {"type": "array"}}}}}';

const says = (what: RegExp) => (ran: Ran) => what.test(ran.out + ran.err);
const isJson = ({ out }: Ran) => {
  try {
    return typeof JSON.parse(out) === "object";
  } catch {
    return false;
  }
};
const ends = (code: number) => (ran: Ran) => ran.code === code;
/** With the other probe of the same program: a code that only a failure has. */
const isNoFinding = (code: number) => (ran: Ran) => ran.code !== 0 && ran.code !== code;

const FEATURES = {
  place: "line and column of a problem",
  frame: "the line itself, with a mark",
  json: "JSON",
  schema: "a schema of this JSON",
  sarif: "SARIF",
  junit: "JUnit",
  github: "annotations of GitHub",
  gitlab: "code quality of GitLab",
  input: "standard input",
  named: "standard input under the name of a file",
  fixes: "fixes",
  offers: "the command that fixes, named below the problems",
  explains: "explanation of a rule",
  rules: "list of all rules",
  nearest: "the nearest name of an unknown command or option",
  failed: "an exit code that only failures have",
  nothing: "no file to check is a failure or a warning",
  changed: "only files that changed since a commit",
  only: "rules chosen for one run",
  suppress: "comments that turn a rule off, written by the program",
  completion: "completion for shells",
  watch: "check on each change",
  server: "language server",
  agents: "server for agents",
  origin: "where each value of an installation comes from",
  objects: "rendered objects, and the key of a field",
  migrates: "migration to another version of a chart",
} as const;

const [kubeconform, actionlint, helm] = [
  await goProgram("kubeconform", "github.com/yannh/kubeconform/cmd/kubeconform", "v0.7.0"),
  await goProgram("actionlint", "github.com/rhysd/actionlint/cmd/actionlint", "v1.7.12"),
  await helmBinary(3),
];
if (kubeconform === undefined || actionlint === undefined || helm === undefined)
  throw new Error("The other programs are built with Go, which is not installed.");
const KUBECONFORM = "-schema-location {{.ResourceKind}}.json";

const TOOLS: readonly Tool[] = [
  {
    name: "CAP Operator",
    program: [process.execPath, path.join(repository, "dist/cap-operator.js")],
    file: "values.yaml",
    text: ours,
    probes: {
      place: { args: "check FILE", isSeen: says(/values\.yaml:5:3/) },
      frame: { args: "check FILE", isSeen: says(/replicaz: 2\n.*\^/) },
      json: { args: "check FILE --reporter json", isSeen: isJson },
      schema: { args: "schema --kind output", isSeen: says(/json-schema/) },
      sarif: { args: "check FILE --reporter sarif", isSeen: says(/sarif.*2\.1\.0/s) },
      junit: { args: "check FILE --reporter junit", isSeen: says(/<testsuites/) },
      github: { args: "check FILE --reporter github", isSeen: says(/^::/m) },
      gitlab: { args: "check FILE --reporter gitlab", isSeen: says(/"fingerprint"/) },
      input: { args: "check -", input: ours, isSeen: says(/replicaz/) },
      named: { args: "check --stdin-file-path FILE", input: ours, isSeen: says(/values\.yaml:5:3/) },
      fixes: { args: "fix --unsafe FILE", isSeen: ({ file }) => file.includes("replicas: 2") },
      offers: { args: "check FILE", isSeen: says(/cap-operator fix/) },
      explains: { args: "explain unknown-key", isSeen: ends(0) },
      rules: { args: "rules", isSeen: says(/unknown-key/) },
      nearest: { args: "chekc", isSeen: says(/check/) },
      failed: { args: "check missing.yaml", isSeen: isNoFinding(1) },
      nothing: { args: "check empty", isSeen: says(/no /i) },
      changed: { args: "help check", isSeen: says(/--since/) },
      only: { args: "check --only unknown-key FILE", isSeen: says(/replicaz/) },
      completion: { args: "completion bash", isSeen: ends(0) },
      watch: { args: "help check", isSeen: says(/--watch/) },
      server: { args: "help lsp", isSeen: says(/language server/) },
      agents: { args: "help mcp", isSeen: says(/agents/) },
      origin: { args: "effective -f FILE", isSeen: says(/values\.yaml/) },
      objects: { args: "help render", isSeen: says(/--why/) },
      migrates: {
        args: "upgrade -f FILE --chart-version 0.28.0 --to 0.34.0",
        isSeen: says(/Moved|migrat|0\.34\.0/),
      },
    },
  },
  {
    name: "Biome",
    program: [path.join(repository, "node_modules/.bin/biome")],
    file: "a.js",
    text: script,
    probes: {
      place: { args: "lint FILE", isSeen: says(/a\.js:2:/) },
      frame: { args: "lint FILE", isSeen: says(/debugger;\n.*\^/) },
      json: { args: "lint FILE --reporter json", isSeen: isJson },
      sarif: { args: "lint FILE --reporter sarif", isSeen: says(/sarif/) },
      junit: { args: "lint FILE --reporter junit", isSeen: says(/<testsuites/) },
      github: { args: "lint FILE --reporter github", isSeen: says(/^::/m) },
      gitlab: { args: "lint FILE --reporter gitlab", isSeen: says(/"fingerprint"/) },
      input: { args: "lint --stdin-file-path=FILE", input: script, isSeen: says(/debugger/) },
      named: { args: "lint --stdin-file-path=FILE", input: script, isSeen: says(/debugger/) },
      fixes: { args: "lint --write --unsafe FILE", isSeen: ({ file }) => !file.includes("debugger") },
      offers: { args: "lint FILE", isSeen: says(/--write|--unsafe/) },
      explains: { args: "explain noDebugger", isSeen: says(/debugger/) },
      rules: { args: "explain", isSeen: says(/noDebugger/) },
      nearest: { args: "lnit", isSeen: says(/`lint`|did you mean/i) },
      failed: { args: "lint missing.js", isSeen: isNoFinding(1) },
      nothing: { args: "lint empty", isSeen: ({ code }) => code !== 0 },
      changed: { args: "lint --help", isSeen: says(/--changed/) },
      only: { args: "lint --only=suspicious/noDebugger FILE", isSeen: says(/debugger/) },
      suppress: { args: "lint --suppress FILE", isSeen: ({ file }) => file.includes("biome-ignore") },
      completion: { args: "--bpaf-complete-style-bash", isSeen: says(/complete/) },
      watch: { args: "lint --help", isSeen: says(/--watch/) },
      server: { args: "--help", isSeen: says(/lsp-proxy/) },
    },
  },
  {
    name: "actionlint",
    program: [actionlint],
    file: ".github/workflows/a.yaml",
    text: workflow,
    probes: {
      place: { args: "FILE", isSeen: says(/a\.yaml:6:\d+/) },
      frame: { args: "FILE", isSeen: says(/github\.evnt.*\n.*\^/) },
      json: { args: "-format {{.|json}} FILE", isSeen: isJson },
      input: { args: "-", input: workflow, isSeen: says(/evnt/) },
      named: { args: "-stdin-filename FILE -", input: workflow, isSeen: says(/a\.yaml:6/) },
      nearest: { args: "-formt FILE", isSeen: says(/did you mean|-format\?/i) },
      failed: { args: "missing.yaml", isSeen: isNoFinding(1) },
      nothing: { args: "", isSeen: ({ code }) => code !== 0 },
    },
  },
  {
    name: "kubeconform",
    program: [kubeconform],
    file: "service.yaml",
    text: service,
    probes: {
      place: { args: `${KUBECONFORM} FILE`, isSeen: says(/service\.yaml:\d+/) },
      frame: { args: `${KUBECONFORM} FILE`, isSeen: says(/ports: none/) },
      json: { args: `${KUBECONFORM} -output json FILE`, isSeen: isJson },
      junit: { args: `${KUBECONFORM} -output junit FILE`, isSeen: says(/<testsuites/) },
      input: { args: `${KUBECONFORM} -`, input: service, isSeen: says(/ports/) },
      nearest: { args: "-outptu json FILE", isSeen: says(/did you mean|-output\?/i) },
      failed: { args: "missing.yaml", isSeen: isNoFinding(1) },
      nothing: { args: "-summary empty", isSeen: ({ code }) => code !== 0 },
    },
  },
  {
    name: "helm lint",
    program: [helm],
    file: "values.yaml",
    text: ours.replace("replicaz: 2", "replicas: two"),
    probes: {
      place: { args: "lint CHART -f FILE", isSeen: says(/values\.yaml:\d+/) },
      frame: { args: "lint CHART -f FILE", isSeen: says(/replicas: two/) },
      input: { args: "lint CHART -f -", input: "controller: {replicas: two}\n", isSeen: says(/replicas/) },
      nearest: { args: "lnit", isSeen: says(/did you mean/i) },
      failed: { args: "lint CHART -f missing.yaml", isSeen: isNoFinding(1) },
      nothing: { args: "lint empty", isSeen: ({ code }) => code !== 0 },
      completion: { args: "completion bash", isSeen: ends(0) },
    },
  },
];

function ask(
  { program: [program, ...first], file, text }: Tool,
  { args, input = "", isSeen }: Probe,
): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), "peers-"));
  try {
    mkdirSync(path.join(folder, ".git"));
    mkdirSync(path.join(folder, "empty"));
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
    writeFileSync(path.join(folder, "service.json"), schema);
    const words = args.split(" ").filter((word) => word !== "");
    const chart = path.join(repository, "examples/chart");
    const rest = words.map((word) => word.replace("FILE", file).replace("CHART", chart));
    const { status, stdout, stderr } = spawnSync(program, [...first, ...rest], {
      cwd: folder,
      input,
      encoding: "utf8",
    });
    return isSeen({
      code: status,
      out: stdout,
      err: stderr,
      file: readFileSync(path.join(folder, file), "utf8"),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

console.log(`| | ${TOOLS.map(({ name }) => name).join(" | ")} |\n|---|${TOOLS.map(() => "---|").join("")}`);
for (const [feature, what] of Object.entries(FEATURES)) {
  const cells = TOOLS.map((tool) => {
    const probe = tool.probes[feature];
    return probe !== undefined && ask(tool, probe) ? "yes" : "";
  });
  console.log(`| ${what} | ${cells.join(" | ")} |`);
}
