import * as l10n from "@vscode/l10n";
import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import type { Choice } from "../ports/editor.ts";
import { fileName } from "../texts/file-name.ts";

/** Releases as a pick list shows them: with their namespace and their values files. */
export function releaseChoices(releases: readonly ReleaseSummary[]): Choice<string>[] {
  return releases.map(({ id, name, namespace, values }) => ({
    label: id,
    ...(namespace !== undefined && id === name && { description: namespace }),
    detail: values.length === 0 ? l10n.t("the chart's defaults") : values.map(fileName).join(", "),
    value: id,
  }));
}
