import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { createProgramRunner } from "../../client/adapters/program-runner.ts";
import { type Lookup, ProgramMissing } from "../../client/installation-ports.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-programs-"));
after(() => rmSync(folder, { recursive: true }));
const CALL = { program: "helm", args: ["version"], parse: (text: string) => text } as const;

/** What is said of a Helm at a path. */
async function lookupOf(helmPath: string): Promise<Lookup | undefined> {
  try {
    await createProgramRunner(() => helmPath).run(CALL);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ProgramMissing);
    return error.lookup;
  }
}

test("a program that is not there is named with the path of the setting", async () => {
  const nowhere = path.join(folder, "no-helm");
  assert.deepEqual(await lookupOf(nowhere), { configured: nowhere, isThere: false });
});

test("a file that is there but cannot be run is told from one that is not", async () => {
  const text = path.join(folder, "helm.txt");
  writeFileSync(text, "not a program");
  const lookup = await lookupOf(text);
  // Windows runs files by their ending, and says that there is none.
  if (process.platform !== "win32") assert.deepEqual(lookup, { configured: text, isThere: true });
});

test("a program without a setting is looked for on the PATH", async () => {
  const { PATH } = process.env;
  process.env.PATH = folder;
  try {
    assert.deepEqual(await lookupOf("helm"), { isThere: false });
  } finally {
    process.env.PATH = PATH;
  }
});
