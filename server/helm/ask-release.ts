import type { ProgramFile } from "../programs/program-file.ts";
import { type ProgramLimits, startProgram } from "../programs/run-program.ts";
import { homeOrRoot, machineEnvironment } from "../programs/surroundings.ts";

const MEGABYTE = 1024 * 1024;

/** A login may need a person. A cluster keeps no more than a megabyte of a release, compressed. */
const LIMITS: ProgramLimits = {
  deadline: 120_000,
  tidyUp: 2_000,
  stdout: { line: 64 * MEGABYTE, all: 64 * MEGABYTE },
  stderr: { line: MEGABYTE, all: MEGABYTE },
  memory: Number.POSITIVE_INFINITY,
};

/** Which release; what is absent is that of the kubeconfig. */
export interface AskedRelease {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly kubeContext?: string | undefined;
}

/** The revision that runs: its chart as Helm lists it, and the values that were set, as JSON; or why that is not known. */
export type ReleaseAnswer =
  | { readonly revision: number; readonly listed: string; readonly values: string }
  | { readonly noAnswer: "not-found" | "not-started" | "stopped" | "unreadable" }
  | { readonly noAnswer: "failed"; readonly words: string };

class NoAnswer extends Error {
  readonly answer: Exclude<ReleaseAnswer, { revision: unknown }>;

  constructor(answer: NoAnswer["answer"]) {
    super(answer.noAnswer);
    this.answer = answer;
  }
}

/**
 * Asks Helm about an installed release, with the logins of this machine. It only reads: `helm history` and `helm get values`. What it printed
 * is in no answer but that of the values.
 */
export async function askRelease(
  file: ProgramFile,
  { name, namespace, kubeContext }: AskedRelease,
  signal: AbortSignal,
): Promise<ReleaseAnswer> {
  const where = [
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...(kubeContext === undefined ? [] : [`--kube-context=${kubeContext}`]),
    ...["--", name],
  ];
  const env = machineEnvironment(process.env).variables;
  const ask = async (...args: readonly string[]): Promise<string> => {
    const call = {
      file,
      args: [...args, ...where],
      stdin: "",
      cwd: homeOrRoot(),
      env,
      signal,
      limits: LIMITS,
    };
    const running = await startProgram(call).catch(() => {
      throw new NoAnswer({ noAnswer: "not-started" });
    });
    const ended = (await running?.ended) ?? { stopped: "aborted" as const };
    if (ended.stopped) throw new NoAnswer({ noAnswer: "stopped" });
    if (ended.exitCode === 0) return ended.stdout;
    throw new NoAnswer(
      /release: not found/.test(ended.stderr)
        ? { noAnswer: "not-found" }
        : { noAnswer: "failed", words: errorIn(ended.stderr) },
    );
  };
  try {
    const { revision, chart } = running(await ask("history", "--output=json"));
    const values = await ask("get", "values", "--output=json", `--revision=${revision}`);
    parsed(values);
    return { revision, listed: chart, values };
  } catch (error) {
    if (error instanceof NoAnswer) return error.answer;
    throw error;
  }
}

interface Revision {
  readonly revision: number;
  readonly status: string;
  readonly chart: string;
}

/** The newest revision that ran or runs, which Helm lists last; after an upgrade that failed, it is the one before. */
function running(printed: string): Revision {
  const revisions = readRevisions(printed);
  const found =
    revisions.findLast(({ status }) => /^(?:deployed|superseded)$/.test(status)) ?? revisions.at(-1);
  if (found === undefined) throw new NoAnswer({ noAnswer: "unreadable" });
  return found;
}

function readRevisions(printed: string): Revision[] {
  const read = parsed(printed);
  return Array.isArray(read) ? read.filter(isRevision) : [];
}

/** What is in a text of JSON; what Helm printed is in no error. */
function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    throw new NoAnswer({ noAnswer: "unreadable" });
  }
}

function isRevision(one: Partial<Revision> | null): one is Revision {
  return Number.isInteger(one?.revision) && typeof one?.status === "string" && typeof one.chart === "string";
}

/** The last line, which has the error, without the login in an address. */
function errorIn(stderr: string): string {
  const line = stderr.trimEnd().split("\n").at(-1) ?? "";
  return line
    .slice(0, 500)
    .replace(/^Error: /, "")
    .replace(/\/\/[^/@\s]*@/g, "//");
}
