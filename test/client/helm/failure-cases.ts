import { readFileSync } from "node:fs";
import { explainFailure } from "../../../client/helm/failure.ts";
import type { Failure } from "../../../client/helm/failures/row.ts";
import type { ChartRef } from "../../../client/helm/release.ts";
import { recoveryWords } from "./recovery-words.ts";

/** A failure as people read it, with its recovery actions in words. */
export type Explained = Omit<Failure, "said" | "refused" | "recovery"> & {
  readonly recovery: readonly string[];
};

/** The output of Helm 4.3, Helm 3.22 or kubectl 1.37 in a real run, and its explanation. */
export interface FailureCase {
  readonly name: string;
  readonly program: "helm" | "kubectl";
  /** Absent: `admin@test`. */
  readonly context?: string;
  readonly chart?: ChartRef;
  readonly interrupted?: boolean;
  readonly stderr: string;
  readonly explained: Explained;
}

/** The table of failures. */
export const failureCases: readonly FailureCase[] = JSON.parse(
  readFileSync(new URL("failures.json", import.meta.url), "utf8"),
);

/** The failure of one case. */
export function explainCase({
  program,
  context = "admin@test",
  chart,
  interrupted = false,
  stderr,
}: FailureCase): Failure {
  const target = {
    context,
    server: "https://cluster.example.org:6443",
    namespace: "cop",
    release: "cap-operator",
  };
  const args = program === "helm" ? ["upgrade"] : ["apply", "--dry-run=server"];
  const ended = { exitCode: interrupted ? undefined : 1, stdout: "", stderr, interrupted };
  return explainFailure(
    { program, args, ...ended },
    { target, doing: "installing", ...(chart && { chart }) },
  );
}

/** A failure as the table has it. */
export function inTable({ said: _said, refused: _refused, recovery, ...failure }: Failure): Explained {
  return { ...failure, recovery: recovery.map(recoveryWords) };
}
