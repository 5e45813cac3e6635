import assert from "node:assert/strict";
import { test } from "node:test";
import { writeProjectSettings } from "../../../client/commands/write-project-settings.ts";
import { fakePorts, type World } from "../fake-ports.ts";

const FILE = "file:///home/me/deploy/.cap-operator.yaml";

async function seen(world: World): Promise<readonly string[]> {
  const ports = fakePorts(world);
  await writeProjectSettings.run(ports);
  // Messages are in the log as well.
  return ports.seen.filter((line) => !line.startsWith("log "));
}

test("the settings of the workspace are written and shown", async () => {
  assert.deepEqual(await seen({ ofWorkspace: { chart: "./chart" } }), [
    `write: ${FILE} "{\\"chart\\":\\"./chart\\"}"`,
    `opened: ${FILE}`,
    "info: .cap-operator.yaml contains chart. The settings of the workspace still take precedence.",
  ]);
});

test("without settings it is an example, which is said", async () => {
  assert.equal(
    (await seen({})).at(-1),
    "info: .cap-operator.yaml contains an example: the workspace sets nothing for a project.",
  );
});

test("a file that is there is replaced only if the person says so", async () => {
  const question =
    "warn: .cap-operator.yaml already exists. Replace it with the settings of the workspace? [Replace]";
  assert.deepEqual(await seen({ written: [FILE] }), [question]);
  const replaced = await seen({ written: [FILE], press: "Replace" });
  assert.deepEqual(replaced.slice(0, 2), [question, `write: ${FILE} "{}"`]);
});

test("of several folders, the person selects one; without a folder there is nowhere to write", async () => {
  const several = await seen({ folders: ["deploy", "other"], pick: "other" });
  assert.deepEqual(several.slice(0, 2), [
    "pick: CAP Operator: Write Project Settings | Select the folder of the project",
    'write: file:///home/me/other/.cap-operator.yaml "{}"',
  ]);
  const [none, ...rest] = await seen({ folders: [] });
  assert.match(none ?? "", /^info: No folder is open\. Open the folder of the project first\./);
  assert.deepEqual(rest, []);
});
