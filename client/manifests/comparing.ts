import type { TextPair } from "../ports/installation.ts";
import type { Manifest } from "./manifest.ts";
import { identityOf, type KubeObject } from "./objects.ts";

/**
 * The objects that differ before and after, in the order of `after`, followed by those that will be gone. Secret data is hidden;
 * where it differs, the text after shows it. Objects that name no namespace are in `namespace`, which their names leave out.
 */
export function pairs(
  before: Manifest | undefined,
  after: Manifest | undefined,
  namespace: string,
): readonly TextPair[] {
  const old = before?.objects(namespace) ?? [];
  const now =
    (before === undefined ? after?.objects(namespace) : after?.objectsSince(before, namespace)) ?? [];
  const gone = new Map(old.map((object) => [identityOf(object, namespace), object]));
  const kept = now.map((object): Pair => {
    const identity = identityOf(object, namespace);
    const was = gone.get(identity);
    gone.delete(identity);
    return { before: was, after: object };
  });
  const all = [...kept, ...Array.from(gone.values(), (object): Pair => ({ before: object }))];
  return named(all.filter(({ before: was, after: is }) => was?.text !== is?.text));
}

interface Pair {
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** Names each pair by its key, and also by its API if only that tells it from another pair. */
function named(all: readonly Pair[]): readonly TextPair[] {
  const seen = new Map<string, number>();
  const keyOf = ({ before, after }: Pair) => (after ?? before)?.key ?? "";
  for (const pair of all) seen.set(keyOf(pair), (seen.get(keyOf(pair)) ?? 0) + 1);
  return all.map((pair) => {
    const { before, after } = pair;
    const key = keyOf(pair);
    const name = seen.get(key) === 1 ? key : `${key} (${(after ?? before)?.apiVersion})`;
    return {
      name,
      ...(before === undefined ? {} : { before: before.text }),
      ...(after === undefined ? {} : { after: after.text }),
    };
  });
}
