import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeFileStatus,
  confirmValuesFile,
  disownFile,
  globFor,
} from "../../../client/commands/change-file-status.ts";
import { matchingGlob } from "../../../server/core/ownership/glob.ts";
import { FOREIGN, fakePorts, LIKELY, OURS, type World } from "../fake-ports.ts";

async function after(world: World) {
  const ports = fakePorts(world);
  await changeFileStatus.run(ports);
  return { seen: ports.seen.slice(1), labels: ports.choices.map((choice) => choice.label) };
}

test("a file of ours can be disowned by a comment or by a setting", async () => {
  const { labels } = await after({ status: OURS });
  assert.deepEqual(labels, [
    "$(circle-slash) Not a CAP Operator file",
    "$(settings-gear) Exclude by a setting",
    "$(question) Why?",
  ]);
  assert.deepEqual((await after({ pick: "circle-slash" })).seen, [
    'edit: file:///home/me/deploy/values.yaml@3 0:0-0:0 "# cap-operator: off\\n"',
  ]);
  assert.deepEqual((await after({ pick: "by a setting" })).seen, [
    "remove from files: deploy/values.yaml",
    "add to excludeFiles: deploy/values.yaml",
  ]);
});

test("another file can be claimed by a comment or by a setting", async () => {
  assert.deepEqual((await after({ status: FOREIGN, pick: "a values file" })).seen, [
    'edit: file:///home/me/deploy/values.yaml@3 0:0-0:0 "# cap-operator: values\\n"',
  ]);
  assert.deepEqual((await after({ status: FOREIGN, pick: "(setting)" })).seen, [
    "remove from excludeFiles: deploy/values.yaml",
    "add to files: deploy/values.yaml",
  ]);
});

test("a file that is likely ours can be claimed or disowned, each by a comment or by a setting", async () => {
  const { labels } = await after({ status: LIKELY });
  assert.deepEqual(labels, [
    "$(check) Treat as a values file",
    "$(check) Treat as an operator resource",
    "$(settings-gear) Treat as a values file (setting)",
    "$(circle-slash) Not a CAP Operator file",
    "$(settings-gear) Exclude by a setting",
    "$(question) Why?",
  ]);
  const { seen } = await after({ status: LIKELY, pick: "Why?" });
  assert.deepEqual(seen, [
    "info: values.yaml has completion and hovers only. It is called values.yaml. [Open Settings]",
  ]);
});

test("each answer of the status item writes the comment without another question", async () => {
  for (const [command, word] of [
    [confirmValuesFile, "values"],
    [disownFile, "off"],
  ] as const) {
    const ports = fakePorts({ status: LIKELY });
    await command.run(ports);
    const written = `# cap-operator: ${word}\\n`;
    assert.deepEqual(ports.seen, [`edit: file:///home/me/deploy/values.yaml@3 0:0-0:0 "${written}"`]);
  }
});

test("a document without a path is not offered as a setting", async () => {
  const { labels } = await after({ status: FOREIGN, file: { isUntitled: true } });
  assert.deepEqual(labels, [
    "$(check) Treat as a values file",
    "$(check) Treat as an operator resource",
    "$(question) Why?",
  ]);
});

test("Why? says what the decision is based on and leads to the settings", async () => {
  assert.deepEqual((await after({ pick: "Why?", press: "Open Settings" })).seen, [
    "info: values.yaml is treated as a CAP Operator file. It sets subscriptionServer. [Open Settings]",
    "settings: capOperator.files",
  ]);
});

test("a file that changed while the list was open is not edited blindly", async () => {
  assert.deepEqual((await after({ pick: "circle-slash", stale: true })).seen, [
    "warn: values.yaml could not be changed. Run the command again.",
  ]);
});

test("a file can be declared an operator resource", async () => {
  const { seen } = await after({
    status: FOREIGN,
    pick: "operator resource",
    file: { text: "# cap-operator: off\na: 1" },
  });
  assert.deepEqual(seen, ['edit: file:///home/me/deploy/values.yaml@3 0:0-0:19 "# cap-operator: operator"']);
});

for (const path of ["deploy/values.yaml", "values.yaml", "/home/me/a[1]/{x}*.yaml", "a?b/values.yaml"]) {
  test(`the glob for ${path} matches it for the server`, () => {
    const glob = globFor(path);
    const place = path.startsWith("/") ? { path } : { path: `/home/me/${path}`, workspacePath: path };
    assert.equal(matchingGlob([glob], place), glob);
  });
}

test("the glob for a file at the top of the workspace does not match its namesakes", () => {
  const place = { path: "/home/me/deploy/values.yaml", workspacePath: "deploy/values.yaml" };
  assert.equal(matchingGlob([globFor("values.yaml")], place), undefined);
});
