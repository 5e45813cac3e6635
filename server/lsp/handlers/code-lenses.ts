import { type CodeLens, CodeLensRequest, InlayHintRequest } from "vscode-languageserver";
import type { FileAction } from "../../core/language-service.ts";
import { embeddedIn, placeAddress } from "../../workspace/embedded/embedded-parts.ts";
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
  const answer = (file: OpenFile): CodeLens[] => {
    const { text, region } = file.analysis;
    const part = embeddedIn(file);
    // Values without a text that is written as it is read have their key only.
    const apart = region.isWritten ? undefined : part;
    if (part?.values.unread || (apart && apart.values.at === undefined)) return [];
    const around = apart && documents.get(text.uri);
    const start = around && apart.location.keyIn(around).start;
    const isInCluster = typeof part?.values.inCluster === "object";
    const address = part ? placeAddress(text.uri, part.place) : text.uri;
    return service.codeLenses(file.analysis, isInCluster).flatMap(({ action, title, range: own }) => {
      const command = COMMANDS[action];
      if (!features.commands.includes(command)) return [];
      const range = start ? { start, end: start } : own;
      return [{ range, command: { title, command, arguments: [address] } }];
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
