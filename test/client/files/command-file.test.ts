import assert from "node:assert/strict";
import { test } from "node:test";
import { changeFileStatus } from "../../../client/commands/change-file-status.ts";
import { commandOwnFile } from "../../../client/files/command-file.ts";
import { NEW_OPERATOR_SNIPPET, NEW_VALUES_SNIPPET } from "../../../client/files/new-document.ts";
import { anyValues, valuesToFill } from "../../../client/files/select-values.ts";
import { FOREIGN, fakePorts, LIKELY, offer, uriOf, type World } from "../fake-ports.ts";
import { inOperation } from "../operations.ts";

const LAST = "file:///home/me/deploy/last.yaml";
const EARLIER = "file:///home/me/deploy/earlier.yaml";
const OFFERS = [offer(NEW_VALUES_SNIPPET, true, 1), offer(NEW_OPERATOR_SNIPPET, true, 1)];

async function found(world: World, ...kinds: ("values" | "operator")[]) {
  const ports = fakePorts(world);
  const selected = await inOperation(ports, (running) =>
    commandOwnFile(running, undefined, kinds.length > 0 ? kinds : undefined),
  );
  return { uri: selected?.file.uri, kind: selected?.kind, seen: ports.seen, labels: labelsOf(ports.choices) };
}

const labelsOf = (choices: readonly { label: string; description?: string }[]) =>
  choices.map(({ label, description }) => [label, ...(description ? [description] : [])].join(" | "));

for (const [where, file] of [
  ["nothing with text, such as the walkthrough, is", undefined],
  ["a file that is not YAML is", { name: "main.go", isYaml: false }],
] as const) {
  test(`while ${where} in front, our file that was used last is taken, and comes to the front`, async () => {
    const { uri, kind, seen } = await found({
      file,
      recent: { "file:///home/me/compose.yaml": null, [LAST]: "values", [EARLIER]: "values" },
    });
    assert.deepEqual([uri, kind], [LAST, "values"]);
    assert.deepEqual(seen, [`opened: ${LAST}`]);
  });
}

test("a file that the explorer names is brought to the front, and no other is taken instead", async () => {
  const ports = fakePorts({ recent: { [EARLIER]: "values" } });
  const selected = await inOperation(ports, (running) => commandOwnFile(running, LAST));
  assert.deepEqual([selected?.file.uri, ports.seen], [LAST, [`opened: ${LAST}`]]);
});

test("a file of ours of the other kind is not taken if only one kind fits", async () => {
  const recent = { [LAST]: "operator", [EARLIER]: "values" } as const;
  assert.equal((await found({ file: undefined, recent }, "values")).uri, EARLIER);
  assert.equal((await found({ file: undefined, recent }, "operator")).uri, LAST);
});

test("a command takes a file that is likely ours if it is in front, but not if it was only used last", async () => {
  const inFront = await found({ status: LIKELY, recent: { [LAST]: "values" } });
  assert.deepEqual([inFront.uri, inFront.kind, inFront.seen], [uriOf("deploy/values.yaml"), "values", []]);
  const recent = { [LAST]: "likely", [EARLIER]: "values" } as const;
  assert.equal((await found({ file: undefined, recent })).uri, EARLIER);
  const none = await found({ file: undefined, recent: { [LAST]: "likely" } });
  assert.match(none.seen.join(), /^pick: CAP Operator: Select a File/);
});

test("in a list, files that are likely ours come last, and are marked as such", async () => {
  const workspace = {
    "shop/values.yaml": "likely",
    "values.yaml": "likely",
    "deploy/prod.yaml": "values",
    "op.yaml": "operator",
  } as const;
  const { labels } = await found({ file: undefined, workspace }, "values");
  assert.deepEqual(labels.slice(0, 3), [
    "$(file) prod.yaml | deploy/prod.yaml",
    "$(file) values.yaml | shop/values.yaml, by its name only",
    "$(file) values.yaml | by its name only",
  ]);
  const picked = await found({ file: undefined, workspace, pick: "values.yaml" }, "values");
  assert.equal(picked.uri, uriOf("shop/values.yaml"));
});

