// Kubeconfigs and outputs of programs as an attacker makes them, read by what commands of the client read them with: nothing runs, nothing ends with
// an error of this extension, no secret is shown, and the next one is read. Programs that print without end are in client/editor/program-runner.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { resolveTarget } from "../../client/cluster/resolve-target.ts";
import { machineFiles } from "../../client/editor/processes/machine.ts";
import { folderWith } from "../cli/run.ts";
import { CALLS, HARMLESS } from "../client/every-call.ts";
import { fakePorts } from "../client/fake-ports.ts";
import { inOperation, stepOver } from "../client/operations.ts";
import { Dice } from "../helm/dice.ts";
import { deep, WORDS } from "./cases.ts";

// In the form of a token, by which it is known where nothing else says that it is one.
const SECRET = ["ghp", "q7ZkP2mXw9RtB4vLc8NdJ5hYg3Fs6TaQe1Uo"].join("_");
const BOMB = `${Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [${at === 0 ? "x" : `*a${at - 1}, *a${at - 1}`}]`).join("\n")}\n`;

/** Checks the texts that a person and the log received. Messages of any length: VS Code cuts them. */
function harmless(seen: readonly string[], name: string): void {
  for (const line of seen.filter((one) => !one.startsWith("run: "))) {
    assert.ok(!line.includes(SECRET), `${name} shows a secret: ${line.slice(0, 300)}`);
    assert.doesNotMatch(line, /TypeError|RangeError|Cannot read prop|Maximum call stack|not iterable/, name);
  }
}

const base = folderWith({ "outside/secret": SECRET, "marker-folder/x": "" });
const marker = path.join(base, "marker");

/** A kubeconfig whose context has this user and cluster. */
const config = (user: object, cluster: object = { server: "https://dev:6443" }, name = "dev") =>
  JSON.stringify({
    "current-context": name,
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  });
const GOOD = config({ token: SECRET });

const kubeconfigs = (dice: Dice): readonly string[] => {
  const [word, size] = [dice.pick(WORDS), 1000 + dice.below(9000)];
  const exec = { command: "sh", args: ["-c", `touch ${marker}`], env: [{ name: "A", value: SECRET }] };
  return [
    config({ exec: { apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never", ...exec } }),
    config({ exec: { ...exec, command: "../outside/sh", installHint: SECRET } }),
    config({
      "auth-provider": {
        name: "gcp",
        config: { "cmd-path": "/bin/touch", "cmd-args": marker, "access-token": SECRET },
      },
    }),
    config({ "auth-provider": { name: word, config: SECRET } }),
    config({ username: "a", password: SECRET, "client-key-data": SECRET, tokenFile: "../outside/secret" }),
    config(
      { "client-certificate": "../outside/secret" },
      { server: "https://dev", "certificate-authority": "../outside/secret" },
    ),
    config(
      {},
      { server: `https://a:${SECRET}@dev:6443/?token=${SECRET}`, "proxy-url": `http://a:${SECRET}@p` },
    ),
    config({}, { server: `file://${base}/outside/secret` }),
    config({}, { server: word }, word),
    config({}, {}, "n".repeat(300_000)),
    config({}, { server: "x".repeat(300_000) }, "\u202e\u001b[2J"),
    GOOD.replace('"contexts":[', `"contexts":[${`{"name":"${"c".repeat(50)}"},`.repeat(size)}`).replace(
      '"dev"',
      '"gone"',
    ),
    GOOD.replaceAll(/\[(.*?)\]/g, "[$1,$1]"),
    `${GOOD}\n# ${"x".repeat(20_000_000)}`,
    `${BOMB}contexts: *a29\nusers: *a29\n`,
    "contexts: &c [*c]\nclusters: *c\n",
    "contexts: &c\n- {name: a, context: &d {<<: *d, cluster: a}}\n",
    deep("[", "1", "]", size * 10),
    deep("{a: ", "1", "}", size),
    `users: [{name: a, user: {token: ${SECRET}}}\n`,
    `${SECRET}\n`,
    `---\n${"---\n".repeat(size)}${GOOD}`,
    `\uFEFF${GOOD}\u0000`,
    "__proto__: {contexts: 1}\ncontexts: [{name: constructor, context: {cluster: __proto__}}]\ncurrent-context: constructor\n",
    "current-context: [dev]\ncontexts: {dev: 1}\nclusters: null\nusers: 7\n",
    `!!js/function 'x': 1\ncontexts: !!binary ${SECRET}\n`,
  ];
};

