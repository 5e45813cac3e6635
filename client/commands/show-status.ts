import type { Command } from "../ports.ts";
import { chooseRelease } from "../release/chosen-release.ts";
import { showStatusOf } from "../release/show-release.ts";

const TITLE = "CAP Operator: Show Status";

/** Shows a release and how its components are, as a page. */
export const showStatus: Command = {
  id: "capOperator.showStatus",
  async run(ports, target) {
    const at = await chooseRelease(ports, TITLE, target);
    if (at !== undefined) await showStatusOf(ports, at);
  },
};
