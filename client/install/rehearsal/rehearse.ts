import * as l10n from "@vscode/l10n";
import type { HelmCapabilities } from "../../helm/capabilities.ts";
import type { UpgradePlan } from "../../helm/changing-commands.ts";
import { whyUnread } from "../../helm/failure.ts";
import { applyMethod } from "../../helm/reading-commands.ts";
import type { ReleaseRef } from "../../helm/release.ts";
import { type ApplyMethod, tryObjects } from "../../kubectl/calls.ts";
import { namesIn } from "../../kubectl/cluster-object.ts";
import { Manifest } from "../../manifests/manifest.ts";
import { objectKey, type RawObject } from "../../manifests/objects.ts";
import type { Step } from "../../operation/operation.ts";
import { ProgramMissing, type RunResult } from "../../ports/programs.ts";
import { redactText } from "../../texts/redact.ts";
import { type PlannedRequest, plannedRequests } from "./planned-requests.ts";

interface RehearsalRequest {
  readonly plan: UpgradePlan;
  readonly can: HelmCapabilities;
  /** The rendered chart, including its hooks. */
  readonly rendered: Manifest;
  readonly crds: string;
  readonly isUpgrade: boolean;
}

/** The API server's answer to the dry run of an object. */
export type Verdict =
  /** `isThere`: it is only created, and exists already. */
  | { readonly is: "accepted"; readonly warnings: readonly string[]; readonly isThere?: true }
  /** The reason is in the API server's own words. */
  | { readonly is: "refused"; readonly why: string }
  | { readonly is: "untried"; readonly why: string };

/** The dry run of one object. */
export interface DryRun {
  /** `kind/name`, or `kind/namespace/name` for an object outside the namespace of the release. */
  readonly key: string;
  readonly verdict: Verdict;
}

export type Asking = Pick<Step, "attempt" | "ask" | "report" | "signal">;

/** The number of programs that run at a time. */
const AT_A_TIME = 4;

/**
 * Asks the API server about each object of an installation, in dry runs, in the order in which Helm sends them. Objects that Helm
 * does not send follow, such as the hooks of other events.
 */
export async function rehearse(step: Asking, request: RehearsalRequest): Promise<readonly DryRun[]> {
  const { plan, crds, isUpgrade } = request;
  const rendered = Manifest.sent(request.rendered);
  const requests = plannedRequests(rendered, crds, isUpgrade);
  step.report(l10n.t("Testing the objects on the API server"));
  const verdicts = await verdictsOf(step, request, requests);
  const sent = new Set(requests.map(({ object }) => object));
  const dryRun = (object: RawObject, verdict: Verdict) => ({
    key: objectKey(object, plan.target.namespace),
    verdict,
  });
  return [
    ...requests.map((planned) =>
      dryRun(planned.object, verdicts.get(planned) ?? untried(l10n.t("It was not tested."))),
    ),
    ...rendered
      .filter((object) => !sent.has(object))
      .map((object) => dryRun(object, untried(l10n.t("Helm does not send it now.")))),
  ];
}

