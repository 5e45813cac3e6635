// `npm start`: an editor on the example workspace, with this extension. The desktop's VS Code when `code` is on PATH,
// else VS Code's own web workbench. `--embedded` asks for the workbench, `--no-open` leaves the browser closed. With a running
// `npm run cluster`, which the environment names, the workbench has the settings to install there.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { haveCluster, RUNNING_CLUSTER } from "../cluster/cluster.ts";
import { tryOutSettings } from "../cluster/try-out.ts";
import { exampleWorkspace, repository } from "./repository.ts";
import { createPackage } from "./vsix.ts";
import { startWorkbench, type Workbench } from "./workbench/server.ts";

const PREFERRED_PORT = 3000;
const flags = new Set(process.argv.slice(2));

const running = process.env[RUNNING_CLUSTER];
const code = flags.has("--embedded") || running ? undefined : onPath("code");
try {
  await (code === undefined ? startEmbedded() : startDesktop(code));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function startDesktop(program: string): Promise<void> {
  console.log(`Opening ${path.relative(repository, exampleWorkspace)} in the desktop VS Code (${program}).`);
  const args = [`--extensionDevelopmentPath=${repository}`, exampleWorkspace];
  // On Windows `code` is a batch file, which only a shell starts; quotes keep paths with spaces whole.
  const child =
    process.platform === "win32"
      ? spawn(
          `"${program}"`,
          args.map((arg) => `"${arg}"`),
          { stdio: "inherit", shell: true },
        )
      : spawn(program, args, { stdio: "inherit" });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
}

async function startEmbedded(): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve());
    }
  });
  const settings = running ? tryOutSettings(await haveCluster()) : {};
  const workbench = await startWorkbench({ port: PREFERRED_PORT, settings, machineSettings: settings });
  try {
    await installBuiltExtension(workbench);
    const address = workbench.address(exampleWorkspace);
    console.log(
      `\nVS Code ${workbench.version} with the CAP Operator extension is ready. Open this in a browser:\n\n    ${address}\n`,
    );
    console.log("Files that you change there are those in examples/workspace. Ctrl+C ends it.");
    openBrowser(address);
    await asked;
  } finally {
    await workbench.stop();
  }
  console.log("Stopped.");
}

async function installBuiltExtension(workbench: Workbench): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-start-"));
  try {
    const vsix = path.join(folder, "extension.vsix");
    createPackage(vsix);
    await workbench.installExtension(vsix);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openBrowser(address: string): void {
  const opener = onPath("xdg-open");
  const hasDisplay = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (flags.has("--no-open") || opener === undefined || !hasDisplay) {
    return;
  }
  const child = spawn(opener, [address], { detached: true, stdio: "ignore" });
  // The address is on the screen; a browser that does not open is no failure.
  child.once("error", () => undefined);
  child.unref();
}

function onPath(name: string): string | undefined {
  const names = process.platform === "win32" ? [`${name}.cmd`, `${name}.exe`] : [name];
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((file) => path.join(folder, file)))
    .find(existsSync);
}
