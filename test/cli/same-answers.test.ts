// The command line and the server for agents, as they ship, and the language server are asked about the same folder: what they find and
// how they would mend it must not differ in a single byte.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { CodeAction, Diagnostic, DocumentDiagnosticReport, TextEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { URI } from "vscode-uri";
import { ruleExamples } from "../../schemas/rule-examples.ts";
import { RULES } from "../../server/core/rules/table.ts";
import type { FileStatus, ValuesProblem } from "../../server/lsp/protocol.ts";
import { visibleIn } from "../../server/mcp/tool-error.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { GOOD_FILES, MISTAKES } from "../core/support/corpus.ts";
import { damagedFiles } from "../core/support/damaged-files.ts";
import { inPublishedWords } from "../core/support/published-words.ts";
import { connect, type TestClient } from "../lsp/client.ts";
import { Agent, placed } from "../mcp/agent.ts";
import { effort } from "../support/effort.ts";
import { repository } from "../support/repository.ts";
import { folderWith, run } from "./run.ts";

const SEED = 20_130;
const { numRuns: DAMAGED } = effort(1200);

/** A chart of the operator with values of its own, whose templates are read. */
const CHART = path.join(repository, "examples/chart");

const RELEASES = `releases:
  - name: two
    values: [releases/base.yaml, releases/prod.yaml]
    set: [controller.replicas=many, "nonsense.key=1"]
    setString: [image.tag=1]
    setJson: ['{"a": ']
  - name: three
    namespace: other
    chart: chart
    values: [releases/base.yaml, releases/broken.yaml, releases/last.yaml, releases/missing.yaml]
  - name: published
    chart: cap-operator
    version: 0.34.0
    values: [releases/published.yaml, releases/prod.yaml]
    set: [subscriptionServer.istioSystemNamespace=mesh]
  - name: empty
    values: []
`;

/** Everything that is asked about, by path. */
function corpus(): Record<string, string> {
  const files: Record<string, string> = { ".cap-operator.yaml": RELEASES };
  const add = (folder: string, kind: string, texts: readonly string[]) => {
    texts.forEach((text, index) => {
      const ending = kind === "values" ? "values.yaml" : "yaml";
      files[`${folder}/${index}.${ending}`] = text;
      if (kind === "values") files[`${folder}-published/${index}.${ending}`] = inPublishedWords(text);
    });
  };
  for (const kind of ["values", "operator"]) {
    add(
      `good/${kind}`,
      kind,
      GOOD_FILES.filter((file) => file.kind === kind).map(({ text }) => text),
    );
    const damaged = fc
      .sample(damagedFiles, { numRuns: Math.ceil(DAMAGED / 2), seed: SEED })
      .filter((file) => file.kind === kind);
    // Every other one says itself what it is, because a damaged file may be nobody's.
    const told = damaged.map(({ text }, index) =>
      index % 2 === 0 ? `# cap-operator: ${kind}\n${text}` : text,
    );
    add(`damaged/${kind}`, kind, told);
  }
  const examples = RULES.map(({ code }) => ruleExamples(code)).flatMap(({ wrong, right, later }) => [
    wrong,
    right,
    ...(later ? [later] : []),
  ]);
  add(
    "rules",
    "values",
    examples.map((text) => `# cap-operator: values\n${text}\n`),
  );
  add("mistakes", "values", [
    MISTAKES,
    MISTAKES.replaceAll("\n", "\r\n"),
    `\ufeff${MISTAKES}`,
    "",
    "\t",
    "a: [",
    "{}",
  ]);
  return {
    ...files,
    "releases/base.yaml": MISTAKES,
    "releases/prod.yaml": "controller:\n  replicas: 2\n  volumes:\n  - name: a\n",
    "releases/broken.yaml": "controller: [\n  replicas: 1\n",
    "releases/last.yaml": "controller: null\nimage: {tag: 1.10}\n",
    "releases/published.yaml": inPublishedWords(MISTAKES),
    "shop/Chart.yaml": "name: shop\nversion: 1.0.0\n",
    "shop/values.yaml": MISTAKES,
    "deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\n",
  };
}

