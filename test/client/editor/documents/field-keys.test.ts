import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { DefinitionProvider, HoverProvider } from "vscode";
import { renderedAddress } from "../../../../client/files/rendered-address.ts";
import {
  FIELD_KEYS,
  type FieldKeys,
  type FieldKeysParams,
  VALUE_ORIGINS,
} from "../../../../server/lsp/protocol.ts";
import { answerTo, askFake } from "../../fake-server.ts";
import { editor, madeOf, resetEditor, Uri } from "../fake-vscode.ts";

const { registerFieldKeys } = await import("../../../../client/editor/documents/field-keys.ts");

const VALUES = { uri: "file:///work/values.yaml" };
const SAVED = { uri: "file:///work/saved.yaml" };
const position = { line: 3, character: 2 };
const replicas = {
  key: "controller.replicas",
  path: ["controller", "replicas"],
  place: { uri: SAVED.uri, range: { start: position, end: position } },
};
const REPLICAS: FieldKeys = { keys: [replicas] };

let answer: () => Promise<FieldKeys | null>;
let asked: FieldKeysParams[];
let signals: AbortSignal[];
beforeEach(() => {
  resetEditor();
  answer = async () => REPLICAS;
  asked = [];
  signals = [];
  const server = {
    ask: askFake([
      answerTo(FIELD_KEYS, (params, followed) => {
        asked.push(JSON.parse(JSON.stringify(params)));
        if (followed) signals.push(followed.signal);
        return answer();
      }),
      answerTo(VALUE_ORIGINS, () => [{ text: "values.yaml:4" }]),
    ]),
  };
  registerFieldKeys(server, (of) => ("uri" in of && of.uri === VALUES.uri ? SAVED : of));
});

function page(
  version = 1,
  address: object = { scheme: "cap-operator-rendered", ...renderedAddress(VALUES) },
) {
  return {
    uri: Uri.from(address as never),
    version,
    getText: () => "kind: Deployment\n",
    lineAt: (line: number) => ({ range: `line ${line}` }),
  } as never;
}

/** The hover on a line: its text and its range. */
async function hover(line: number, document = page()): Promise<unknown> {
  const provider = editor.providers.get("hovers") as HoverProvider;
  const found = await provider.provideHover(document, { line } as never, {} as never);
  if (!found) return undefined;
  const [text, range] = madeOf<[text: { readonly value: string }, range: unknown]>(found);
  return [text.value, range];
}

/** The addresses that F12 opens from a line. */
async function definitions(line: number, document = page()): Promise<unknown[]> {
  const provider = editor.providers.get("definitions") as DefinitionProvider;
  const found = await provider.provideDefinition(document, { line } as never, {} as never);
  return (found as unknown[]).map((location) => String(madeOf<[uri: unknown]>(location)[0]));
}

describe("a field of a rendered object", () => {
  test("shows its key with the origin of the value, and leads to it, with one question", async () => {
    assert.deepEqual(await hover(7), ["Set by controller.replicas (values.yaml:4)", "line 7"]);
    assert.deepEqual(await definitions(7), [SAVED.uri]);
    assert.deepEqual(asked, [{ of: SAVED, line: 7 }]);
  });

  test("is asked about again on another line, which ends the question before, and when the text has changed", async () => {
    await hover(7);
    await hover(8);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
    await hover(8, page(2));
    assert.equal(asked.length, 3);
  });

  test("is asked about again if there was no answer", async () => {
    answer = async () => null;
    assert.equal(await hover(7), undefined);
    answer = async () => {
      throw new Error("The connection is closed.");
    };
    await assert.rejects(hover(7));
    answer = async () => REPLICAS;
    assert.deepEqual(await definitions(7), [SAVED.uri]);
  });

  test("says why there is no key, and leads nowhere without a place", async () => {
    answer = async () => ({ keys: [], problem: "Not known." });
    assert.deepEqual(await hover(7), ["Not known.", "line 7"]);
    assert.deepEqual(await definitions(7), []);
    const { place: _place, ...nowhere } = replicas;
    answer = async () => ({ keys: [nowhere] });
    assert.deepEqual(await definitions(8), []);
  });

  test("of a preview is asked about with its text, and what names no values is not asked about", async () => {
    await hover(0, page(1, { scheme: "cap-operator-page", path: "/p.yaml", query: JSON.stringify(VALUES) }));
    assert.deepEqual(asked, [{ of: SAVED, line: 0, text: "kind: Deployment\n" }]);
    assert.equal(await hover(0, page(1, { scheme: "cap-operator-page", path: "/p.yaml" })), undefined);
    assert.equal(asked.length, 1);
  });
});
