import { type CodeLens, CodeLensRequest, InlayHintRequest } from "vscode-languageserver";
import type { FileAction } from "../../core/language-service.ts";
import { type EmbeddedPart, placeAddress } from "../../workspace/embedded/embedded-parts.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { standard } from "../connection/requests.ts";
import { DOCUMENT, IN_DOCUMENT, RANGE, table } from "../protocol/shapes.ts";
import type { ServerState } from "../state/state.ts";

/** The client's command for each action. */
const COMMANDS: Readonly<Record<FileAction, string>> = {
  "effective-values": "capOperator.showEffectiveValues",
  "compare-values": "capOperator.compareValues",
  "compare-cluster": "capOperator.compareWithCluster",
  install: "capOperator.install",
  preview: "capOperator.previewInstallation",
};

/** Answers what is shown between and behind the lines: code lenses, as far as the client has their commands, and inlay hints. */
export function serveLensesAndHints({ requests, service, features, documents }: ServerState): void {
  const answer = (file: OpenFile | EmbeddedPart): CodeLens[] => {
    if ("place" in file && (file.values.unread || (file.isAtKey && file.values.at === undefined))) return [];
    // Values without a text that is written as it is read have their key only.
    const key = "place" in file && file.isAtKey ? file.key : undefined;
    const start = key && documents.get(file.analysis.text.uri)?.positionAt(key.offset);
    return service.codeLenses(file.analysis, isInCluster(file)).flatMap(({ action, title, range: own }) => {
      const command = COMMANDS[action];
      if (!features.commands.includes(command)) return [];
      const range = start ? { start, end: start } : own;
      return [{ range, command: { title, command, arguments: [addressOf(file)] } }];
    });
  };
  requests.certain(standard(CodeLensRequest.type, IN_DOCUMENT), "Code lenses", [], answer, true);
  requests.certain(
    standard(InlayHintRequest.type, table({ textDocument: DOCUMENT, range: RANGE })),
    "Inlay hints",
    [],
    ({ analysis }, { range }) => service.inlayHints(analysis, range),
  );
}

function isInCluster(file: OpenFile | EmbeddedPart): boolean {
  return "place" in file && typeof file.values.inCluster === "object";
}

/** The address of the values of a file; of another product's document, with their place in it. */
function addressOf(file: OpenFile | EmbeddedPart): string {
  const { uri } = file.analysis.text;
  return "place" in file ? placeAddress(uri, file.place) : uri;
}
