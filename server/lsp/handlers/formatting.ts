import * as l10n from "@vscode/l10n";
import { lineEdits } from "../../core/yaml/edits/line-edits.ts";
import type { OpenFile } from "../../workspace/open-files.ts";
import type { YamlService } from "../../workspace/yaml-service.ts";
import {
  FORMATTING_OBSTACLE_REQUEST,
  type FormattingObstacle,
  type FormattingObstacleParams,
} from "../protocol.ts";
import type { ServerState } from "../state.ts";

/** Loads the YAML service; called once, at the first request that needs it. */
export type LoadYamlService = () => Promise<YamlService>;

/** Answers how a file would be formatted, and why it cannot be. */
export function serveFormatting(
  { connection, requests, settings }: ServerState,
  load: LoadYamlService,
): void {
  let loading: Promise<YamlService> | undefined;
  const yaml = (): Promise<YamlService> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  connection.onDocumentFormatting(
    requests.certain("Formatting", [], async (file, { options }, token) => {
      const { text } = file.analysis;
      if (!settings(text.uri).format.enable || isBroken(file)) return [];
      const formatter = await yaml();
      if (token.isCancellationRequested) return [];
      const wanted = await formatter.format(text, options.tabSize);
      return wanted === undefined ? [] : lineEdits(text, wanted);
    }),
  );
  connection.onRequest(
    FORMATTING_OBSTACLE_REQUEST,
    requests.certain<FormattingObstacleParams, FormattingObstacle | null>(
      "Formatting obstacle",
      null,
      (file) => (settings(file.analysis.text.uri).format.enable ? brokenLine(file) : null),
    ),
  );
}

function brokenLine({ analysis }: OpenFile): FormattingObstacle | null {
  const [problem] = analysis.file.problems;
  if (!problem) return null;
  const range = analysis.range(problem.offset, problem.offset + problem.length);
  return { reason: l10n.t("line {0} is not valid YAML", range.start.line + 1), range };
}

function isBroken({ analysis }: OpenFile): boolean {
  return analysis.file.problems.length > 0 || analysis.file.refused !== undefined;
}
