import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { vsixPath } from "../repository.ts";
import { openWorkbench } from "../workbench/browser.ts";
import { PATIENCE_MS } from "../workbench/patience.ts";
import { carrierFolder, hostEntry } from "./bundle.ts";
import { type HostOutcome, OUTCOME_VARIABLE, readOutcome, runningFile } from "./outcome.ts";

const LOG_TAIL = 40;

/** Runs the suites in the extension host of the embedded workbench, against the installed package. */
export async function runHostTests(
  workspace: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ outcome: HostOutcome; exitCode: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-host-"));
  const outcomeFile = path.join(folder, "outcome.json");
  const log: string[] = [];
  let ended: (code: number) => void = () => undefined;
  let broke: (error: Error) => void = () => undefined;
  const exit = new Promise<number>((resolve, reject) => {
    ended = resolve;
    broke = reject;
  });
  try {
    const { close } = await openWorkbench({
      smokeTestDriver: true,
      env: { [OUTCOME_VARIABLE]: outcomeFile, ...env },
      extensions: [vsixPath()],
      open: async (page, workbench) => {
        await page.exposeFunction("codeAutomationExit", (code: number) => ended(code));
        await page.exposeFunction("codeAutomationLog", (_type: string, args: readonly unknown[]) => {
          log.push(args.map(String).join(" "));
        });
        page.once("crash", () => broke(new Error("The browser's page crashed while the suites ran.")));
        const payload = [
          ["extensionDevelopmentPath", workbench.remoteUri(carrierFolder)],
          ["extensionTestsPath", workbench.remoteUri(hostEntry)],
        ] as const;
        await page.goto(workbench.address(workspace, payload));
      },
    });
    const stopWatching = whenNothingHappens(runningFile(outcomeFile), (test) =>
      broke(new Error(`The suites do not end. The last test that began: ${test || "none"}.`)),
    );
    try {
      const exitCode = await exit;
      return { outcome: await readOutcome(outcomeFile), exitCode };
    } catch (error) {
      console.log(log.slice(-LOG_TAIL).join("\n"));
      throw error;
    } finally {
      stopWatching();
      await close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls back when the file says the same for longer than a test has: each ends by itself. Gives what stops that. */
function whenNothingHappens(file: string, stuck: (text: string) => void): () => void {
  let last = "";
  let since = Date.now();
  const watching = setInterval(async () => {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text !== last) {
      last = text;
      since = Date.now();
    } else if (Date.now() - since > 3 * PATIENCE_MS) {
      stuck(text);
    }
  }, 1_000);
  return () => clearInterval(watching);
}