/** A finding, as both sides can be asked for it. */
interface Answer {
  readonly severity: string;
  readonly code?: string;
  readonly message: string;
  readonly range: Diagnostic["range"];
  readonly unnecessary?: true;
  readonly related?: readonly { readonly path: string; readonly range: object; readonly message: string }[];
  readonly fixes?: readonly FixAnswer[];
}

interface FixAnswer {
  readonly title: string;
  /** Not known in an editor, where `fixAll` makes those that are safe; that is compared on its own. */
  readonly safe?: boolean;
  readonly preferred: boolean;
  readonly edits: readonly TextEdit[];
}

interface FileAnswer {
  readonly path: string;
  readonly state: string;
  readonly explanation?: string;
  readonly findings?: readonly Answer[];
}

/** The report of the command line with places as editors count them: from 0, and columns are called characters. */
function readReport(out: string): { readonly files: FileAnswer[] } {
  return JSON.parse(out, (_, value) =>
    typeof value?.line === "number" && typeof value.column === "number"
      ? { line: value.line - 1, character: value.column - 1 }
      : value,
  );
}

/** The answer of an editor without the fixes that the command line did not find, because it stopped looking in that file and reported that. */
function asFarAs({ findings: found = [] }: FileAnswer, answer: FileAnswer): FileAnswer {
  return {
    ...answer,
    ...(answer.findings && {
      findings: answer.findings.map(({ fixes, ...finding }, index) => {
        const known = found[index]?.fixes?.map(({ title }) => title) ?? [];
        const common = fixes?.filter(({ title }) => known.includes(title)) ?? [];
        return { ...finding, ...(common.length > 0 && { fixes: common }) };
      }),
    }),
  };
}

/** Settings with everything that can be wrong with them. */
const WRONG_SETTINGS = `nonsense: 1
chart: [a]
helmVersion: 5
maxFileSize: small
diagnostics: { enabl: true, severity: { unknown-key: loud, no-such-rule: error } }
format: { enable: maybe, style: tabs }
releases:
  - values: [a]
  - name: b
    valeus: [a]
    set: a=1
    setString: [image.tag=a]
`;

const SEVERITIES = ["error", "warning", "information", "hint"];
const CAPABILITIES = {
  workspace: { configuration: true },
  textDocument: {
    diagnostic: {},
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } },
      disabledSupport: true,
    },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
  },
};

const folder = folderWith(corpus());
cpSync(CHART, path.join(folder, "chart"), { recursive: true });

/** A language server whose client works in a folder and sets nothing: both sides read the settings of the project. */
async function editor(place = folder): Promise<TestClient> {
  const client = await connect({
    capabilities: CAPABILITIES,
    initialize: { workspaceFolders: [{ uri: URI.file(place).toString(), name: "folder" }] },
    configuration: () => ({}),
    server: { charts: new DiskChartFiles(wholeMachine) },
  });
  return client;
}

/** Files in which the command line stopped looking for fixes. */
const stopped = new Set<string>();

/** The answers of the command line about files, or about the whole folder. */
async function fromCommandLine(...names: readonly string[]): Promise<FileAnswer[]> {
  const { code, out, err } = await run(folder, [
    "check",
    "-r",
    "json",
    "--fixes",
    "--min-severity",
    "hint",
    ...names,
  ]);
  assert.equal(code, 1, err);
  for (const [, name = ""] of err.matchAll(/^(\S+) may have more fixes: /gm)) stopped.add(name);
  const { files } = readReport(out);
  return files.map(({ path: file, state, explanation, findings }) => ({
    path: file,
    state,
    ...(explanation !== undefined && { explanation }),
    ...(findings && { findings }),
  }));
}

