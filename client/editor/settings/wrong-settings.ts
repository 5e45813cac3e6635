import { type Disposable, window, workspace } from "vscode";
import type { Output } from "../../ports/editor.ts";
import { log } from "../../texts/log-line.ts";
import { wrongTypes } from "./setting-types.ts";

/** Reports settings of a wrong type that no server reads, each once until it is another one. */
export function reportWrongSettings(output: Pick<Output, "warn">): Disposable {
  let told: readonly string[] = [];
  const report = () => {
    const found = wrongTypes(workspace.getConfiguration("capOperator"));
    const news = found.filter((sentence) => !told.includes(sentence));
    for (const sentence of news) output.warn(log`${sentence}`);
    if (news.length > 0) void window.showWarningMessage(news.join(" "));
    told = found;
  };
  report();
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("capOperator")) report();
  });
}
