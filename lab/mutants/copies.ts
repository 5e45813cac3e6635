import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repository } from "../../test/support/repository.ts";

/** The result of a test file. */
export interface Outcome {
  readonly end: "passed" | "failed" | "timeout";
  /** The title of the first test that failed; none if the file could not be loaded. */
  readonly failure?: string;
  readonly milliseconds: number;
}

/** Built files that are not in the repository, and that tests need. */
const BUILT = [
  "dist/schemas/values.schema.json",
  "dist/schemas/operator.schema.json",
  "dist/schemas/published-chart.json",
  "dist/schemas/objects.schema.json",
  "dist/schemas/project.schema.json",
  "dist/schemas/rule-examples.json",
  "examples/chart/values.schema.json",
];

/** A file that tests need and the build has not made yet; `undefined` if all are there. */
export function notBuilt(): string | undefined {
  return BUILT.find((file) => !existsSync(path.join(repository, file)));
}

/** In milliseconds; longer than a build takes on a machine that does other things. */
const LONGEST_BUILD = 10 * 60_000;

/** A copy of the repository in a temporary folder, with all that was changed and not committed. */
export class Copy {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), "mutants-"));
  /** Ends the test that runs, and what it has started. */
  #stop: () => void = () => undefined;
  /** The files with another text than in the repository, and those with which the programs of dist/ were built. */
  readonly #changed = new Map<string, string>();
  #bundled: string | undefined;

  constructor() {
    const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: repository,
      encoding: "utf8",
    });
    const files = new Set([...listed.stdout.split("\0").filter(Boolean), ...BUILT]);
    for (const file of files) this.restore(file);
    symlinkSync(path.join(repository, "node_modules"), path.join(this.folder, "node_modules"), "junction");
  }

  /** Gives a file another text. */
  write(file: string, text: string): void {
    this.#changed.set(file, text);
    writeFileSync(path.join(this.folder, file), text);
  }

  /** Makes a file what it is in the repository. */
  restore(file: string): void {
    const target = path.join(this.folder, file);
    this.#changed.delete(file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(repository, file), target);
  }

  /** Builds the programs of dist/ of the files as they are, unless that is done. Returns why they cannot be built, if that is so. */
  bundle(): string | undefined {
    const sources = JSON.stringify([...this.#changed]);
    if (this.#bundled === sources) return undefined;
    this.#bundled = undefined;
    const { status, stderr } = spawnSync(process.execPath, ["build/esbuild.ts"], {
      cwd: this.folder,
      encoding: "utf8",
      timeout: LONGEST_BUILD,
    });
    // Tests that need no programs have the schemas of the sources without a change.
    for (const file of BUILT) this.restore(file);
    if (status !== 0) return stderr;
    this.#bundled = sources;
    return undefined;
  }

  /** Runs one test file until its first failure, or until the deadline, with flags for Node. */
  run(test: string, deadline: number, flags: readonly string[] = []): Promise<Outcome> {
    const started = performance.now();
    // Files that a test leaves behind must not make the next one fail.
    const temporary = mkdtempSync(path.join(tmpdir(), "mt-"));
    const environment = {
      ...process.env,
      TMPDIR: temporary,
      // Most of a short test is reading and compiling what it imports.
      NODE_COMPILE_CACHE: path.join(this.folder, ".compiled"),
    };
    const child = spawn(process.execPath, ["--test-reporter=tap", ...flags, test], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "ignore"],
      env: environment,
      detached: process.platform !== "win32",
    });
    const stop = () => {
      try {
        if (child.pid !== undefined)
          process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    this.#stop = stop;
    return new Promise((resolve) => {
      let end: Outcome["end"] | undefined;
      let failure: string | undefined;
      let begun = false;
      const timer = setTimeout(() => {
        end ??= "timeout";
        stop();
      }, deadline);
      let line = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        const lines = (line + text).split("\n");
        line = lines.pop() ?? "";
        const failed = lines.find((line) => /^\s*not ok /.test(line) && !/# (TODO|SKIP)/.test(line));
        if (lines.some((line) => /^\s*ok /.test(line))) begun = true;
        if (failed === undefined) return;
        end ??= "failed";
        failure ??= failed.replace(/^\s*not ok \d+( - )?/, "");
        stop();
      });
      child.once("close", (code) => {
        clearTimeout(timer);
        stop();
        rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
        if (begun && end === undefined && code !== 0) failure = "ended before its last test";
        resolve({
          end: end ?? (code === 0 ? "passed" : "failed"),
          ...(failure !== undefined && { failure }),
          milliseconds: performance.now() - started,
        });
      });
    });
  }

  /** Ends what runs in it, and takes it away. */
  remove(): void {
    this.#stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Does one thing after the other in each copy, so many at once as there are copies. */
export async function shared<T>(
  copies: readonly Copy[],
  items: readonly T[],
  work: (copy: Copy, item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(copy, item);
    }),
  );
}
