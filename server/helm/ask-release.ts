import { isMapping } from "../core/chart/same-json.ts";
import { plainWords } from "../core/values/helm-verdict.ts";
import type { ProgramFile } from "../programs/program-file.ts";
import { type ProgramLimits, startProgram } from "../programs/run-program.ts";
import { homeOrRoot, machineEnvironment } from "../programs/surroundings.ts";
import type { Answer, ProgramSilence } from "../workspace/files/answer.ts";
import { programAnswer } from "./program-answer.ts";

const MEGABYTE = 1024 * 1024;

/** A login may need a person. A cluster keeps no more than a megabyte of a release, compressed. */
const LIMITS: ProgramLimits = {
  deadline: 120_000,
  tidyUp: 2_000,
  stdout: { line: 64 * MEGABYTE, all: 64 * MEGABYTE },
  stderr: { line: MEGABYTE, all: MEGABYTE },
  memory: Number.POSITIVE_INFINITY,
};

/** A release; the kubeconfig decides about namespace and context that are absent. */
export interface AskedRelease {
  readonly name: string;
  readonly namespace?: string;
  readonly kubeContext?: string;
}

/**
 * The revision that runs: its chart as Helm lists it, and the values that were set, as JSON; or that there is no such release; or the reason why
 * neither is known.
 */
export type ReleaseAnswer = Answer<
  { readonly revision: number; readonly listed: string; readonly values: string },
  object,
  ProgramSilence | { readonly noAnswer: "other-error"; readonly words: string }
>;

class NoValues extends Error {
  readonly answer: Exclude<ReleaseAnswer, { is: "yes" }>;

  constructor(answer: NoValues["answer"]) {
    super(answer.is);
    this.answer = answer;
  }
}

/**
 * Asks Helm about an installed release, with the logins of this machine. It only reads: `helm history` and `helm get values`. Its output is in no
 * answer but that of the values.
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
      throw unknown({ noAnswer: "not-started" });
    });
    const answer = programAnswer(await running?.ended);
    switch (answer.is) {
      case "yes":
        return answer.output;
      case "no": {
        const words = "other" in answer.error ? answer.error.other : plainWords(answer.error.error);
        if (/release: not found$/.test(words)) throw new NoValues({ is: "no" });
        throw unknown({ noAnswer: "other-error", words: withoutLogin(words) });
      }
      case "unknown":
        throw unknown(
          "words" in answer.why ? { ...answer.why, words: withoutLogin(answer.why.words) } : answer.why,
        );
    }
  };
  try {
    const { revision, chart } = running(await ask("history", "--output=json"));
    const values = await ask("get", "values", "--output=json", `--revision=${revision}`);
    const read = parsed(values);
    // Helm prints null where nothing was set.
    if (read !== null && !isMapping(read)) throw unknown({ noAnswer: "unreadable" });
    return { is: "yes", revision, listed: chart, values };
  } catch (error) {
    if (error instanceof NoValues) return error.answer;
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
  if (found === undefined) throw unknown({ noAnswer: "unreadable" });
  return found;
}

function readRevisions(printed: string): Revision[] {
  const read = parsed(printed);
  return Array.isArray(read) ? read.filter(isRevision) : [];
}

/** The content of a text of JSON. No error has the output of Helm in it. */
function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    throw unknown({ noAnswer: "unreadable" });
  }
}

function isRevision(entry: Partial<Revision> | null): entry is Revision {
  return (
    Number.isInteger(entry?.revision) && typeof entry?.status === "string" && typeof entry.chart === "string"
  );
}

/** A text without the login in an address. */
function withoutLogin(words: string): string {
  return words.replace(/\/\/[^/@\s]*@/g, "//");
}

function unknown(why: Extract<ReleaseAnswer, { is: "unknown" }>["why"]): NoValues {
  return new NoValues({ is: "unknown", why });
}
