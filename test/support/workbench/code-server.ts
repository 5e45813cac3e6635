import { writeFile } from "node:fs/promises";
import path from "node:path";
import { installOnce } from "./install-once.ts";
import { npmInstall } from "./npm-install.ts";

/** The releases of the workbench that the tests run on, each with the Node that its extension host runs on. */
const RELEASES = {
  current: { codeServer: "4.139.1", node: "24.21.0" },
  minimum: { codeServer: "4.99.3", node: "20.19.5" },
} as const;

/** An installed workbench. */
export interface CodeServer {
  /** Version of VS Code in it. */
  readonly version: string;
  /** The Node that runs it. */
  readonly node: string;
  /** The script that Node starts. */
  readonly main: string;
}

/**
 * Installs VS Code's own server and web workbench, as they come inside the npm package `code-server`, once. The
 * environment variable `CAP_OPERATOR_WORKBENCH=minimum` asks for the oldest VS Code that the extension supports.
 */
export async function haveCodeServer(): Promise<CodeServer> {
  if (process.platform !== "linux") {
    throw new Error(
      "The embedded workbench is for Linux. On this system install the desktop VS Code with `code` on PATH for " +
        "`npm start`, and run the editor tests with `npm run test:desktop`.",
    );
  }
  const wanted = process.env.CAP_OPERATOR_WORKBENCH || "current";
  if (wanted !== "current" && wanted !== "minimum") {
    throw new Error(`CAP_OPERATOR_WORKBENCH is "${wanted}"; it can be "current" or "minimum".`);
  }
  const { codeServer, node } = RELEASES[wanted];
  const nodePackage = `node-linux-${process.arch}`;
  const folder = await installOnce({
    name: `workbench-${codeServer}`,
    announcement: "Installing VS Code's workbench from npm: about half a minute and 800 MB",
    pins: { "code-server": codeServer, [nodePackage]: node },
    install: async (draft) => {
      const dependencies = { "code-server": codeServer, [nodePackage]: node };
      await writeFile(path.join(draft, "package.json"), JSON.stringify({ private: true, dependencies }));
      await npmInstall(draft);
      await npmInstall(path.join(draft, "node_modules/code-server/lib/vscode"), "--omit=dev");
    },
  });
  return {
    version: codeServer.replace(/^4\./, "1."),
    node: path.join(folder, "node_modules", nodePackage, "bin/node"),
    main: path.join(folder, "node_modules/code-server/lib/vscode/out/server-main.js"),
  };
}
