import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type {
  CompletionItem,
  Diagnostic,
  DocumentDiagnosticReport,
  TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { GOOD_FILES, withCarriageReturns } from "../core/support/corpus.ts";
import { damagedFiles } from "../core/support/damaged-files.ts";
import { effort } from "../support/effort.ts";
import { connect, fakeService, type TestClient } from "./client.ts";
import { boundary, changed, positionAt, type TextChange } from "./edited-text.ts";

const URI = "file:///ws/cap-operator-values.yaml";
const ABLE = {
  capabilities: {
    textDocument: {
      diagnostic: { relatedInformation: true, codeDescriptionSupport: true },
      completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown" as const] } },
      hover: { contentFormat: ["markdown" as const] },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    },
  },
};

function change(client: TestClient, version: number, contentChanges: TextDocumentContentChangeEvent[]): void {
  const textDocument = { uri: URI, version };
  void client.connection.sendNotification("textDocument/didChange", { textDocument, contentChanges });
}

/** A change between two positions, each a line and a character. */
function edit(from: readonly [number, number], to: readonly [number, number], text: string) {
  const [start, end] = [from, to].map(([line, character]) => ({ line, character }));
  return { range: { start, end }, text } as TextDocumentContentChangeEvent;
}

const CASES: readonly (readonly [string, string, TextDocumentContentChangeEvent[], string])[] = [
  ["a surrogate pair is two code units", "a: 😀b\n", [edit([0, 5], [0, 6], "c")], "a: 😀c\n"],
  ["a surrogate pair is deleted as a whole", "a: 😀b\n", [edit([0, 3], [0, 5], "")], "a: b\n"],
  ["a combining mark is counted separately", "a: e\u0301b\n", [edit([0, 4], [0, 5], "")], "a: eb\n"],
  [
    "joined emoji are counted in UTF-16 code units",
    "a: 👩\u200D🚀b\n",
    [edit([0, 8], [0, 9], "c")],
    "a: 👩\u200D🚀c\n",
  ],
  [
    "a line end of two characters is one",
    "a: 1\r\nb: 2\r\n",
    [edit([1, 3], [1, 4], "3")],
    "a: 1\r\nb: 3\r\n",
  ],
  [
    "a carriage return alone ends a line",
    "a: 1\rb: 2\nc: 3\n",
    [edit([2, 3], [2, 4], "4")],
    "a: 1\rb: 2\nc: 4\n",
  ],
  [
    "a carriage return gets its line feed",
    "a\rb\n",
    [edit([1, 0], [1, 0], "\n"), edit([1, 0], [1, 1], "c")],
    "a\r\nc\n",
  ],
  [
    "two line ends become one",
    "a\rx\nb\n",
    [edit([1, 0], [1, 1], ""), edit([1, 0], [1, 1], "c")],
    "a\r\nc\n",
  ],
  [
    "a line end of two characters becomes one",
    "a\r\nb\n",
    [edit([0, 1], [1, 0], "\n"), edit([1, 0], [1, 1], "c")],
    "a\nc\n",
  ],
  ["lines are deleted", "a\nb\nc\nd\n", [edit([1, 0], [3, 0], "")], "a\nd\n"],
  ["lines are joined", "a\r\nb\r\nc", [edit([0, 1], [2, 0], "")], "ac"],
  ["text is written at the end", "a: 1\n", [edit([1, 0], [1, 0], "b: 2")], "a: 1\nb: 2"],
  [
    "text is written after a last line without a line end",
    "a: 1",
    [edit([0, 4], [0, 4], "\nb: 2\n")],
    "a: 1\nb: 2\n",
  ],
  ["a position past the end of a line is its end", "a\r\nb\n", [edit([0, 99], [0, 99], "c")], "ac\r\nb\n"],
  ["a range that ends past the last line ends there", "a\nb\n", [edit([0, 0], [99, 0], "c")], "c"],
  [
    "each change is relative to the one before",
    "a\nb\n",
    [edit([0, 0], [0, 0], "x\ny\n"), edit([2, 0], [2, 1], "c"), edit([3, 0], [3, 1], "d")],
    "x\ny\nc\nd\n",
  ],
  ["a whole text comes among ranges", "a\n", [{ text: "b\nc\n" }, edit([1, 0], [1, 1], "d")], "b\nd\n"],
];

test("the server reads what the client has", async (t) => {
  const start = { line: 0, character: 0 };
  const service = fakeService({
    diagnostics: async ({ file }) => [{ range: { start, end: start }, message: file.text }],
  });
  for (const [name, text, changes, becomes] of CASES) {
    await t.test(name, async () => {
      const client = await connect({ service, ...ABLE });
      client.open(URI, text);
      change(client, 2, changes);
      const [{ message }] = (await diagnosticsIn(client)) as [Diagnostic];
      assert.equal(message, becomes);
    });
  }
});

/** Texts that people type and paste, and characters that clients and servers count in different ways. */
const WRITTEN = [
  ...["", "", "", "", "a", "5", " ", "  ", ":", ": ", "- ", "#", '"', "'", "{", "}", "[", "]", ", ", "\t"],
  ...["\n", "\n", "\n  ", "\r\n", "\r\n  ", "\r", "\r\r\n", "\n\n"],
  ...["😀", "e\u0301", "👩\u200D🚀", "ä", "\u2028", "\uFEFF", "# 😀 e\u0301"],
  ...["controller:\n", "  replicas: 2\n", "webhook:\r\n  enabled: 1\r\n", "domain: 😀.b", "monitoring: {}\n"],
  ...[
    "subscriptionServer:\n  domain: a.b\n  dnsTarget: c.d\n",
    "&a ",
    "*a",
    "<<: *a\n",
    "---\n",
    "|\n  text\n",
  ],
];

const changes: fc.Arbitrary<TextChange> = fc.record({
  at: fc.option(fc.nat(), { nil: undefined, freq: 9 }),
  removed: fc.oneof(
    { weight: 8, arbitrary: fc.nat(1) },
    { weight: 2, arbitrary: fc.nat(12) },
    { weight: 1, arbitrary: fc.nat(90) },
  ),
  inserted: fc.constantFrom(...WRITTEN),
  beyond: fc.constantFrom(0, 0, 1, 7),
});

/** The changes that a client sends together. */
const notifications = fc.array(changes, { minLength: 1, maxLength: 3 });

const files = fc.oneof(
  damagedFiles.filter(({ kind }) => kind === "values"),
  fc
    .constantFrom(...GOOD_FILES, ...GOOD_FILES.map(withCarriageReturns))
    .filter(({ kind }) => kind === "values"),
);

const sessions = fc.record({
  file: files,
  edits: fc.array(notifications, { minLength: 10, maxLength: 24, size: "max" }),
  places: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
});

test("after any edits, a server answers like a new one that opens the text", async () => {
  const old = await connect(ABLE);
  let edits = 0;
  const tries = effort(75);
  await fc.assert(
    fc.asyncProperty(sessions, async (session) => {
      let { text } = session.file;
      old.open(URI, text);
      for (const [index, together] of session.edits.entries()) {
        const events: TextDocumentContentChangeEvent[] = [];
        for (const one of together) {
          const next = changed(text, one);
          text = next.text;
          events.push(next.event);
        }
        edits += events.length;
        change(old, index + 2, events);
        // Requests for one version must not affect the answers for a later one.
        if (index % 10 === 0) await answers(old, text, [0, boundary(text, text.length >> 1)]);
      }
      const fresh = await connect(ABLE);
      fresh.open(URI, text);
      const offsets = session.places.map((place) => boundary(text, place % (text.length + 1)));
      const [found, expected] = [await answers(old, text, offsets), await answers(fresh, text, offsets)];
      await fresh.close();
      await old.connection.sendNotification("textDocument/didClose", { textDocument: { uri: URI } });
      assert.deepEqual(found, expected, JSON.stringify(text));
    }),
    tries,
  );
  assert.ok(edits > 25 * tries.numRuns, `${edits} edits`);
  assert.deepEqual(old.log, []);
});

async function diagnosticsIn(client: TestClient): Promise<Diagnostic[]> {
  const params = { textDocument: { uri: URI } };
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
  assert.ok(report.kind === "full");
  return report.items;
}

/** The answers that an editor shows for a text, as a whole and at some places in it. */
async function answers(client: TestClient, text: string, offsets: readonly number[]): Promise<unknown> {
  const textDocument = { uri: URI };
  const range = { start: { line: 0, character: 0 }, end: positionAt(text, text.length) };
  const about = (method: string) => client.request(`textDocument/${method}`, { textDocument, range });
  return {
    diagnostics: await diagnosticsIn(client),
    symbols: await about("documentSymbol"),
    folding: await about("foldingRange"),
    inlayHints: await about("inlayHint"),
    places: await Promise.all(
      offsets.map(async (offset) => {
        const place = { textDocument, position: positionAt(text, offset) };
        return {
          completion: await client.request<CompletionItem[]>("textDocument/completion", place),
          hover: await client.request("textDocument/hover", place),
          selection: await client.request("textDocument/selectionRange", {
            textDocument,
            positions: [place.position],
          }),
          definition: await client.request("textDocument/definition", place),
        };
      }),
    ),
  };
}
