import {
  type Command,
  type CompletionItem,
  type CompletionList,
  commands,
  type Diagnostic,
  type DiagnosticSeverity,
  type Disposable,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { FILE_KINDS, VALUES_FACTS } from "../../../server/lsp/protocol.ts";
import type { LanguageServer, Walkthrough } from "../../ports/editor.ts";
import { ACCEPTED_COMMAND, type Achievement, contextKey, WALKTHROUGH_ID } from "../../ports/walkthrough.ts";

/** The walkthrough, and what was achieved since the start of the editor. */
interface WalkthroughProgress extends Walkthrough {
  has(what: Achievement): boolean;
}

/**
 * Ticks steps with context keys, which the steps in the manifest of the extension wait for (`onContext`). The editor itself
 * remembers which steps are ticked.
 */
export function createWalkthroughProgress(extension: string): WalkthroughProgress {
  const achieved = new Set<Achievement>();

  /**
   * The editor ticks a step when its key becomes true while it knows the walkthrough, which is from its first opening on. A key
   * that is already true by then never ticks anything. So each key is true for a moment, and once more when the walkthrough is
   * opened.
   */
  async function announce(what: Achievement): Promise<void> {
    await commands.executeCommand("setContext", contextKey(what), true);
    await commands.executeCommand("setContext", contextKey(what), false);
  }

  return {
    async open() {
      await commands.executeCommand("workbench.action.openWalkthrough", `${extension}#${WALKTHROUGH_ID}`);
      await Promise.all([...achieved].map(announce));
    },
    achieved(what) {
      achieved.add(what);
      void announce(what);
    },
    has: (what) => achieved.has(what),
  };
}

export function registerAccepted(progress: WalkthroughProgress): Disposable {
  return commands.registerCommand(ACCEPTED_COMMAND, async (next?: Command) => {
    progress.achieved("acceptedCompletion");
    if (next) await commands.executeCommand(next.command, ...(next.arguments ?? []));
  });
}

const WARNING: DiagnosticSeverity.Warning = 1;

/** Notices what a person achieves while writing. Each thing is noticed only once, so that nothing is added to later answers. */
export function noticing(
  inner: Middleware,
  progress: WalkthroughProgress,
  server: Pick<LanguageServer, "ask">,
): Middleware {
  const faulty = new Set<string>();

  async function checked(address: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    if (diagnostics.some(({ severity }) => severity <= WARNING)) {
      faulty.add(address);
      return;
    }
    if (faulty.delete(address)) progress.achieved("fixedProblems");
    if (progress.has("checkedFile")) return;
    const [known] = await server.ask(FILE_KINDS, { uris: [address] });
    if (known?.kind !== "values" || known.strength !== "certain") return;
    const { required } = await server.ask(VALUES_FACTS, { of: { uri: address } });
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
