import * as l10n from "@vscode/l10n";
import { dump } from "js-yaml";
import type { MadeProjectText } from "../../core/wire/releases.ts";
import { isTable } from "../files/setting-types.ts";
import { PROJECT_SETTINGS } from "./project.ts";

/** A project's file for those who have set nothing yet. */
function example(): string {
  const about = l10n.t(
    "What is installed. To check it as Helm combines it: cap-operator check --release NAME",
  );
  // Not translated: settings.
  const settings =
    "#releases:\n#  - name: cap-operator\n#    namespace: cap-operator-system\n#    values: [values.yaml]\n";
  return `# ${about}\n${settings}`;
}

/** The chart of a project, as its file has it. */
export interface ProjectChart {
  readonly chart?: string;
  readonly chartVersion?: string;
}

/**
 * The text of a project's file with those of an editor's settings that a project decides; an example if there are none. `chart` is
 * set in addition.
 */
export function makeProjectText(
  editor: Readonly<Record<string, unknown>>,
  chart: ProjectChart = {},
): MadeProjectText {
  const settings = PROJECT_SETTINGS.filter(
    (name) => Object.hasOwn(editor, name) && !isEmptyTable(editor[name]),
  );
  const own = { ...Object.fromEntries(settings.map((name) => [name, editor[name]])), ...chart };
  const set = isEmptyTable(own) ? "" : dump(own, { lineWidth: 120 });
  return { text: settings.length === 0 ? set + example() : set, settings };
}

function isEmptyTable(value: unknown): boolean {
  return isTable(value) && Object.keys(value).length === 0;
}
