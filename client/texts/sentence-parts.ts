import * as l10n from "@vscode/l10n";

/** Things as a sentence lists them: `a, b and c`, in the language of the editor. */
export function listed(things: readonly string[], last: "and" | "or" = "and"): string {
  if (things.length < 2) return things[0] ?? "";
  const first = things.slice(0, -1).join(", ");
  const end = things.at(-1) ?? "";
  return last === "and" ? l10n.t("{0} and {1}", first, end) : l10n.t("{0} or {1}", first, end);
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * The number of objects of each kind, in the order in which the kinds first occur: `3 Deployments, 1 Service`. Kinds are names,
 * the same in each language.
 */
export function countedKinds(objects: readonly { readonly kind: string }[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${count === 1 ? kind : pluralOf(kind)}`).join(", ");
}

/** The plural of a kind: Ingresses, Policies, Gateways. Endpoints stays as it is. */
function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(?:ss|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return noun.endsWith("s") ? noun : `${noun}s`;
}
