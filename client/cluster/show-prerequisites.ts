import type { Ports } from "../ports.ts";
import { type CheckedFor, prerequisitesPage, summary } from "./prerequisites/page.ts";
import type { Prerequisite } from "./prerequisites/prerequisite.ts";

/** Shows prerequisites that were read as a page. */
export async function showPrerequisites(
  ports: Ports,
  all: readonly Prerequisite[],
  checked: CheckedFor,
): Promise<void> {
  const { context } = checked.at;
  ports.output.info(`Prerequisites in ${context}: ${summary(all)}`);
  const text = prerequisitesPage(all, checked);
  await ports.pages.showMarkdown({ name: `Prerequisites in ${context}`, text });
}