let whole: Promise<FileAnswer[]> | undefined;
const SETTINGS_FILE = ".cap-operator.yaml";
/** The messages of the command line about releases, at the file that describes them: an editor without a place for them has them in the values files. */
const aboutReleases = new Set<string>();
/** The answers of the command line about all other files of the folder, which is asked once. */
function ofFolder(): Promise<FileAnswer[]> {
  whole ??= fromCommandLine().then((files) => {
    const settings = files.find(({ path: file }) => file === SETTINGS_FILE);
    for (const { message } of settings?.findings ?? []) aboutReleases.add(message);
    return files.filter((file) => file !== settings);
  });
  return whole;
}

/** An answer as an editor can be asked for it. */
function withoutSafety({ findings, ...file }: FileAnswer): FileAnswer {
  if (findings === undefined) return file;
  const unsafe = ({ title, preferred, edits }: FixAnswer) => ({ title, preferred, edits });
  return {
    ...file,
    findings: findings.map((finding) =>
      finding.fixes ? { ...finding, fixes: finding.fixes.map(unsafe) } : finding,
    ),
  };
}

/** The answer of an agent's tool about a file. */
async function fromAgent(agent: Agent, file: string): Promise<FileAnswer> {
  const { state, explanation, findings } = await agent.ask("check_values", { path: file, fixes: true });
  return {
    path: file,
    state,
    ...(explanation !== undefined && { explanation }),
    ...(findings && { findings: findings.map(answerToAgent) }),
  };
}

/** The answer of an agent's tool about a release: first the problems of the release as a whole, if any, and then those of its files. */
async function releaseFromAgent(agent: Agent, release: string): Promise<(readonly object[])[]> {
  const { problems, files } = await agent.ask("check_values", { release, fixes: true });
  const ofFiles = files.map(({ findings = [] }) => findings.map(answerToAgent));
  return problems.length > 0 ? [problems, ...ofFiles] : ofFiles;
}

/** Problems of a release have no place but its name in the settings, which only the command line shows. */
function withoutPlace({ severity, code, message }: Answer): object {
  return { severity, ...(code !== undefined && { code }), message };
}

// biome-ignore lint/suspicious/noExplicitAny: the answer of a tool is JSON.
function answerToAgent(answered: any): Answer {
  const { isUnnecessary, related, fixes, line, column, endLine, endColumn, source, ...finding } =
    placed(answered);
  return {
    ...finding,
    ...(isUnnecessary && { unnecessary: true }),
    ...(related.length > 0 && {
      related: related.map((other: { file: string; range: object; message: string }) => ({
        path: path.relative(folder, other.file),
        range: other.range,
        message: other.message,
      })),
    }),
    ...(fixes.length > 0 && {
      // biome-ignore lint/suspicious/noExplicitAny: the answer of a tool is JSON.
      fixes: fixes.map(({ title, isSafe, isPreferred, edits }: any) => ({
        title,
        safe: isSafe,
        preferred: isPreferred,
        edits,
      })),
    }),
  };
}

/** The answer of the language server about an open file. */
async function fromServer(client: TestClient, file: string): Promise<FileAnswer> {
  const uri = addressOf(file);
  const { kind, strength, explanation } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
  if (kind === null || strength !== "certain") {
    return { path: file, state: kind === null ? "foreign" : "likely", explanation };
  }
  const textDocument = { uri };
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", { textDocument });
  assert.equal(report.kind, "full");
  const items = report.kind === "full" ? report.items : [];
  const found = items.filter(({ message }) => !aboutReleases.has(String(message)));
  const context = { diagnostics: found, only: ["quickfix"] };
  const actionsIn = async (range: Diagnostic["range"]) =>
    (await client.request<CodeAction[] | null>("textDocument/codeAction", {
      textDocument,
      range,
      context,
    })) ?? [];
  const actions = await actionsIn({
    start: { line: 0, character: 0 },
    end: { line: 1_000_000, character: 0 },
  });
  // If it is too much for one request, each problem has a request of its own.
  if (actions.some(({ disabled }) => disabled))
    actions.splice(
      0,
      Infinity,
      ...withoutRepeated((await Promise.all(found.map((diagnostic) => actionsIn(diagnostic.range)))).flat()),
    );
  const mending = actions.filter(({ title }) => !title.startsWith("Ignore this rule"));
  return {
    path: file,
    state: "checked",
    findings: found.map((diagnostic) => answerOf(diagnostic, uri, mending)),
  };
}

