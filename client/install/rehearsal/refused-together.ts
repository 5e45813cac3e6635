import { get } from "../../cli/kubectl.ts";
import { mapOf } from "../../manifests/yaml.ts";
import type { Sending } from "./sendings.ts";
import { addressOf, clashesIn, type Quota, type TakenAddress } from "./together.ts";
import type { Asking } from "./try-sendings.ts";
import { refusedFor, type Scenery, type Verdict } from "./verdict.ts";

/** The objects that the API server would accept on their own, but not together with the others. */
export async function refusedTogether(
  step: Asking,
  verdicts: ReadonlyMap<Sending, Verdict>,
  quotas: readonly Quota[],
  scenery: Scenery,
): Promise<ReadonlyMap<Sending, Verdict>> {
  const accepted = [...verdicts].flatMap(([sending, { is }]) => (is === "accepted" ? [sending] : []));
  const asksForAddress = accepted.some((sending) => addressOf(sending) !== undefined);
  const taken = asksForAddress ? await takenAddresses(step, scenery) : [];
  const clashes = clashesIn(accepted, quotas, taken);
  return new Map(clashes.map(({ sending, error }) => [sending, refusedFor(error, sending, scenery)]));
}

/** The quotas of some namespaces that count everything and that the installation does not change. None if the user may not read them. */
export async function readQuotas(
  step: Asking,
  namespaces: ReadonlySet<string>,
  { at, brings }: Scenery,
): Promise<readonly Quota[]> {
  const quotas: Quota[] = [];
  for (const namespace of namespaces) {
    const read = await step.ask(at, get(at, "resourcequotas", { namespace }));
    for (const { metadata, spec, status } of "answer" in read ? read.answer : []) {
      const { scopes, scopeSelector } = mapOf(spec);
      const { hard, used } = mapOf(status);
      const isOfAll = scopes === undefined && scopeSelector === undefined;
      if (isOfAll && !brings("ResourceQuota", metadata.name)) {
        quotas.push({ name: metadata.name, namespace, hard: mapOf(hard), used: mapOf(used) });
      }
    }
  }
  return quotas;
}

/** The addresses that Services already have. None if the user may not read the Services of all namespaces. */
async function takenAddresses(step: Asking, { at }: Scenery): Promise<readonly TakenAddress[]> {
  const read = await step.ask(at, get(at, "services", { everywhere: true }));
  if (!("answer" in read)) return [];
  return read.answer.flatMap(({ metadata: { name, namespace = "" }, spec }) => {
    const address = addressOf({ kind: "Service", value: { spec } });
    return address === undefined ? [] : [{ address, name, namespace }];
  });
}
