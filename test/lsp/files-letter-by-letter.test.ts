import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { CodeAction, CodeLens, CompletionItem, InlayHint } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { ownership } from "../../server/core/ownership/ownership.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { engine } from "../core/support/engine.ts";
import { connect } from "./client.ts";
import { SHAPES_OF_OTHERS } from "./shapes-of-others.ts";
import { SHAPES_OF_OURS } from "./shapes-of-ours.ts";

const COMMANDS = ["capOperator.install", "capOperator.showEffectiveValues"];

const client = await connect({
  capabilities: {
    textDocument: {
      diagnostic: {},
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    },
  },
  initialize: { initializationOptions: { commands: COMMANDS } },
});

let opened = 0;

/** A document in the client's editor; each has its own address, so that nothing is known about it. */
class Typed {
  readonly uri: string;
  #document: TextDocument;

  constructor(name: string, text: string) {
    opened += 1;
    this.uri = `file:///ws/${opened}/${name}`;
    this.#document = TextDocument.create(this.uri, "yaml", 1, text);
    client.open(this.uri, text);
  }

  get textDocument() {
    return { uri: this.uri };
  }

  /** Makes the document hold `text`, as if somebody typed or deleted at its end. */
  becomes(text: string): void {
    const last = this.#document.getText();
    const version = this.#document.version + 1;
    const kept = text.startsWith(last) ? last.length : text.length;
    const range = { start: this.#document.positionAt(kept), end: this.#document.positionAt(last.length) };
    const contentChanges = [{ range, text: text.slice(kept) }];
    this.#document = TextDocument.update(this.#document, contentChanges, version);
    assert.equal(this.#document.getText(), text);
    const textDocument = { uri: this.uri, version };
    void client.connection.sendNotification("textDocument/didChange", { textDocument, contentChanges });
  }

  close(): void {
    const params = { textDocument: this.textDocument };
    void client.connection.sendNotification("textDocument/didClose", params);
  }

  status(): Promise<FileStatus> {
    return client.request("capOperator/fileStatus", { uri: this.uri });
  }

  /** Everything that is reported about the document, or shown in it, without being asked for. */
  async disturbances(): Promise<string[]> {
    const { textDocument } = this;
    const start = { line: 0, character: 0 };
    const end = this.#document.positionAt(this.#document.getText().length);
    const [{ items }, lenses, hints, lightbulb] = await Promise.all([
      client.request<{ items: { message: string }[] }>("textDocument/diagnostic", { textDocument }),
      client.request<CodeLens[]>("textDocument/codeLens", { textDocument }),
      client.request<InlayHint[]>("textDocument/inlayHint", { textDocument, range: { start, end } }),
      client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument,
        range: { start, end },
        context: { diagnostics: [], triggerKind: 2 },
      }),
    ]);
    return [
      ...items.map(({ message }) => `diagnostic: ${message}`),
      ...lenses.map(({ command }) => `lens: ${command?.title}`),
      ...hints.map(({ label }) => `hint: ${JSON.stringify(label)}`),
      ...lightbulb.map(({ title }) => `lightbulb: ${title}`),
    ];
  }

  async completions(): Promise<string[]> {
    const position = this.#document.positionAt(this.#document.getText().length);
    const params = { textDocument: this.textDocument, position };
    const answer = await client.request<CompletionItem[] | { items: CompletionItem[] }>(
      "textDocument/completion",
      params,
    );
    return ("items" in answer ? answer.items : answer).map(({ label }) => label);
  }
}

/** The status of a text's beginning that was opened like that, typed that far, or deleted back to there. */
interface Look {
  readonly text: string;
  readonly how: "opened" | "typed" | "taken back" | "typed in an editor";
  readonly status: Pick<FileStatus, "kind" | "strength" | "reason" | "explanation">;
  /** The texts that the editor shows unasked; empty if no editor is involved. */
  readonly disturbances: readonly string[];
}

