import { existsSync } from "node:fs";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { patiently } from "../../support/workbench/patience.ts";

/** Helm and kubectl that wait at a call that a test chooses, until they are interrupted or let go. */
export interface HeldPrograms {
  /** The scripts that are started instead of the programs. */
  readonly helm: string;
  readonly kubectl: string;
  /** From here on, calls whose program and arguments have these words wait. */
  hold(words: string): Promise<void>;
  /** Waits until a call waits. */
  holds(): Promise<void>;
  /** Lets all calls go. */
  letGo(): Promise<void>;
}

/** Puts scripts into `folder` that become the programs. */
export async function holdPrograms(
  folder: string,
  programs: Readonly<Record<"helm" | "kubectl", string>>,
): Promise<HeldPrograms> {
  await mkdir(folder, { recursive: true });
  const words = path.join(folder, "words");
  const waits = path.join(folder, "waits");
  const script = async (name: "helm" | "kubectl"): Promise<string> => {
    const file = path.join(folder, name);
    const text = `#!/bin/sh
if [ -e "${words}" ] && echo "${name} $*" | grep -q -F -e "$(cat "${words}")"; then
  : > "${waits}"
  while [ -e "${words}" ]; do sleep 0.1; done
fi
exec "${programs[name]}" "$@"
`;
    await writeFile(file, text);
    await chmod(file, 0o700);
    return file;
  };
  return {
    helm: await script("helm"),
    kubectl: await script("kubectl"),
    async hold(text) {
      await rm(waits, { force: true });
      // A call that comes while the words are written would read none, which all calls have.
      await writeFile(`${words}-to-be`, text);
      await rename(`${words}-to-be`, words);
    },
    holds: () => patiently("a call that is held", async () => existsSync(waits)),
    letGo: () => rm(words, { force: true }),
  };
}
