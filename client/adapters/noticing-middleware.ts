import type { CompletionItem, CompletionList, Diagnostic, DiagnosticSeverity } from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { LanguageServer } from "../ports.ts";
import { ACCEPTED_COMMAND } from "../walkthrough.ts";
import type { WalkthroughProgress } from "./walkthrough-progress.ts";

const WARNING: DiagnosticSeverity.Warning = 1;

/** Notices what a person achieves while writing. Each thing is noticed only once, so that nothing is added to later answers. */
export function noticing(
  inner: Middleware,
  progress: WalkthroughProgress,
  server: Pick<LanguageServer, "fileKinds" | "valuesFacts">,
): Middleware {
  const faulty = new Set<string>();

  async function checked(address: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    if (diagnostics.some(({ severity }) => severity <= WARNING)) {
      faulty.add(address);
      return;
    }
    if (faulty.delete(address)) progress.achieved("fixedProblems");
    if (progress.has("checkedFile")) return;
    const [known] = await server.fileKinds([address]);
    if (known?.kind !== "values" || known.strength !== "certain") return;
    const { required } = await server.valuesFacts({ uri: address });
    if (required.every(({ value }) => value !== undefined)) progress.achieved("checkedFile");
  }

  return {
    ...inner,
    async provideCompletionItem(document, position, context, token, next) {
      const provide = inner.provideCompletionItem;
      const given = await (provide
        ? provide(document, position, context, token, next)
        : next(document, position, context, token));
      if (progress.has("acceptedCompletion")) return given;
      for (const item of itemsOf(given)) {
        item.command = { title: "", command: ACCEPTED_COMMAND, arguments: [item.command] };
      }
      return given;
    },
    async provideDiagnostics(target, previousResultId, token, next) {
      const provide = inner.provideDiagnostics;
      const report = await (provide
        ? provide(target, previousResultId, token, next)
        : next(target, previousResultId, token));
      const uri = "uri" in target ? target.uri : target;
      // If the file was closed or the server ended meanwhile, it was not checked.
      if (report?.kind === "full") checked(uri.toString(), report.items).catch(() => undefined);
      return report;
    },
  };
}

function itemsOf(given: CompletionItem[] | CompletionList | null | undefined): readonly CompletionItem[] {
  if (!given) return [];
  return "items" in given ? given.items : given;
}