async function verdictsOf(
  step: Asking,
  request: RehearsalRequest,
  requests: readonly PlannedRequest[],
): Promise<ReadonlyMap<PlannedRequest, Verdict>> {
  const { target } = request.plan;
  const verdicts = new Map<PlannedRequest, Verdict>();
  try {
    const method = await methodOf(step, request);
    const attempt = (some: readonly PlannedRequest[]) => attemptOf(step, target, method, some);
    const left: PlannedRequest[] = [];
    for (const group of groupsOf(requests, target)) {
      // An answer about several objects does not name the one that a warning is about.
      const together = await attempt(group);
      const isClear = isAccepted(together, group.length) && warningsIn(together.stderr).length === 0;
      if (isClear) for (const planned of group) verdicts.set(planned, { is: "accepted", warnings: [] });
      else for (const each of group) left.push(each);
    }
    const names = new Set([target.namespace, ...requests.map(({ object }) => object.name)]);
    const worker = async () => {
      for (let next = left.shift(); next !== undefined && !step.signal.aborted; next = left.shift()) {
        verdicts.set(next, verdictOf(await attempt([next]), next, target, names));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    return verdicts;
  } catch (error) {
    if (!(error instanceof ProgramMissing) || error.program !== "kubectl") throw error;
    const without = untried(l10n.t("kubectl was not found."));
    return new Map(requests.map((planned) => [planned, without]));
  }
}

/** Helm sticks to the method that the release began with. If it does not name it, that of a new release is assumed. */
async function methodOf(step: Asking, { plan, can, isUpgrade }: RehearsalRequest): Promise<ApplyMethod> {
  if (can.version.major < 4) return "client-side";
  if (!isUpgrade) return "server-side";
  const said = await step.ask(plan.target, applyMethod(plan.target));
  return "answer" in said ? said.answer : "server-side";
}

/** Objects of one namespace that are sent in the same way, so that one call can ask about all of them. */
function groupsOf(
  requests: readonly PlannedRequest[],
  target: ReleaseRef,
): readonly (readonly PlannedRequest[])[] {
  const groupOf = ({ way, object }: PlannedRequest) => `${way} ${object.namespace ?? target.namespace}`;
  const names = [...new Set(requests.map(groupOf))];
  return names.map((name) => requests.filter((request) => groupOf(request) === name));
}

function attemptOf(
  step: Asking,
  target: ReleaseRef,
  method: ApplyMethod,
  requests: readonly PlannedRequest[],
): Promise<RunResult> {
  const [{ way, object } = { way: "apply", object: { namespace: undefined } } as const] = requests;
  const texts = requests.map(({ object: { value } }) => JSON.stringify(value));
  return step.attempt(
    tryObjects({ ...target, namespace: object.namespace ?? target.namespace }, way, method, texts),
  );
}

/** The verdict in the output of a run for one object. `names` are those of what is installed together with it. */
function verdictOf(
  result: RunResult,
  { way }: PlannedRequest,
  target: ReleaseRef,
  names: ReadonlySet<string>,
): Verdict {
  const { exitCode, stderr } = result;
  // The API server reports this last, after all its checks.
  const isThere = exitCode === 1 && way === "create" && /\(AlreadyExists\)/.test(stderr);
  if (isAccepted(result, 1) || isThere)
    return { is: "accepted", warnings: warningsIn(stderr), ...(isThere && { isThere }) };
  if (exitCode === 0) return untried(l10n.t("kubectl printed something other than objects."));
  if (!/^(Error from server|The .* is invalid|error validating|error: resource mapping)/m.test(stderr)) {
    return untried(whyUnread(result, target));
  }
  const why = said(stderr);
  const missing = /"([^"]+)" not found/.exec(stderr)?.[1];
  const isBrought = missing !== undefined && names.has(missing);
  // Helm's own dry run finds the kinds that neither the cluster has nor the chart brings.
  if (isBrought || /no matches for kind|does not support dry run/.test(stderr)) return untried(inWords(why));
  return { is: "refused", why };
}

/** True if all `count` objects were accepted: kubectl then prints the name of each. */
function isAccepted({ exitCode, stdout, interrupted, printedTooMuch }: RunResult, count: number): boolean {
  return exitCode === 0 && !interrupted && !printedTooMuch && namesIn(stdout).length >= count;
}

/** The missing namespace or kind that an object waits for, in a translated sentence; any other reason as it is. */
function inWords(why: string): string {
  const namespace = /^namespaces "([^"]+)" not found$/.exec(why)?.[1];
  if (namespace !== undefined) return l10n.t("The namespace {0} does not exist yet.", namespace);
  const kind = /no matches for kind "([^"]+)"/.exec(why)?.[1];
  return kind === undefined ? why : l10n.t("The kind {0} does not exist yet.", kind);
}

function untried(why: string): Verdict {
  return { is: "untried", why };
}

/** The longest answer that is shown; more would not be read before a decision. */
const LONGEST = 1000;

/** The API server's objection to an object, without the names that kubectl gives to its input, and without secrets. */
function said(stderr: string): string {
  const objection = stderr
    .replace(/^Warning: .*$/gm, "")
    .replace(/^(Error from server(?: \(\w+\))?|error): (?:error when [^:]*"STDIN": )?/m, "")
    // Advice about the flags of kubectl.
    .replace(/\nPlease review the fields above[\s\S]*$/, "");
  return redactText(objection.trim()).slice(0, LONGEST);
}

function warningsIn(stderr: string): readonly string[] {
  return redactText(stderr)
    .split(/\r?\n/)
    .flatMap((line) => /^Warning: (.*)$/.exec(line)?.[1] ?? [])
    .filter((warning) => !warning.includes(LAST_APPLIED));
}

/** kubectl misses this annotation in every object that Helm has made. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