const linked: Readonly<Record<string, string>> = {
  "to a device": "/dev/zero",
  "to another file": "outside/secret",
  "to the environment": "/proc/self/environ",
  "to itself": "to itself",
  "to a folder": "outside",
  "to nothing": "nothing",
};

async function target(
  files: Readonly<Record<string, string>>,
  kubeconfigsOf: readonly string[],
  context?: string,
) {
  const ports = fakePorts({ files, kubeconfigs: kubeconfigsOf });
  const found = await inOperation(ports, (running) =>
    resolveTarget(running, context === undefined ? {} : { context }),
  );
  const choices = JSON.stringify(ports.choices);
  return { found, seen: [...ports.seen, ...(choices.length < 3000 ? [choices] : [])] };
}

test("kubeconfigs", async () => {
  for (let seed = 1; seed <= 3; seed++)
    for (const [index, text] of kubeconfigs(new Dice(seed)).entries()) {
      const name = `kubeconfig ${index}, seed ${seed}`;
      for (const context of [undefined, "gone"]) {
        const { found, seen } = await target({ "/k/config": text }, ["/k/config"], context);
        harmless([...seen, JSON.stringify(found ?? "")], name);
        assert.ok(
          seen.every((line) => !line.startsWith("run: ")),
          name,
        );
      }
      // Another one in front of it says what counts.
      const { found } = await target({ "/k/good": GOOD, "/k/config": text }, ["/k/good", "/k/config"]);
      assert.ok(found === undefined || found.server === "https://dev:6443", name);
      assert.ok(!existsSync(marker), `${name} ran a program`);
    }
});

test("links and pipes instead of kubeconfigs", { skip: process.platform === "win32" }, async () => {
  for (const [name, to] of Object.entries(linked)) symlinkSync(to, path.join(base, name));
  mkdirSync(path.join(base, "a folder"));
  spawnSync("mkfifo", [path.join(base, "a pipe")]);
  for (const name of [...Object.keys(linked), "a folder", "a pipe"]) {
    const text = await machineFiles.read(path.join(base, name));
    const { seen } = await target(text === undefined ? {} : { "/k/config": text }, ["/k/config"]);
    harmless(seen, name);
    assert.match(seen.join("\n"), /No kubeconfig found|not valid YAML|does not contain a mapping/, name);
  }
});

const outputs = (dice: Dice): readonly string[] => [
  ...[
    "",
    "null",
    "7",
    '"x"',
    "[]",
    "{}",
    "[null]",
    "[[]]",
    '{"items":[null]}',
    '{"items":{"a":1}}',
    "[7]",
    "{",
  ],
  ...[
    '[{"name":1}]',
    '{"items":[{"kind":1,"metadata":null}]}',
    '{"__proto__":{"items":[1]},"constructor":null}',
  ],
  ...[
    '{"info":null,"name":null}',
    '{"apiVersion":"v1","kind":"List","items":[{"kind":"Secret","metadata":{"name":null}}]}',
  ],
  ...['{"kind":"PodList","items":[{"kind":"Pod","metadata":{"name":"a"},"spec":7,"status":"x"}]}'],
  SECRET,
  `{"a":"${SECRET}`,
  `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: ${SECRET}}\n`,
  `Error: ${SECRET}\npassword: ${SECRET}\ntoken=${SECRET}\nhttps://a:${SECRET}@host/?x=${SECRET}\n`,
  deep("[", "", "]", 10_000 + dice.below(90_000)),
  deep('{"items":[', "", "]}", 10_000),
  deep("{a: ", "1", "}", 3000),
  BOMB,
  `${WORDS.join("\n")}\n${dice.pick(WORDS).repeat(1000)}\n`,
  "a\n".repeat(40_000 + dice.below(20_000)),
  "---\n".repeat(50_000),
  "x".repeat(1_000_000),
  "password".repeat(1000),
  "\u0000\uFFFD\r\r\n\uFEFF\uD800",
];

test("what programs print, in every call", async () => {
  for (const [index, printed] of outputs(new Dice(1)).entries())
    for (const [called, make] of Object.entries(CALLS))
      for (const invocation of make(HARMLESS).flatMap((one) => one ?? []))
        for (const exitCode of [0, 1]) {
          const name = `output ${index}: ${called}, exit code ${exitCode}`;
          const ports = fakePorts({
            programs: () => ({ exitCode, stdout: printed, stderr: exitCode === 0 ? "" : printed }),
          });
          const { call } = stepOver(ports);
          const ended = await call(invocation, { toLog: true }).then(
            () => [],
            (error: Error) => [`${error.name}: ${error.message}`],
          );
          harmless([...ports.seen, ...ended], name);
        }
});
