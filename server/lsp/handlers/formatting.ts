import * as l10n from "@vscode/l10n";
import { DocumentFormattingRequest } from "vscode-languageserver";
import { lineEdits } from "../../core/yaml/edits/line-edits.ts";
import type { OpenFile } from "../../workspace/open-files.ts";
import type { YamlService } from "../../workspace/yaml-service.ts";
import { FORMATTING_OBSTACLE_REQUEST, type FormattingObstacle } from "../protocol.ts";
import { DOCUMENT, IN_DOCUMENT, shape, table } from "../shapes.ts";
import type { ServerState } from "../state.ts";
import { isIndent, MOST_INDENT } from "./completion.ts";

const OPTIONS = table(
  // A line gets as many spaces for each level.
  { tabSize: shape<number>("", (sent) => isIndent(sent)) },
  `options with a tab size from 1 to ${MOST_INDENT}`,
);

/** Loads the YAML service; called once, at the first request that needs it. */
export type LoadYamlService = () => Promise<YamlService>;

/** Answers how a file would be formatted, and why it cannot be. */
export function serveFormatting({ requests, settings }: ServerState, load: LoadYamlService): void {
  let loading: Promise<YamlService> | undefined;
  const yaml = (): Promise<YamlService> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  requests.certain(
    DocumentFormattingRequest.type,
    "Formatting",
    [],
    table({ textDocument: DOCUMENT, options: OPTIONS }),
    async (file, { options }, token) => {
      const { text } = file.analysis;
      // The rest of another product's document is not ours.
      if (!settings(text.uri).format.enable || isBroken(file) || isEmbedded(file)) return [];
      const formatter = await yaml();
      if (token.isCancellationRequested) return [];
      const wanted = await formatter.format(text, options.tabSize);
      return wanted === undefined ? [] : lineEdits(text, wanted);
    },
  );
  requests.certain(
    FORMATTING_OBSTACLE_REQUEST,
    "Formatting obstacle",
    null,
    IN_DOCUMENT,
    (file): FormattingObstacle | null =>
      settings(file.analysis.text.uri).format.enable && !isEmbedded(file) ? brokenLine(file) : null,
  );
}

function brokenLine({ analysis }: OpenFile): FormattingObstacle | null {
  const [problem] = analysis.file.problems;
  if (!problem) return null;
  const range = analysis.range(problem.offset, problem.offset + problem.length);
  return { reason: l10n.t("line {0} is not valid YAML", range.start.line + 1), range };
}

function isEmbedded({ analysis: { file } }: OpenFile): boolean {
  return file.part?.embedded !== undefined;
}

function isBroken({ analysis }: OpenFile): boolean {
  return analysis.file.problems.length > 0 || analysis.file.refused !== undefined;
}
