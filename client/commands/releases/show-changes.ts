import type { Choice, Ports } from "../../ports.ts";
import type { PlannedChanges } from "./planned-changes.ts";

const ALL = "all";

/** Shows what would change in the diff editor: all of it, or the object that the person picks of several. */
export async function showChanges(
  ports: Ports,
  title: string,
  { pairs, source }: PlannedChanges,
): Promise<void> {
  const [first] = pairs;
  if (first === undefined) {
    const how =
      source === "cluster" ? "as the cluster would have it" : "as the chart renders without the cluster";
    await ports.prompts.info(`CAP Operator: nothing would change, ${how}.`);
    return;
  }
  if (pairs.length === 1) return ports.pages.compare(`${title}: ${first.name}`, first);
  const choices: Choice<number | typeof ALL>[] = [
    { label: `$(diff-multiple) All ${pairs.length} objects`, value: ALL },
    ...pairs.map(({ name, before, after }, index) => ({
      label: name,
      description: before === undefined ? "new" : after === undefined ? "removed" : "changed",
      value: index,
    })),
  ];
  const picked = await ports.prompts.pick(choices, "CAP Operator: Preview Installation", title);
  if (picked === undefined) return;
  const pair = picked === ALL ? undefined : pairs[picked];
  if (pair === undefined) return ports.pages.compareAll(title, pairs);
  await ports.pages.compare(`${title}: ${pair.name}`, pair);
}
