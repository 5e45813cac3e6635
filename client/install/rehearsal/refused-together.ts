import { get } from "../../cli/kubectl.ts";
import { mapOf } from "../../manifests/yaml-map.ts";
import type { Sending } from "./sendings.ts";
import { addressOf, clashesIn, type Quota, type TakenAddress } from "./together.ts";
import type { Asking } from "./try-sendings.ts";
import { refusedFor, type Scenery, type Verdict } from "./verdict.ts";

/** The objects that the API server would accept alone, and not together with the others. */
export async function refusedTogether(
  step: Asking,
  verdicts: ReadonlyMap<Sending, Verdict>,
  scenery: Scenery,
): Promise<ReadonlyMap<Sending, Verdict>> {
  const accepted = [...verdicts].flatMap(([sending, { is }]) => (is === "accepted" ? [sending] : []));
  const quotas: Quota[] = [];
  for (const namespace of new Set(accepted.map((sending) => sending.namespace))) {
    quotas.push(...(await quotasOf(step, namespace, scenery)));
  }
  const asksForAddress = accepted.some((sending) => addressOf(sending) !== undefined);
  const taken = asksForAddress ? await takenAddresses(step, scenery) : [];
  const clashes = clashesIn(accepted, quotas, taken);
  return new Map(clashes.map(({ sending, error }) => [sending, refusedFor(error, sending, scenery)]));
}

/** The quotas that stay as they are; none where this person may not see them. */
async function quotasOf(step: Asking, namespace: string, { at, brings }: Scenery): Promise<readonly Quota[]> {
  const read = await step.ask(at, get(at, "resourcequotas", { namespace }));
  if (!("answer" in read)) return [];
  return read.answer
    .filter(({ metadata }) => !brings("ResourceQuota", metadata.name))
    .map(({ metadata: { name }, status }) => {
      const { hard, used } = mapOf(status);
      return { name, namespace, hard: mapOf(hard), used: mapOf(used) };
    });
}

/** The addresses that Services have; none where not everybody may see them. */
async function takenAddresses(step: Asking, { at }: Scenery): Promise<readonly TakenAddress[]> {
  const read = await step.ask(at, get(at, "services", { everywhere: true }));
  if (!("answer" in read)) return [];
  return read.answer.flatMap(({ metadata: { name, namespace = "" }, spec }) => {
    const address = addressOf({ kind: "Service", value: { spec } });
    return address === undefined ? [] : [{ address, name, namespace }];
  });
}
