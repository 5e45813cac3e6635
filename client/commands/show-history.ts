import { history } from "../cli/inspect.ts";
import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import { blocks, type Markdown, md, table } from "../markdown.ts";
import { call } from "../operation/run-invocation.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Command, Ports } from "../ports.ts";
import { onChosenRelease } from "../release/on-chosen-release.ts";
import { whenText } from "../release/release-state.ts";

const TITLE = "CAP Operator: Show History";

/** Shows the revisions of a release, newest first, as a page. */
export const showHistory: Command = {
  id: "capOperator.showHistory",
  run: (ports, target) =>
    onChosenRelease(ports, target, { title: TITLE, doing: "reading the history", run: showHistoryOf }),
};

async function showHistoryOf(ports: Ports, at: ReleaseAt): Promise<void> {
  const revisions = await whileReading(
    ports,
    `Reading the history of ${at.release} in ${at.context}`,
    (signal) => call(ports, history(at), { signal }),
  );
  const name = `History of ${at.release} in ${at.context}`;
  await ports.pages.showMarkdown({ name, text: historyPage(at, revisions) });
}

function historyPage(at: ReleaseAt, revisions: readonly ReleaseState[]): Markdown {
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
