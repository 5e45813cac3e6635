import { history } from "../helm/inspect.ts";
import type { ReleaseAt, ReleaseState } from "../helm/release.ts";
import type { Command } from "../ports.ts";
import { addressAt } from "./choosing/active-file.ts";
import { chooseRelease } from "./choosing/chosen-release.ts";
import { plain, table } from "./releases/markdown.ts";
import { whenText } from "./releases/release-state.ts";
import { tellNone } from "./releases/show-release.ts";
import { explainError } from "./running/explain-error.ts";
import { call } from "./running/run-invocation.ts";
import { tellFailure } from "./running/tell-failure.ts";

const TITLE = "CAP Operator: Show History";

/** Shows the revisions of a release, newest first, as a page. */
export const showHistory: Command = {
  id: "capOperator.showHistory",
  async run(ports, target) {
    const file = addressAt(ports, target);
    const at = await chooseRelease(ports, TITLE, file);
    if (at === undefined) return;
    try {
      const revisions = await ports.progress.show(
        `CAP Operator: reading the history of ${at.release} in ${at.context}`,
        (_report, signal) => call(ports, history(at), { signal }),
      );
      const name = `History of ${at.release} in ${at.context}.md`;
      await ports.pages.showMarkdown({ name, text: historyPage(at, revisions) });
    } catch (error) {
      const failure = explainError(error, at, "reading the history", at.release);
      if (failure.kind === "release-not-found") return tellNone(ports, at);
      await tellFailure(ports, failure, { retry: () => this.run(ports, file) });
    }
  },
};

function historyPage(at: ReleaseAt, revisions: readonly ReleaseState[]): string {
  const rows = revisions.map((state) => [
    String(state.revision),
    whenText(state),
    state.status,
    state.chart,
    state.appVersion,
    state.description,
  ]);
  const head = ["Revision", "Since", "Status", "Chart", "App version", "What happened"];
  return `# History of ${plain(at.release)}

In the namespace ${plain(at.namespace)} of ${plain(at.context)} (${plain(at.server)}). *CAP Operator: Roll Back...* goes back to one of them.

${table(head, rows)}
`;
}
