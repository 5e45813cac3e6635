import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { after, afterEach, before, describe, it } from "node:test";
import { patiently } from "../../support/workbench/patience.ts";
import { type Desk, sitDown } from "./desk.ts";

const GIVEN_UP = "The language server stopped 5 times within 3 minutes and is not restarted.";

const skip = process.platform !== "linux" && "the server's process is looked for in /proc";
if (skip) console.log(`${skip}.`);

describe("a person whose language server stops by itself", { skip }, () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  const isTold = async () => (await desk.person.wasTold()).some((message) => message.includes(GIVEN_UP));

  it("goes on without noticing", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.readsHoverOf("memory", "500Mi");
    const stopped = await serverProcess();
    kill(stopped);
    await patiently("another server", async () => ![undefined, stopped].includes(await findServerProcess()));
    await person.readsHoverOf("enabled", "boolean");
    assert.equal(await isTold(), false);
  });

  it("is told when it stops again and again, and gets it back with one button", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await patiently("the end of restarts", async () => {
      const server = await findServerProcess();
      if (server !== undefined) kill(server);
      return isTold();
    });
    const said = await person.readsNotification(GIVEN_UP);
    assert.match(said, /Completion, hovers and diagnostics are not available until it runs\./);
    await person.keepsPicture("server-given-up");
    assert.equal(await findServerProcess(), undefined, "nothing is started again");
    await person.pressesOn(GIVEN_UP, "Restart");
    await person.readsHoverOf("memory", "500Mi");
  });
});

/** Kills a process, unless it has ended since it was found. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function serverProcess(): Promise<number> {
  const found = await findServerProcess();
  assert.ok(found, "the language server runs");
  return found;
}

/** The process of the language server that this test has started, through workbench and extension host. */
async function findServerProcess(): Promise<number | undefined> {
  for (const entry of await readdir("/proc")) {
    const pid = Number(entry);
    if (!(pid > 0)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (words.includes("language-server.js") && (await isStartedHere(pid))) return pid;
  }
  return undefined;
}

async function isStartedHere(pid: number): Promise<boolean> {
  for (let ancestor = pid; ancestor > 1; ) {
    if (ancestor === process.pid) return true;
    const stat = await readFile(`/proc/${ancestor}/stat`, "utf8").catch(() => "");
    // The second field is a name in brackets, which may hold anything; the fourth is the process that started it.
    ancestor = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  }
  return false;
}
