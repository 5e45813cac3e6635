import { watch } from "node:fs";
import path from "node:path";

/** Editors write a file in several steps. */
const PAUSE_MS = 100;
const LEFT_OUT = /(?:^|[\\/])(?:\.git|\.hg|\.svn|node_modules)(?:[\\/]|$)/;

/**
 * Calls `run` whenever something below folders has changed, and never twice at the same time: a change during a run is seen by the next one. Goes on
 * until the process ends.
 */
export function watchFolders(folders: readonly string[], run: () => Promise<void>): Promise<never> {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let isOutdated = false;
  const outdated = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void start(), PAUSE_MS);
  };
  const start = async () => {
    isOutdated = running;
    if (running) return;
    running = true;
    await run();
    running = false;
    if (isOutdated) outdated();
  };
  for (const folder of outermost(folders)) {
    watch(folder, { recursive: true }, (_, name) => {
      if (name === null || !LEFT_OUT.test(name)) outdated();
    });
  }
  return new Promise(() => undefined);
}

/** Folders that are in no other one of them. */
function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders)];
  return all.filter(
    (folder) => !all.some((other) => folder !== other && folder.startsWith(other + path.sep)),
  );
}
