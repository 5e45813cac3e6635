import {
  type CompletionItem,
  CompletionList,
  commands,
  type Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  type Uri,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { LanguageServer } from "../ports.ts";
import type { WalkthroughProgress } from "./walkthrough-progress.ts";

/** Runs after a suggestion was accepted, then runs what else the suggestion brings. It stands in no menu. */
const ACCEPTED_COMMAND = "capOperator.suggestionAccepted";

/** Registers what the middleware puts behind suggestions. */
export function registerAccepted(progress: WalkthroughProgress): Disposable {
  return commands.registerCommand(ACCEPTED_COMMAND, async (next?: CompletionItem["command"]) => {
    progress.achieved("acceptedCompletion");
    if (next) await commands.executeCommand(next.command, ...(next.arguments ?? []));
  });
}

/** Notices what a person achieves while writing; each thing once, so that nothing is added to later answers. */
export function noticing(
  inner: Middleware,
  progress: WalkthroughProgress,
  server: Pick<LanguageServer, "fileKinds" | "valuesFacts">,
): Middleware {
  const faulty = new Set<string>();

  async function checked(address: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    if (diagnostics.some(({ severity }) => severity <= DiagnosticSeverity.Warning)) {
      faulty.add(address);
      return;
    }
    if (faulty.delete(address)) progress.achieved("fixedProblems");
    if (progress.has("checkedFile") || (await server.fileKinds([address]))[0] !== "values") return;
    const { required } = await server.valuesFacts({ uri: address });
    if (required.every(({ value }) => value !== undefined)) progress.achieved("checkedFile");
  }

  return {
    ...inner,
    async provideCompletionItem(document, position, context, token, next) {
      const given = await (inner.provideCompletionItem?.(document, position, context, token, next) ??
        next(document, position, context, token));
      if (progress.has("acceptedCompletion")) return given;
      for (const item of given instanceof CompletionList ? given.items : (given ?? [])) {
        item.command = { title: "", command: ACCEPTED_COMMAND, arguments: [item.command] };
      }
      return given;
    },
    async provideDiagnostics(target, previousResultId, token, next) {
      const report = await (inner.provideDiagnostics?.(target, previousResultId, token, next) ??
        next(target, previousResultId, token));
      const uri: Uri = "uri" in target ? target.uri : target;
      // A file that was closed or a server that ended meanwhile was not checked.
      if (report?.kind === "full") checked(uri.toString(), report.items).catch(() => undefined);
      return report;
    },
  };
}
