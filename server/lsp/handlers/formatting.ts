import * as l10n from "@vscode/l10n";
import { DocumentFormattingRequest } from "vscode-languageserver";
import type { Formatted } from "../../core/formatting/format-text.ts";
import { lineEdits } from "../../core/yaml/edits/line-edits.ts";
import { FixedText } from "../../core/yaml/fixed-text.ts";
import { shownName } from "../../workspace/files/release-paths.ts";
import { keptNote } from "../../workspace/open/formatting-notes.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import type { YamlService } from "../../workspace/open/yaml-service.ts";
import { standard } from "../connection/requests.ts";
import { DOCUMENT, shape, table } from "../protocol/shapes.ts";
import { FORMATTING_OBSTACLE, type FormattingObstacle } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";
import { isIndent, MOST_INDENT } from "./completion.ts";

const OPTIONS = table(
  // A line gets as many spaces for each level.
  { tabSize: shape<number>("", (sent) => isIndent(sent)) },
  `options with a tab size from 1 to ${MOST_INDENT}`,
);

/** Columns of a level where nothing sets their number, not even a request. */
const USUAL_INDENT = 2;

/** Loads the YAML service; called once, at the first request that needs it. */
export type LoadYamlService = () => Promise<YamlService>;

/** Answers how a file would be formatted, and why it, or a part of it, cannot be. */
export function serveFormatting({ requests, settings, workspace }: ServerState, load: LoadYamlService): void {
  let loading: Promise<YamlService> | undefined;
  const yaml = (): Promise<YamlService> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  /** The last answer for a version of a text: the question what is in the way comes after it. */
  const formatted = new WeakMap<object, Promise<Formatted>>();

  async function format({ analysis: { text } }: OpenFile, usual: number): Promise<Formatted> {
    const [service, set] = [await yaml(), await workspace.configuredIndent(text.uri)];
    return service.format(text.getText(), { set, usual });
  }

  requests.certain(
    standard(DocumentFormattingRequest.type, table({ textDocument: DOCUMENT, options: OPTIONS })),
    "Formatting",
    [],
    async (file, { options }, token) => {
      const { text } = file.analysis;
      if (!settings(text.uri).format.enable || isEmbedded(file) || brokenLine(file)) return [];
      await yaml();
      if (token.isCancellationRequested) return [];
      const answer = format(file, options.tabSize);
      formatted.set(text, answer);
      const result = await answer;
      return "problem" in result ? [] : lineEdits(text, result.text);
    },
  );
  requests.certain(FORMATTING_OBSTACLE, "Formatting obstacle", null, async (file) => {
    const { text } = file.analysis;
    if (!settings(text.uri).format.enable || isEmbedded(file)) return null;
    const broken = brokenLine(file);
    if (broken) return broken;
    const result = await (formatted.get(text) ?? format(file, USUAL_INDENT));
    if ("problem" in result) return null;
    const message = keptNote(shownName(text.uri), result.kept);
    const [first] = result.kept;
    if (message === undefined || !first) return null;
    return { message, range: new FixedText(text.uri, 0, result.text).getLineRange(first.first) };
  });
}

/** The first line of a whole file that is not valid YAML: also of one of which only a part is for the operator. */
function brokenLine({ analysis }: OpenFile): FormattingObstacle | null {
  const [problem] = analysis.region.top.problems;
  if (!problem) return null;
  const range = analysis.range(problem.offset, problem.offset + problem.length);
  const name = shownName(analysis.text.uri);
  const line = range.start.line + 1;
  return { message: l10n.t("{0} was not formatted, because line {1} is not valid YAML.", name, line), range };
}

// The rest of another product's document stays as it is.
function isEmbedded({ analysis: { region } }: OpenFile): boolean {
  return region.isEmbedded;
}