test("a foreign file in front is what the person means: no other is taken instead", async () => {
  const { uri, seen } = await found({ status: FOREIGN, recent: { [LAST]: "values" } });
  assert.equal(uri, undefined);
  assert.match(seen.join(), /^warn: values\.yaml is not treated as a CAP Operator file\./);
});

test("without such a file, the person picks one from the workspace, or begins one", async () => {
  const world: World = {
    file: undefined,
    workspace: {
      "values.yaml": "values",
      "deploy/prod.yaml": "values",
      "op.yaml": "operator",
      "ci.yaml": null,
    },
    offers: OFFERS,
  };
  const all = await found(world);
  assert.deepEqual(all.labels, [
    "$(file) values.yaml",
    "$(file) prod.yaml | deploy/prod.yaml",
    "$(file) op.yaml",
    "$(new-file) New Values File",
    "$(new-file) New Operator Resource",
  ]);
  assert.deepEqual(all.seen, [
    "pick: CAP Operator: Select a File | No values file or operator resource is open. Select one, or start a new one",
  ]);
  const picked = await found({ ...world, pick: "prod" }, "values");
  assert.equal(picked.uri, uriOf("deploy/prod.yaml"));
  assert.deepEqual(picked.labels.slice(2), ["$(new-file) New Values File"]);
  assert.equal(picked.seen.at(-1), `opened: ${uriOf("deploy/prod.yaml")}`);
});

test("a file that is begun in this way has its first content, and is what the command continues with", async () => {
  const values = await found(
    { file: undefined, offers: OFFERS, pick: ["New Values File", "0.34.0"] },
    "values",
  );
  assert.equal(values.uri, "untitled:Untitled-1");
  assert.match(values.seen.at(-1) ?? "", /^snippet: untitled:Untitled-1 .*Minimal values/);
  const operator = await found({ file: undefined, offers: OFFERS, pick: "New Operator" }, "operator");
  assert.match(operator.seen.at(-1) ?? "", /^snippet: untitled:Untitled-1 .*Operator resource/);
});

test("Change File Status takes the YAML file that was used last, whoever it belongs to", async () => {
  const ports = fakePorts({
    file: undefined,
    recent: { "file:///home/me/compose.yaml": null, [LAST]: "values" },
  });
  await changeFileStatus.run(ports);
  assert.deepEqual(ports.seen.slice(0, 2), [
    "opened: file:///home/me/compose.yaml",
    "pick: compose.yaml | It sets subscriptionServer.",
  ]);
});

test("what is filled in goes into the active file, otherwise into one that is picked or begun", async () => {
  const fill = async (world: World) => {
    const ports = fakePorts({ file: undefined, ...world });
    return {
      values: await inOperation(ports, (running) => valuesToFill(running, undefined, "Title")),
      labels: labelsOf(ports.choices),
    };
  };
  assert.equal((await fill({ recent: { [LAST]: "values" } })).values?.uri, LAST);
  assert.deepEqual(await fill({}), { values: { name: "the chart's defaults" }, labels: [] });
  const workspace = { "values.yaml": "values" } as const;
  const labels = ["$(file) values.yaml", "$(new-file) New Values File"];
  assert.deepEqual(await fill({ workspace }), { values: undefined, labels });
  assert.equal((await fill({ workspace, pick: "values.yaml" })).values?.uri, uriOf("values.yaml"));
  assert.equal((await fill({ workspace, pick: "New Values" })).values?.uri, undefined);
});

test("what is only looked at can be any release, any file, or the defaults", async () => {
  const release = { id: "cop", name: "cop", values: [], sets: [] };
  const ports = fakePorts({ file: undefined, releases: [release], workspace: { "values.yaml": "values" } });
  assert.equal(await inOperation(ports, (running) => anyValues(running, undefined, "Title")), undefined);
  assert.deepEqual(labelsOf(ports.choices), ["cop", "$(file) values.yaml", "$(file) The chart's defaults"]);
});
