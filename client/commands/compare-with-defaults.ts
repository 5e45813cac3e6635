import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { nameOfValues } from "../effective-values-address.ts";
import { ownFileAtHand } from "../files/own-file.ts";
import { shownValues, valuesWith } from "../files/values-of.ts";
import type { Command, Ports } from "../ports.ts";

/**
 * Compares the chart's defaults with the effective values of the values file, or those in the view; an operator resource with
 * the default one. Both sides of values are written alike, so that what differs is what is changed.
 */
export const compareWithDefaults: Command = {
  id: "capOperator.compareWithDefaults",
  async run(ports, target) {
    const shown = shownValues(ports, target);
    if (shown !== undefined) return compare(ports, shown);
    const own = await ownFileAtHand(ports, target);
    if (own === undefined) return;
    const { file, kind } = own;
    if (kind === "operator") {
      return ports.editor.compareWithDefaultResource(file.uri, `Default operator resource ↔ ${file.name}`);
    }
    const of = await valuesWith(ports, file, "CAP Operator: Compare with Defaults");
    if (of !== undefined) await compare(ports, of);
  },
};

async function compare(ports: Ports, of: ValuesOf): Promise<void> {
  const title = `Chart defaults ↔ ${nameOfValues(of)} (effective values)`;
  await ports.editor.compareValues(undefined, of, title);
  ports.walkthrough.achieved("comparedWithDefaults");
}
