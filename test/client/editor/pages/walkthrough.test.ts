import "../with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompletionItem, Diagnostic } from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { ACCEPTED_COMMAND, type Achievement } from "../../../../client/ports/walkthrough.ts";
import {
  type DocumentKind,
  type EvidenceStrength,
  FILE_KINDS,
  VALUES_FACTS,
  type ValuesFacts,
} from "../../../../server/lsp/protocol.ts";
import { answerTo, askFake } from "../../fake-server.ts";

const { noticing } = await import("../../../../client/editor/pages/walkthrough.ts");

const HERE = "file:///values.yaml";
const SUGGEST = { title: "Suggest", command: "editor.action.triggerSuggest" };

interface Asked {
  readonly kind?: DocumentKind | null;
  readonly strength?: EvidenceStrength;
  /** The required values. */
  readonly values?: readonly (string | undefined)[];
  readonly inner?: Middleware;
}

function desk({ kind = "values", strength = "certain", values = ["a.b"], inner = {} }: Asked = {}) {
  const achieved = new Set<Achievement>();
  const progress = {
    achieved: (what: Achievement) => void achieved.add(what),
    has: (what: Achievement) => achieved.has(what),
    open: async () => undefined,
  };
  const required = values.map((value) => ({ role: "domain", path: "x", form: "y", ...(value && { value }) }));
  const middleware = noticing(inner, progress, {
    ask: askFake([
      answerTo(FILE_KINDS, () => [kind && { kind, strength }]),
      answerTo(VALUES_FACTS, () => ({ required }) as unknown as ValuesFacts),
    ]),
  });
  return {
    achieved,
    /** The editor's suggestions when the server offers these. */
    async completes(items: CompletionItem[] | undefined) {
      const provide = middleware.provideCompletionItem as (...args: unknown[]) => Promise<unknown>;
      return provide({}, {}, {}, {}, () => items);
    },
    /** Lets a check of the file find these severities. */
    async checks(...severities: number[]) {
      const items = severities.map((severity) => ({ severity }) as Diagnostic);
      const provide = middleware.provideDiagnostics as (...args: unknown[]) => Promise<unknown>;
      await provide({ uri: { toString: () => HERE } }, undefined, {}, () => ({ kind: "full", items }));
      await new Promise(setImmediate);
    },
  };
}

test("an accepted suggestion is noticed once, and still does what it did", async () => {
  const { completes, achieved } = desk();
  const items: CompletionItem[] = [{ label: "replicas" }, { label: "image", command: SUGGEST }];
  await completes(items);
  assert.deepEqual(
    items.map(({ command }) => [command?.command, command?.arguments]),
    [
      [ACCEPTED_COMMAND, [undefined]],
      [ACCEPTED_COMMAND, [SUGGEST]],
    ],
  );
  achieved.add("acceptedCompletion");
  const later: CompletionItem[] = [{ label: "image", command: SUGGEST }];
  await completes(later);
  assert.deepEqual(later[0]?.command, SUGGEST);
});

test("what is left to another extension stays left to it", async () => {
  const { completes } = desk({ inner: { provideCompletionItem: () => undefined } });
  assert.equal(await completes([{ label: "replicas" }]), undefined);
});

test("a values file without errors and warnings, whose required values are set, is a checked file", async () => {
  const good = desk();
  await good.checks(2, 3);
  assert.deepEqual([...good.achieved], ["checkedFile"]);
  const others = [
    { values: [undefined] },
    { kind: null },
    { kind: "operator" },
    { strength: "likely" },
  ] as const;
  for (const asked of others) {
    const other = desk(asked);
    await other.checks();
    assert.deepEqual([...other.achieved], [], JSON.stringify(asked));
  }
});

test("problems count as fixed when a file that had some has none left", async () => {
  const { checks, achieved } = desk();
  await checks(1);
  await checks(0, 1);
  assert.deepEqual([...achieved], []);
  await checks(3);
  assert.deepEqual([...achieved], ["fixedProblems", "checkedFile"]);
});
