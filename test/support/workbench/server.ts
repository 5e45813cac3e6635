import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type CodeServer, haveCodeServer } from "./code-server.ts";
import { PATIENCE_MS } from "./patience.ts";
import { runProgram } from "./run-program.ts";

/** Options for starting a workbench. */
export interface WorkbenchOptions {
  /** Tried first; when it is taken, or not given, a free one is used. */
  readonly port?: number;
  /** User settings on top of those that keep the workbench quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings that only the machine of the extension host has. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Variables for the server, which the extension host inherits. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time that an extension host waits for a window that lost its connection, in seconds; the server's own choice is hours. */
  readonly reconnectionGrace?: number;
  /** Lets a test drive the extension host through the page; hides notifications. */
  readonly smokeTestDriver?: boolean;
}

/** A running VS Code server with a folder of its own for everything it writes. */
export interface Workbench {
  /** Version of VS Code. */
  readonly version: string;
  readonly host: string;
  /** The address that opens a folder. */
  address(folder: string, payload?: readonly (readonly [string, string])[]): string;
  /** The folder of installed extensions. */
  readonly extensions: string;
  /** Installs a packaged extension. */
  installExtension(vsix: string): Promise<void>;
  /** The address at which the server serves a file of this machine. */
  remoteUri(file: string): string;
  /** Stops the server with everything it started, and removes its folder. */
  stop(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/** Settings that keep the workbench quiet. */
export const QUIET_SETTINGS = {
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "editor.wordBasedSuggestions": "off",
  "workbench.reduceMotion": "on",
  "files.autoSave": "off",
  "editor.hover.delay": 100,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "git.enabled": false,
};

/** Starts VS Code's server on the loopback address and waits until it answers. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const codeServer = await haveCodeServer();
  const state = await mkdtemp(path.join(tmpdir(), "cap-operator-workbench-"));
  try {
    return await start(codeServer, state, options);
  } catch (error) {
    await rm(state, { recursive: true, force: true });
    throw error;
  }
}

async function start(codeServer: CodeServer, state: string, options: WorkbenchOptions): Promise<Workbench> {
  const folders = [
    ["--server-data-dir", path.join(state, "data")],
    ["--user-data-dir", path.join(state, "user")],
    ["--extensions-dir", path.join(state, "extensions")],
  ].flat();
  const env = await environment(state, options.env ?? {});
  const settings = { ...QUIET_SETTINGS, ...options.settings };
  await mkdir(path.join(state, "user/User"), { recursive: true });
  await writeFile(path.join(state, "user/User/settings.json"), JSON.stringify(settings, undefined, 2));
  await mkdir(path.join(state, "user/Machine"), { recursive: true });
  await writeFile(
    path.join(state, "user/Machine/settings.json"),
    JSON.stringify(options.machineSettings ?? {}),
  );
  const port = await freePort(options.port);
  const host = `${LOOPBACK}:${port}`;
  const server = spawn(
    codeServer.node,
    [
      codeServer.main,
      ...["--host", LOOPBACK, "--port", String(port), "--without-connection-token"],
      ...["--accept-server-license-terms", "--disable-telemetry", "--disable-workspace-trust"],
      ...(options.reconnectionGrace === undefined
        ? []
        : ["--reconnection-grace-time", String(options.reconnectionGrace)]),
      ...(options.smokeTestDriver ? ["--enable-smoke-test-driver"] : []),
      ...folders,
    ],
    { env, cwd: state, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = collectOutput(server);
  const endWithThisProcess = () => {
    signalGroup(server, "SIGKILL");
    rmSync(state, { recursive: true, force: true });
  };
  process.once("exit", endWithThisProcess);
  const stop = async () => {
    process.off("exit", endWithThisProcess);
    await stopGroup(server);
    await rm(state, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(server, host, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    version: codeServer.version,
    host,
    extensions: path.join(state, "extensions"),
    address: (folder, payload) =>
      `http://${host}/?folder=${encodeURI(folder)}${payload ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : ""}`,
    remoteUri: (file) => `vscode-remote://${host}${file}`,
    installExtension: (vsix) =>
      install(
        codeServer.node,
        [codeServer.main, ...folders, "--accept-server-license-terms", "--install-extension", vsix],
        env,
      ),
    stop,
  };
}

async function environment(
  state: string,
  more: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> {
  const variables = {
    HOME: path.join(state, "home"),
    XDG_CONFIG_HOME: path.join(state, "home/.config"),
    XDG_CACHE_HOME: path.join(state, "home/.cache"),
    XDG_DATA_HOME: path.join(state, "home/.local/share"),
    XDG_RUNTIME_DIR: path.join(state, "run"),
    TMPDIR: path.join(state, "tmp"),
  };
  await Promise.all(
    Object.values(variables).map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })),
  );
  // No marketplace: this workbench reaches no other machine.
  const offline = { EXTENSIONS_GALLERY: "{}" };
  // npm's and VS Code's own variables would make this server believe that it runs inside another one.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_TEST_CONTEXT$)/i.test(name),
  );
  return { ...Object.fromEntries(inherited), ...variables, ...offline, ...more };
}

async function freePort(wanted: number | undefined): Promise<number> {
  for (const port of wanted === undefined ? [0] : [wanted, 0]) {
    const found = await new Promise<number | undefined>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(undefined));
      probe.listen(port, LOOPBACK, () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" ? address?.port : undefined));
      });
    });
    if (found !== undefined) {
      return found;
    }
  }
  throw new Error("No free port was found on the loopback address.");
}

function collectOutput(server: ChildProcess): () => string {
  let tail = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-4000);
    });
  }
  return () => tail;
}

async function untilReady(server: ChildProcess, host: string, output: () => string): Promise<void> {
  let failure: string | undefined;
  server.once("error", (error) => {
    failure = error.message;
  });
  server.once("exit", (code, signal) => {
    failure = `it ended with ${signal ?? `exit code ${code}`}`;
  });
  const limit = Date.now() + PATIENCE_MS;
  while (failure === undefined && Date.now() < limit) {
    const answer = await fetch(`http://${host}/version`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await wait(50);
  }
  throw new Error(`VS Code's server did not start: ${failure ?? "it does not answer"}.\n${output()}`);
}

function signalGroup(server: ChildProcess, signal: NodeJS.Signals): void {
  if (server.pid === undefined) {
    return;
  }
  try {
    process.kill(-server.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}

async function stopGroup(server: ChildProcess): Promise<void> {
  const ended = server.exitCode !== null || server.signalCode !== null;
  const exit = ended
    ? Promise.resolve()
    : new Promise<void>((resolve) => server.once("exit", () => resolve()));
  signalGroup(server, "SIGTERM");
  await Promise.race([exit, wait(5000, undefined, { ref: false })]);
  // Extension hosts that did not follow their server.
  signalGroup(server, "SIGKILL");
  await exit;
}

async function install(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await runProgram(program, args, { env });
  // The program ends with 0 also when it could not install, and logs errors of its own when it could.
  if (code !== 0 || !output.includes("was successfully installed")) {
    throw new Error(`The extension could not be installed (exit code ${code}): ${output.trim()}`);
  }
}
