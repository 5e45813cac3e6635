import { explainFailure } from "../../../client/cli/failure.ts";
import type { Failure } from "../../../client/cli/failures/row.ts";
import type { ReleaseRef } from "../../../client/cli/release.ts";
import type { RecordedRun } from "./failure-recording.ts";

/** What a person is told about a recorded run. */
export function explainRecorded(run: RecordedRun): Failure {
  const version = flag(run, "--version");
  const kubeconfig = flag(run, "--kubeconfig");
  const at: ReleaseRef = {
    context: flag(run, "--kube-context") ?? flag(run, "--context") ?? "admin@test",
    server: "https://cluster.example.org:6443",
    namespace: flag(run, "--namespace") ?? "default",
    release: "cap-operator",
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
  };
  const ref = run.args.at(-1) ?? "";
  const chart = run.program === "helm" ? { ref, ...(version === undefined ? {} : { version }) } : undefined;
  const { exitCode, interrupted = false, ...rest } = run;
  const doing = run.args.includes("rollback") ? "rolling back" : "installing";
  return explainFailure(
    { ...rest, exitCode: exitCode ?? undefined, interrupted },
    { at, doing, ...(chart && { chart }) },
  );
}

function flag({ args }: RecordedRun, name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