/** Looks at every beginning of a text, including the empty and the whole one, and returns the number of looks. */
async function atEveryLetter(name: string, text: string, tell: (look: Look) => void): Promise<number> {
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  const beginnings = lengths.map((length) => text.slice(0, length)).filter((one) => !one.endsWith("\r"));
  for (const one of beginnings)
    tell({ text: one, how: "opened", status: judge(name, one), disturbances: [] });
  let status = judge(name, "");
  for (const [how, texts] of [
    ["typed", beginnings],
    ["taken back", beginnings.toReversed()],
  ] as const) {
    for (const one of texts) {
      status = judge(name, one, status);
      tell({ text: one, how, status, disturbances: [] });
    }
  }
  const document = new Typed(name, "");
  for (const one of beginnings) {
    document.becomes(one);
    const said = await document.status();
    const isLeftAlone = said.strength === "likely" || one === text;
    const disturbances = isLeftAlone ? await document.disturbances() : [];
    tell({ text: one, how: "typed in an editor", status: said, disturbances });
  }
  document.close();
  return beginnings.length * 4;
}

/** Judges the ownership of a file with this text; `last` is the status before the last change. */
function judge(name: string, text: string, last?: Look["status"]): Look["status"] {
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const was = last?.strength ? { strength: last.strength, reason: last.reason } : undefined;
  const place = { path: `/ws/${name}`, files, excludeFiles, chart: undefined, keys: engine.chartKeys(), was };
  const { kind, ...decided } = ownership(parseYaml(text), place);
  return { ...decided, kind: kind?.name ?? null };
}

const seen = { others: 0, ours: 0 };

test("values of other products are left alone, at every letter", async (t) => {
  const wrong: string[] = [];
  for (const [what, name, text] of SHAPES_OF_OTHERS) {
    seen.others += await atEveryLetter(name, text, ({ text: beginning, how, status, disturbances }) => {
      const faults = [...(status.strength === "certain" ? ["certain"] : []), ...disturbances];
      for (const fault of faults) wrong.push(`${what}, ${how}: ${JSON.stringify(beginning)}: ${fault}`);
    });
  }
  t.diagnostic(`${SHAPES_OF_OTHERS.length} shapes of others, ${seen.others} looks, ${wrong.length} wrong`);
  assert.deepEqual(wrong.slice(0, 10), []);
});

test("values of the operator get help from the first letter, and are certain from the key that decides", async (t) => {
  const wrong: string[] = [];
  for (const [what, name, marked] of SHAPES_OF_OURS) {
    const at = marked.indexOf("$0");
    const text = marked.replace("$0", "");
    seen.ours += await atEveryLetter(name, text, ({ text: beginning, how, status, disturbances }) => {
      const { kind, strength, explanation } = status;
      const expected = at >= 0 && beginning.length >= at ? "certain" : "likely";
      // While a text is deleted from its end, what was certain may stay so while its last key is incomplete.
      const isRight = strength === expected || (how === "taken back" && strength === "certain");
      if (kind === "values" && isRight && (strength === "certain" || disturbances.length === 0)) return;
      wrong.push(`${what}, ${how}: ${JSON.stringify(beginning)}: ${strength}, ${explanation}`);
    });
  }
  t.diagnostic(`${SHAPES_OF_OURS.length} shapes of ours, ${seen.ours} looks, ${wrong.length} wrong`);
  assert.deepEqual(wrong.slice(0, 10), []);
});

test("completion is offered at the first letter of a key, and in an empty file", async () => {
  for (const key of ["controller", "image", "monitoring", "subscriptionServer", "webhook"]) {
    const document = new Typed("values.yaml", "");
    assert.ok((await document.completions()).includes(key), key);
    document.becomes(key.slice(0, 1));
    assert.ok((await document.completions()).includes(key), key);
    document.close();
  }
});

test("the documentation says how much was tried", () => {
  const page = readFileSync(new URL("../../docs/reference/files.md", import.meta.url), "utf8");
  const said = `${SHAPES_OF_OTHERS.length} files of other products and ${SHAPES_OF_OURS.length} files of the operator`;
  assert.ok(page.includes(said), said);
  const total = (seen.others + seen.ours).toLocaleString("en");
  assert.ok(page.includes(`${total} results`), total);
});
