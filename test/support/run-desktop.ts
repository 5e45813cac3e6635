// `npm run test:desktop`: the suites of the extension host in a desktop VS Code, which is downloaded first. The variable
// CAP_OPERATOR_VSCODE names the release: "minimum" (the oldest that the manifest allows), "stable", "insiders", or a version.
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  downloadAndUnzipVSCode,
  resolveCliArgsFromVSCodeExecutablePath,
  runTests,
} from "@vscode/test-electron";
import { bundleHostTests, carrierFolder, hostEntry } from "./host/bundle.ts";
import { OUTCOME_VARIABLE, readOutcome } from "./host/outcome.ts";
import { repository, vsixPath } from "./repository.ts";
import { runScript } from "./run-node-tests.ts";

const MINIMUM = "1.99.3";

if (runScript("build/esbuild.ts", "--production") !== 0 || runScript("test/support/package.ts") !== 0) {
  console.error("There is no package to test.");
  process.exit(1);
}
await bundleHostTests();

// macOS limits the length of the sockets that VS Code keeps in this folder.
const folder = await realpath(await mkdtemp(path.join(tmpdir(), "cap-")));
try {
  process.exitCode = await runInDesktop(folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function runInDesktop(state: string): Promise<number> {
  const wanted = process.env.CAP_OPERATOR_VSCODE || "stable";
  const program = await downloadAndUnzipVSCode(wanted === "minimum" ? MINIMUM : wanted);
  const folders = [
    `--extensions-dir=${path.join(state, "extensions")}`,
    `--user-data-dir=${path.join(state, "user")}`,
  ];
  install(program, folders);
  const workspace = path.join(state, "workspace");
  await cp(path.join(repository, "test/e2e/fixtures/workspace"), workspace, { recursive: true });
  const outcomeFile = path.join(state, "outcome.json");
  const exitCode = await runTests({
    vscodeExecutablePath: program,
    extensionDevelopmentPath: carrierFolder,
    extensionTestsPath: hostEntry,
    extensionTestsEnv: { [OUTCOME_VARIABLE]: outcomeFile },
    launchArgs: [workspace, ...folders, "--disable-workspace-trust", "--disable-updates", "--skip-welcome"],
  }).catch(() => 1);
  const outcome = await readOutcome(outcomeFile);
  console.log(outcome.report);
  const failed = outcome.tests.filter(({ state: end }) => end === "failed").length;
  console.log(
    `VS Code ${outcome.vscode} on ${process.platform}: ${outcome.tests.length} tests, ${failed} failed.`,
  );
  return exitCode === 0 && failed === 0 && outcome.tests.length > 0 ? 0 : 1;
}

function install(program: string, folders: readonly string[]): void {
  const [cli = program, ...first] = resolveCliArgsFromVSCodeExecutablePath(program, {
    reuseMachineInstall: true,
  });
  const args = [...first, ...folders, "--install-extension", vsixPath()];
  // On Windows the command line of VS Code is a batch file, which only a shell starts.
  const windows = process.platform === "win32";
  const quoted = windows ? args.map((arg) => `"${arg}"`) : args;
  const { status } = spawnSync(windows ? `"${cli}"` : cli, quoted, { stdio: "inherit", shell: windows });
  if (status !== 0) {
    throw new Error(`The extension could not be installed (exit code ${status}).`);
  }
}
