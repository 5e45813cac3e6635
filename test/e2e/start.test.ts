import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { test } from "node:test";
import { exampleWorkspace, repository } from "../support/repository.ts";
import { openPage } from "../support/workbench/browser.ts";
import { Person } from "../support/workbench/person.ts";

/** Waits for the address that `npm start` prints. */
async function printedAddress(start: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      // A line may come in parts.
      const address = /^\s+(http:\S+)\n/m.exec(output)?.[1];
      if (address !== undefined) {
        resolve(address);
      }
    };
    start.stdout?.on("data", read);
    start.stderr?.on("data", read);
    start.once("exit", (code) => reject(new Error(`npm start ended with exit code ${code}:\n${output}`)));
  });
}

test("npm start serves an editor on the example workspace, and Ctrl+C ends it", async () => {
  const start = spawn(process.execPath, ["test/support/start.ts", "--embedded", "--no-open"], {
    cwd: repository,
  });
  const exit = new Promise<number | null>((resolve) => start.once("exit", resolve));
  try {
    const address = await printedAddress(start);
    assert.equal(new URL(address).hostname, "127.0.0.1");
    assert.equal(new URL(address).searchParams.get("folder"), exampleWorkspace);
    const { page, close } = await openPage(new URL(address).host);
    try {
      await page.goto(address);
      const person = new Person(page, exampleWorkspace);
      await person.seesWorkspaceWith("values.yaml");
      await person.opensFile("values.yaml");
      await person.readsHoverOf("dnsTarget", "text");
    } finally {
      await close();
    }
    start.kill("SIGINT");
    assert.equal(await exit, 0);
    await assert.rejects(fetch(address), "the server still answers");
  } finally {
    start.kill("SIGTERM");
    await exit;
  }
});
