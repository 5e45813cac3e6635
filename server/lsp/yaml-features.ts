import * as l10n from "@vscode/l10n";
import { ErrorCodes, ResponseError } from "vscode-languageserver";
import { isAnchorName } from "../core/language-service.ts";
import type { ValuePlace } from "../core/semantics/origin-text.ts";
import { lineEdits } from "../core/yaml/edits/line-edits.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { YamlService } from "../workspace/yaml-service.ts";
import {
  FORMATTING_OBSTACLE_REQUEST,
  type FormattingObstacle,
  type FormattingObstacleParams,
} from "./protocol.ts";
import type { Requests } from "./requests.ts";
import type { ServerState } from "./state.ts";

/** Loads the YAML service; called once, at the first request that needs it. */
export type LoadYamlService = () => Promise<YamlService>;

/** Answers the requests that are about YAML itself. */
export function serveYamlFeatures(
  { connection, service, features, settings }: ServerState,
  requests: Requests,
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

  connection.onSelectionRanges(
    requests.file("Selection", [], ({ analysis }, { positions }) =>
      service.selectionRanges(analysis, positions),
    ),
  );
  connection.onDocumentFormatting(
    requests.certain("Formatting", [], async (file, { options }, token) => {
      const { text } = file.analysis;
      if (!settings(file.analysis.text.uri).format.enable || isBroken(file)) return [];
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
  connection.onDefinition(
    requests.file("Definition", [], ({ analysis }, { position }) => {
      const anchor = service.definition(analysis, position);
      const places: readonly ValuePlace[] = anchor
        ? [{ uri: analysis.text.uri, name: anchor.name, whole: anchor.value }]
        : service.valueDefinition(analysis, position);
      if (!features.definitionLinks) return places.map(({ uri, name }) => ({ uri, range: name }));
      return places.map(({ uri, name, whole }) => ({
        targetUri: uri,
        targetRange: whole,
        targetSelectionRange: name,
      }));
    }),
  );
  connection.onReferences(
    requests.file("References", [], ({ analysis }, { position, context }) =>
      service
        .references(analysis, position, context.includeDeclaration)
        .map(({ uri, name }) => ({ uri, range: name })),
    ),
  );
  connection.onPrepareRename(
    requests.file("Rename", null, ({ analysis }, { position }) => service.renameRange(analysis, position)),
  );
  connection.onRenameRequest(
    requests.file("Rename", null, ({ analysis }, { position, newName }) => {
      if (!isAnchorName(newName)) {
        const message = l10n.t(
          'Helm allows only letters from A to Z, digits, "_" and "-" in an anchor name.',
        );
        throw new ResponseError(ErrorCodes.InvalidParams, message);
      }
      const edits = service.rename(analysis, position, newName);
      return edits ? { changes: { [analysis.text.uri]: edits } } : null;
    }),
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