function withoutRepeated(actions: readonly CodeAction[]): CodeAction[] {
  return [...new Map(actions.map((action) => [JSON.stringify(action), action])).values()];
}

function answerOf(diagnostic: Diagnostic, uri: string, actions: readonly CodeAction[]): Answer {
  const { severity = 1, code, message, range, tags, relatedInformation } = diagnostic;
  const mending = actions.filter(({ diagnostics = [] }) =>
    diagnostics.some((other) => JSON.stringify(other) === JSON.stringify(diagnostic)),
  );
  return {
    severity: SEVERITIES[severity - 1] ?? "",
    ...(code !== undefined && { code: String(code) }),
    message: String(message),
    range,
    ...(tags && { unnecessary: true }),
    ...(relatedInformation && {
      related: relatedInformation.map(({ location, message: said }) => ({
        path: path.relative(folder, URI.parse(location.uri).fsPath),
        range: location.range,
        message: String(said),
      })),
    }),
    ...(mending.length > 0 && {
      fixes: mending.map(({ title, isPreferred, edit }) => ({
        title,
        preferred: isPreferred === true,
        edits: edit?.changes?.[uri] ?? [],
      })),
    }),
  };
}

function addressOf(file: string): string {
  return URI.file(path.join(folder, file)).toString();
}

/** The text of a file as an editor has it. */
function textOf(file: string): string {
  return readFileSync(path.join(folder, file), "utf8").replace(/^\ufeff/, "");
}

