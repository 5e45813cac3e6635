// Every hostile folder, in every host as it ships: nothing runs, nothing outside is read or changed, and the next request is answered.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { CLEAN, folderWith, run } from "../cli/run.ts";
import { Agent } from "../mcp/agent.ts";
import { spread } from "../support/effort.ts";
import { repository } from "../support/repository.ts";
import { hostileCases } from "./cases.ts";

const SECRET = "c4nary-of-somebody-else";
/** The timeout in milliseconds after which a run counts as endless. */
const NEVER = 60_000;

const base = folderWith({
  "outside/secret.values.yaml": `subscriptionServer:\n  domain: ${SECRET}\n  domian: ${SECRET}\n`,
  "outside/secret.json": `{"required":["${SECRET}"]}`,
  "outside/Chart.yaml": `name: ${SECRET}\nversion: 1.0.0\n`,
  "outside/values.yaml": `${SECRET}: 1\n`,
  "good/main.values.yaml": `${CLEAN}  replicaz: 1\n`,
});
const marker = path.join(base, "marker");
for (const name of ["helm", "git", "kubectl", "sh", "bash", "curl", "ssh", "node", "touch", "cmd"]) {
  const file = path.join(base, "bin", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ${name} > ${marker}\n`);
  chmodSync(file, 0o755);
}
const env = { PATH: path.join(base, "bin"), HOME: path.join(base, "home") };
const outside = ["secret.values.yaml", "secret.json", "Chart.yaml", "values.yaml"].map((name) =>
  path.join(base, "outside", name),
);
const stateOutside = () => outside.map((file) => [readFileSync(file, "utf8"), statSync(file).mtimeMs]);
const before = stateOutside();

const cases = hostileCases().map((one, index) => {
  const folder = path.join(base, `case-${index}`);
  for (const [name, content] of Object.entries(one.files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  for (const [name, target] of Object.entries(one.links ?? {})) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    symlinkSync(target, path.join(folder, name));
  }
  // Elsewhere, names of files are text.
  if (process.platform === "linux")
    for (const [name, content] of Object.entries(one.bytes ?? {})) {
      const at = Buffer.from(`${folder}/${name}`, "latin1");
      mkdirSync(at.subarray(0, at.lastIndexOf("/")), { recursive: true });
      writeFileSync(at, content);
    }
  return { ...one, folder, opened: path.join(folder, one.opened ?? ""), path: path.join(folder, one.file) };
});

/** Checks that a host's output has no content from outside. */
function harmless(said: string, name: string): void {
  assert.ok(!said.includes(SECRET), `${name} shows what is outside`);
  assert.doesNotMatch(
    said,
    /root:x:0|RangeError|TypeError|Internal error|Cannot read prop|Maximum call stack|"message":"[^"]{2000}/,
    name,
  );
  assert.ok(!existsSync(marker), `${name} ran a program`);
}

/** Rejects if something never ends, so that the host is ended too. */
async function ends<T>(what: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} does not end`)), NEVER);
  });
  return Promise.race([what, never]).finally(() => clearTimeout(timer));
}

test("there are at least 300 cases", () => {
  assert.ok(cases.length >= 300, String(cases.length));
});

