import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { vsixPath } from "../repository.ts";
import { openWorkbench } from "../workbench/browser.ts";
import { PATIENCE_MS } from "../workbench/patience.ts";
import { carrierFolder, hostEntry } from "./bundle.ts";
import { type HostOutcome, OUTCOME_VARIABLE, readOutcome } from "./outcome.ts";

const LOG_TAIL = 40;

/** Runs the suites in the extension host of the embedded workbench, against the installed package. */
export async function runHostTests(workspace: string): Promise<{ outcome: HostOutcome; exitCode: number }> {
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
      env: { [OUTCOME_VARIABLE]: outcomeFile },
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
    // Each of their tests ends by itself; all of them together may take longer than one.
    const limit = setTimeout(() => broke(new Error("The suites do not end.")), 3 * PATIENCE_MS);
    try {
      const exitCode = await exit;
      return { outcome: await readOutcome(outcomeFile), exitCode };
    } catch (error) {
      console.log(log.slice(-LOG_TAIL).join("\n"));
      throw error;
    } finally {
      clearTimeout(limit);
      await close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
