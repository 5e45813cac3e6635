import type { NextStep, TextPair } from "../installation-ports.ts";
import type { Choice, Ports } from "../ports.ts";
import type { PlannedChanges } from "./planned-changes.ts";

const ALL = "all";

/**
 * Shows what would change: all of it, or the object that the person picks of several. The title of the editor offers
 * how to go on.
 */
export async function showChanges(
  ports: Ports,
  title: string,
  { pairs, source }: PlannedChanges,
  next: NextStep,
): Promise<void> {
  const [first] = pairs;
  if (first === undefined) {
    const how =
      source === "cluster" ? "as the cluster would have it" : "as the chart renders without the cluster";
    await ports.prompts.info(`Nothing would change, ${how}.`);
    return;
  }
  const showOne = (pair: TextPair) => ports.pages.compare(`${title}: ${pair.name}`, [pair], next);
  if (pairs.length === 1) return showOne(first);
  const choices: Choice<TextPair | typeof ALL>[] = [
    { label: `$(diff-multiple) All ${pairs.length} objects`, value: ALL },
    ...pairs.map(choice),
  ];
  const picked = await ports.prompts.pick(choices, "CAP Operator: Preview Installation", title);
  if (picked === undefined) return;
  await (picked === ALL ? ports.pages.compare(title, pairs, next) : showOne(picked));
}

function choice(pair: TextPair): Choice<TextPair> {
  const { name, before, after } = pair;
  if (before === undefined) return { label: `$(diff-added) ${name}`, description: "new", value: pair };
  if (after === undefined) return { label: `$(diff-removed) ${name}`, description: "removed", value: pair };
  return { label: `$(diff-modified) ${name}`, description: "changed", value: pair };
}