test("the language server", async () => {
  const server = spawn(process.execPath, [path.join(repository, "dist/language-server.js"), "--stdio"], {
    env,
  });
  after(() => server.kill("SIGKILL"));
  let err = "";
  server.stderr.on("data", (part) => {
    err += part;
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const seen: unknown[] = [];
  for (const method of ["window/logMessage", "window/showMessage", "capOperator/entryProblems"]) {
    connection.onNotification(method, (params: unknown) => void seen.push(params));
  }
  connection.listen();
  const uriOf = (file: string) => pathToFileURL(file).href;
  await connection.sendRequest("initialize", {
    processId: null,
    workspaceFolders: [{ uri: uriOf(path.join(base, "good")), name: "good" }],
    initializationOptions: { entryProblems: true, trusted: true, helmTemplate: { enable: false } },
    capabilities: {
      workspace: { workspaceFolders: true },
      textDocument: {
        diagnostic: {},
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  });
  await connection.sendNotification("initialized", {});
  const open = (uri: string, text: string) =>
    connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "yaml", version: 1, text },
    });
  const good = uriOf(path.join(base, "good/main.values.yaml"));
  await open(good, `${CLEAN}  replicaz: 1\n`);
  for (const one of spread(cases)) {
    const [bytes] = Object.keys(one.bytes ?? {});
    const uri = bytes === undefined ? uriOf(one.path) : `${uriOf(one.folder)}/${escape(bytes)}`;
    const folder = [{ uri: uriOf(one.opened), name: "x" }];
    const event = (added: object[], removed: object[]) =>
      connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added, removed } });
    await event(folder, []);
    await open(uri, String(one.files[one.file]));
    const textDocument = { uri };
    const position = { line: 4, character: 4 };
    const requests: readonly (readonly [string, object])[] = [
      ["textDocument/diagnostic", { textDocument }],
      ["textDocument/hover", { textDocument, position }],
      ["textDocument/completion", { textDocument, position }],
      ["textDocument/documentSymbol", { textDocument }],
      [
        "textDocument/codeAction",
        { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } },
      ],
      ["capOperator/effectiveValues", { of: { uri } }],
      ["capOperator/problems", { uri }],
      ["capOperator/releases", {}],
      ["textDocument/diagnostic", { textDocument: { uri: good } }],
    ];
    for (const [method, params] of requests) {
      const asked = connection.sendRequest(method, params).catch((error: unknown) => {
        if (error instanceof ResponseError) return error.message;
        throw error;
      });
      const said = JSON.stringify(await ends(asked, `${one.name}: ${method}`));
      harmless(said, `${one.name}: ${method}`);
      if (params === requests.at(-1)?.[1]) assert.match(said, /replicaz/, `after ${one.name}`);
    }
    await connection.sendNotification("textDocument/didClose", { textDocument });
    await event([], folder);
    harmless(`${JSON.stringify(seen.splice(0))}${err}`, one.name);
  }
  connection.dispose();
  assert.deepEqual(stateOutside(), before);
});

test("the agents' server", async () => {
  // The client is asked for its folders at each call.
  const roots = [path.join(base, "good")];
  const agent = await Agent.start({ roots, env, cwd: base });
  after(() => agent.end());
  for (const one of spread(cases)) {
    roots[1] = one.opened;
    for (const [tool, args] of [
      ["check_values", { path: one.path }],
      ["effective_values", { path: one.path, release: "prod" }],
    ] as const) {
      const { text } = await ends(agent.call(tool, args), `${one.name}: ${tool}`);
      harmless(text, `${one.name}: ${tool}`);
      assert.doesNotMatch(text, /took longer/, one.name);
    }
    const { text } = await ends(
      agent.call("check_values", { path: path.join(base, "good/main.values.yaml"), fixes: false }),
      one.name,
    );
    assert.match(text, /replicaz/, `after ${one.name}`);
  }
  assert.deepEqual(stateOutside(), before);
});

// A process each, two at a time.
test("the command line", async () => {
  const all = spread(cases).entries();
  const next = async () => {
    for (const [index, one] of all) await inCommandLine(one, index);
  };
  await Promise.all([next(), next()]);
  assert.deepEqual(stateOutside(), before);
});

async function inCommandLine(one: (typeof cases)[number], index: number): Promise<void> {
  const commands = [
    ["check", "."],
    ["check", "-r", "json", "."],
    ["fix", "--dry-run", "--unsafe", "."],
    ["effective", "-f", `./${path.relative(one.opened, one.path)}`],
  ];
  const args = commands[index % commands.length] ?? [];
  const { code, out, err } = await ends(run(one.opened, args, { env }), `${one.name}: ${args.join(" ")}`);
  harmless(`${out}${err}`, `${one.name}: ${args.join(" ")}`);
  assert.ok(code !== null && code <= 3, `${one.name}: ${args.join(" ")} ended with ${code}`);
  assert.ok(
    err.split("\n").every(({ length }) => length < 2000),
    `${one.name} has an endless sentence`,
  );
  const obeyed = `${out}\n${err}`
    .split(/\r\n|\r|\n/)
    .filter((line) => /##(?:vso|teamcity)?\[|^\s*::|section_(?:start|end):/.test(line));
  assert.deepEqual(obeyed, [], one.name);
}
