import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { CodeActionProvider, DocumentPasteEditProvider } from "vscode";
import type { PasteEdit, PasteParams } from "../../../../server/lsp/protocol.ts";
import { editor, madeOf, resetEditor, Uri, type WorkspaceEdit } from "../fake-vscode.ts";

const { createPasting } = await import("../../../../client/editor/typing/pasting.ts");

const NOTICE = '"monitoring" was put further out, where it belongs.';
const TEXT = "  replicas: 2";
const start = { line: 1, character: 0 };
const cursor = { isEmpty: true, start, end: start };
const document = { uri: Uri.file("/work/values.yaml") };

let answer: PasteEdit | null;
let asked: PasteParams[];
beforeEach(() => {
  resetEditor();
  answer = { range: cursor, newText: TEXT, notice: NOTICE };
  asked = [];
  createPasting(async (params) => {
    asked.push(params);
    if (answer === null) throw new Error("The connection is closed.");
    return answer;
  }).follow(true);
});

/** The edits that the editor is offered for a text that is pasted, with whatever else is in the clipboard. */
async function pastes(ranges: readonly unknown[] = [cursor], more: Readonly<Record<string, string>> = {}) {
  const clipboard: Readonly<Record<string, string>> = { "text/plain": "replicas: 2", ...more };
  const item = (type: string) => ({ asString: async () => clipboard[type] });
  const data = { get: (type: string) => (type in clipboard ? item(type) : undefined) };
  const provider = editor.providers.get("pasting") as DocumentPasteEditProvider;
  const edits = await provider.provideDocumentPasteEdits?.(
    document as never,
    ranges as never,
    data as never,
    {} as never,
    {} as never,
  );
  return edits ?? [];
}

function changes(text: string): void {
  editor.documentChanged.fire({ document, contentChanges: [{ text }] });
}

/** The actions that the editor is asked to show next to the cursor. */
async function shown(): Promise<unknown[]> {
  return Promise.all(
    editor.executed.map(async ([command, given]) => {
      const { kind, apply } = given as { readonly kind: string; readonly apply: string };
      assert.deepEqual([command, apply], ["editor.action.codeAction", "first"]);
      const provider = editor.providers.get("actions") as CodeActionProvider;
      const actions = await provider.provideCodeActions(
        document as never,
        {} as never,
        { only: { value: kind } } as never,
        {} as never,
      );
      return actions?.map((action) => ("disabled" in action ? action.disabled?.reason : action));
    }),
  );
}

describe("a block that is pasted", () => {
  test("is written as the server says, and a notice says which keys went elsewhere, once", async () => {
    const [edit] = await pastes();
    const written = edit?.additionalEdit as unknown as WorkspaceEdit | undefined;
    const [snippet] = written?.edits.get(document.uri.toString()) ?? [];
    assert.equal(madeOf<[place: unknown, text: { readonly value: string }]>(snippet)[1].value, TEXT);
    assert.deepEqual(asked, [{ uri: document.uri.toString(), position: start, text: "replicas: 2" }]);
    assert.deepEqual(await shown(), []);
    changes(TEXT);
    assert.deepEqual(await shown(), [[NOTICE]]);
    changes(TEXT);
    assert.equal(editor.executed.length, 1);
  });

  test("has no notice if all of it is where it was pasted, or something else was written", async () => {
    await pastes();
    changes("x");
    changes(TEXT);
    answer = { range: cursor, newText: TEXT };
    await pastes();
    changes(TEXT);
    assert.deepEqual(editor.executed, []);
  });

  test("is left to the editor with several cursors, a selection, a whole line, a setting, or without a server", async () => {
    assert.deepEqual(await pastes([cursor, cursor]), []);
    assert.deepEqual(await pastes([{ ...cursor, isEmpty: false }]), []);
    assert.deepEqual(await pastes([cursor], { "vscode-editor-data": '{"isFromEmptySelection":true}' }), []);
    editor.settings.set("capOperator.indentOnPaste", false);
    assert.deepEqual(await pastes(), []);
    assert.deepEqual(asked, []);
    editor.settings.clear();
    answer = null;
    assert.deepEqual(await pastes(), []);
  });

  test("no action is offered where nobody asks for the notice", async () => {
    await pastes();
    const provider = editor.providers.get("actions") as CodeActionProvider;
    const offered = (only?: string) =>
      provider.provideCodeActions(
        document as never,
        {} as never,
        { only: only && { value: only } } as never,
        {} as never,
      );
    assert.deepEqual([await offered(), await offered("refactor")], [[], []]);
  });
});
