import { chosenValues } from "../files/values-of.ts";
import type { Command, Ports } from "../ports.ts";

/** Leaves the chart's defaults out of a view with effective values, which is opened where there is none. */
export const showChangedValues: Command = {
  id: "capOperator.showChangedValues",
  run: (ports, target) => show(ports, target, "CAP Operator: Show Only Changed Values", true),
};

/** Takes the chart's defaults into such a view again. */
export const showAllValues: Command = {
  id: "capOperator.showAllValues",
  run: (ports, target) => show(ports, target, "CAP Operator: Show All Values", false),
};

async function show(
  ports: Ports,
  target: string | undefined,
  title: string,
  onlyChanged: boolean,
): Promise<void> {
  const of = await chosenValues(ports, target, title);
  if (of !== undefined) await ports.editor.showEffectiveValues(of, { onlyChanged });
}
