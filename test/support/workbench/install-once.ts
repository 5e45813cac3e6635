import { mkdir, mkdtemp, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const MARKER = "installed.json";
/** The longest build takes minutes, and an hour on a busy machine; a lock this old was left behind by something that died. */
const STALE_LOCK_MS = 3 * 60 * 60_000;

/** The folder outside the repository that keeps what is installed once: `CAP_OPERATOR_CACHE`, or the user's cache. */
export function cacheFolder(): string {
  const { CAP_OPERATOR_CACHE, XDG_CACHE_HOME } = process.env;
  return (
    CAP_OPERATOR_CACHE || path.join(XDG_CACHE_HOME || path.join(homedir(), ".cache"), "cap-operator-tools")
  );
}

/** A cached installation. */
export interface Installation {
  /** Name of the folder inside the cache. */
  readonly name: string;
  /** One sentence for the person who waits. */
  readonly announcement: string;
  /** The exact versions; another set of versions is another installation. */
  readonly pins: Readonly<Record<string, string>>;
  /** Installs into an empty folder; it is moved into place only when this succeeds. */
  readonly install: (folder: string) => Promise<void>;
}

/** Returns the folder of an installation; installs it first when it is not there. Two runs at once do not collide. */
export async function installOnce(installation: Installation): Promise<string> {
  const cache = cacheFolder();
  const folder = path.join(cache, installation.name);
  const pins = JSON.stringify(installation.pins);
  if (await isInstalled(folder, pins)) {
    return folder;
  }
  await mkdir(cache, { recursive: true });
  const unlock = await lock(path.join(cache, `${installation.name}.lock`), installation.name);
  try {
    if (await isInstalled(folder, pins)) {
      return folder;
    }
    const started = performance.now();
    console.log(`${installation.announcement} (once, into ${folder}) ...`);
    const draft = await mkdtemp(path.join(cache, `.${installation.name}-`));
    try {
      await installation.install(draft);
      await writeFile(path.join(draft, MARKER), pins);
      await rm(folder, { recursive: true, force: true });
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
    return folder;
  } finally {
    await unlock();
  }
}

async function isInstalled(folder: string, pins: string): Promise<boolean> {
  const marker = await readFile(path.join(folder, MARKER), "utf8").catch(() => undefined);
  return marker === pins;
}

async function lock(file: string, name: string): Promise<() => Promise<void>> {
  let announced = false;
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      return () => unlink(file).catch(() => undefined);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
    }
    if (await isStale(file)) {
      await unlink(file).catch(() => undefined);
    } else {
      if (!announced) {
        console.log(`Another run is installing ${name}; waiting for it (lock: ${file}).`);
        announced = true;
      }
      await wait(300);
    }
  }
}

async function isStale(file: string): Promise<boolean> {
  const [text, stats] = await Promise.all([
    readFile(file, "utf8").catch(() => undefined),
    stat(file).catch(() => undefined),
  ]);
  if (text === undefined || stats === undefined) {
    return false;
  }
  if (Date.now() - stats.mtimeMs > STALE_LOCK_MS) {
    return true;
  }
  const pid = Number(text);
  // The holder writes its id right after it creates the file.
  if (!Number.isInteger(pid) || pid <= 0) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
