import { history } from "../cli/inspect.ts";
import type { ReleaseRef, ReleaseState } from "../cli/release.ts";
import { blocks, type Markdown, md, table } from "../markdown.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { releaseAddress } from "../release/release-address.ts";
import { whenText } from "../release/release-state.ts";

/** Shows the revisions of a release, newest first, as a page. */
export const showHistory = onChosenRelease({
  id: "capOperator.showHistory",
  title: "CAP Operator: Show History",
  scene: { doing: "reading the history" },
  async run(operation, at) {
    const title = `Reading the history of ${at.release} in ${at.context}`;
    const revisions = await operation.read(title, (step) => step.call(history(at)));
    const name = `History of ${at.release} in ${at.context}`;
    await operation.pages.showMarkdown({ name, text: historyPage(at, revisions), about: releaseAddress(at) });
  },
});

function historyPage(at: ReleaseRef, revisions: readonly ReleaseState[]): Markdown {
  const rows = revisions.map((state) => [
    String(state.revision),
    whenText(state),
    state.status,
    state.chart,
    state.appVersion,
    state.description,
  ]);
  const head = ["Revision", "Since", "Status", "Chart", "App version", "What happened"];
  return blocks(
    md`# History of ${at.release}`,
    md`In the namespace ${at.namespace} of ${at.context} (${at.server}). *CAP Operator: Roll Back...* goes back to one of them.`,
    table(head, rows),
  );
}