suite("the command line, the language server and the server for agents give the same answers", () => {
  test("about each of many files: what it is, what is wrong, where, and what would mend it", async () => {
    const files = await ofFolder();
    assert.ok(files.length > DAMAGED, String(files.length));
    const client = await editor();
    try {
      for (const { path: file } of files) client.open(addressOf(file), textOf(file));
      // Charts are read to their end when somebody wants to install.
      for (const release of ["two", "three", "published", "empty"]) {
        await client.request("capOperator/problems", { release });
      }
      await client.request("capOperator/problems", { uri: addressOf("chart/values.yaml") });
      const states = new Map<string, number>();
      let [findings, fixes] = [0, 0];
      for (const file of files) {
        const answer = await fromServer(client, file.path);
        assert.equal(
          JSON.stringify(stopped.has(file.path) ? asFarAs(file, answer) : answer),
          JSON.stringify(withoutSafety(file)),
          file.path,
        );
        states.set(file.state, (states.get(file.state) ?? 0) + 1);
        findings += file.findings?.length ?? 0;
        fixes += file.findings?.reduce((sum, finding) => sum + (finding.fixes?.length ?? 0), 0) ?? 0;
      }
      // Otherwise the comparison would mean little.
      assert.ok(
        (states.get("checked") ?? 0) > files.length / 2 && (states.get("foreign") ?? 0) > 2,
        JSON.stringify([...states]),
      );
      assert.ok(findings > DAMAGED && fixes > DAMAGED / 2, `${findings} findings, ${fixes} fixes`);
    } finally {
      await client.close();
    }
  });

  test("to an agent about each of many files", async () => {
    const files = await ofFolder();
    const agent = await Agent.start({ roots: [folder] });
    let [findings, fixes] = [0, 0];
    try {
      for (const file of files) {
        // An agent looks at one file, as somebody does who has only this one open: problems of other files of its release are reported there.
        const [alone = file] = file.path.startsWith("releases/") ? await fromCommandLine(file.path) : [file];
        // Nothing is hidden from an agent in sentences.
        const seen = JSON.stringify(alone, visibleIn);
        assert.equal(JSON.stringify(await fromAgent(agent, file.path)), seen, file.path);
        findings += file.findings?.length ?? 0;
        fixes += file.findings?.reduce((sum, finding) => sum + (finding.fixes?.length ?? 0), 0) ?? 0;
      }
    } finally {
      await agent.end();
    }
    assert.ok(
      files.length > DAMAGED && findings > DAMAGED && fixes > DAMAGED / 2,
      `${findings} findings, ${fixes} fixes`,
    );
  });

  test("about a release before it is installed", async () => {
    const client = await editor();
    const agent = await Agent.start({ roots: [folder] });
    try {
      for (const release of ["two", "three", "published", "empty"]) {
        const { out } = await run(folder, [
          "check",
          "--release",
          release,
          "-r",
          "json",
          "--fixes",
          "--min-severity",
          "hint",
        ]);
        const { files } = readReport(out);
        const told = files.flatMap(({ path: file, findings = [] }) =>
          findings.map(({ severity, code, message, range }) =>
            file === ".cap-operator.yaml"
              ? [severity, code, message.slice(`Release ${release}: `.length)]
              : [severity, code, message, file, range],
          ),
        );
        const problems = await client.request<ValuesProblem[]>("capOperator/problems", { release });
        const asked = problems.map(({ severity, code, message, uri, range }) =>
          uri === undefined
            ? [severity, code, message]
            : [severity, code, message, path.relative(folder, URI.parse(uri).fsPath), range],
        );
        assert.deepEqual(told.map(lineOf).sort(), asked.map(lineOf).sort(), release);
        assert.equal(
          JSON.stringify(await releaseFromAgent(agent, release)),
          JSON.stringify(
            files.map(({ path: file, findings = [] }) =>
              file === ".cap-operator.yaml" ? findings.map(withoutPlace) : findings,
            ),
          ),
          release,
        );
      }
    } finally {
      await agent.end();
      await client.close();
    }
  });

  test("about everything that is safe to fix", async () => {
    const { out } = await run(folder, ["fix", "--dry-run"]);
    const copy = folderWith(corpus());
    execFileSync("git", ["apply", "--whitespace=nowarn", "-"], {
      cwd: copy,
      input: out,
      stdio: ["pipe", "ignore", "pipe"],
    });
    const client = await editor();
    let fixed = 0;
    try {
      for (const name of Object.keys(corpus()).filter((name) => name.endsWith(".yaml"))) {
        const [uri, text] = [addressOf(name), textOf(name)];
        client.open(uri, text);
        const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
        const context = { diagnostics: [], only: ["source.fixAll"] };
        const asked = { textDocument: { uri }, range, context };
        const [action] = (await client.request<CodeAction[] | null>("textDocument/codeAction", asked)) ?? [];
        const edits = action?.edit?.changes?.[uri] ?? [];
        const mended = TextDocument.applyEdits(TextDocument.create(uri, "yaml", 0, text), edits);
        assert.equal(readFileSync(path.join(copy, name), "utf8").replace(/^\ufeff/, ""), mended, name);
        if (edits.length > 0) fixed += 1;
      }
      assert.ok(fixed > DAMAGED / 30, String(fixed));
    } finally {
      await client.close();
    }
  });
});

test("the language server says of wrong settings what the command line says of them", async () => {
  const wrong = folderWith({ ".cap-operator.yaml": WRONG_SETTINGS });
  const { code, err } = await run(wrong, ["check"]);
  assert.equal(code, 2);
  const sentences = err.split("\n").filter((line) => line.startsWith(".cap-operator.yaml:"));
  assert.ok(sentences.length > 8, err);
  const client = await editor(wrong);
  try {
    const uri = URI.file(path.join(wrong, ".cap-operator.yaml")).toString();
    client.open(uri, WRONG_SETTINGS);
    const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    const items = report.kind === "full" ? report.items : [];
    const found = items.filter(({ message }) => !aboutReleases.has(String(message)));
    // An editor goes on without the setting, and its sentence ends with what that means.
    const shown = found.map(({ range, message }) => {
      const { line, character } = range.start;
      return `.cap-operator.yaml:${line + 1}:${character + 1} error ${String(message).replace(/; [^;]+\.$/, ".")}`;
    });
    assert.deepEqual(shown.sort(), [...sentences].sort());
  } finally {
    await client.close();
  }
});

function lineOf(problem: unknown): string {
  return JSON.stringify(problem);
}
