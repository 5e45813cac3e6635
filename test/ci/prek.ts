import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { installOnce } from "../support/workbench/install-once.ts";
import { npmInstall } from "../support/workbench/npm-install.ts";

const VERSION = "0.5.3";

/**
 * The start script of prek, which runs hooks as pre-commit does: the one that CAP_OPERATOR_PREK names, or one from the npm registry, kept in
 * the cache folder. It is no development dependency, because whoever installs hooks would fetch its 15 MB as well.
 */
export async function prekScript(): Promise<string> {
  const named = process.env.CAP_OPERATOR_PREK;
  if (named) {
    if (!existsSync(named)) throw new Error(`CAP_OPERATOR_PREK names ${named}, which does not exist.`);
    return named;
  }
  const pins = { "@j178/prek": VERSION };
  const folder = await installOnce({
    name: `prek-${VERSION}`,
    announcement: "Installing prek from npm: some seconds and 15 MB",
    pins,
    install: async (draft) => {
      await writeFile(
        path.join(draft, "package.json"),
        JSON.stringify({ private: true, dependencies: pins }),
      );
      await npmInstall(draft);
    },
  });
  return path.join(folder, "node_modules/@j178/prek/bin/prek.js");
}
