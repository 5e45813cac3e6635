import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  CompletionTriggerKind,
  type DocumentSymbol,
  type Hover,
  InsertTextFormat,
  InsertTextMode,
  type Location,
  MarkupContent,
  MarkupKind,
  type Position,
  SymbolKind,
} from "vscode-languageserver/node";
import type { LanguageService } from "../../server/core/language-service.ts";
import { connect, fakeService, offeredItems, type TestClient } from "./client.ts";

const URI = "file:///ws/values.yaml";
const OURS = "controller:\n  replicas: 1 # one pod\n";
const START = { line: 0, character: 0 };
const RANGE = { start: START, end: { line: 0, character: 10 } };
const textDocument = { uri: URI };

async function served(
  answers: Partial<LanguageService>,
  capabilities: ClientCapabilities = {},
  text = OURS,
): Promise<TestClient> {
  const client = await connect({ service: fakeService(answers), capabilities });
  client.open(URI, text);
  return client;
}

const ITEM: CompletionItem = {
  label: "replicas",
  kind: CompletionItemKind.Property,
  insertTextFormat: InsertTextFormat.Snippet,
  insertTextMode: InsertTextMode.asIs,
  textEdit: { range: RANGE, newText: "replicas: ${1:1}" },
};
describe("completion", () => {
  const completion = () => [ITEM];
  const ask = (client: TestClient, position: Position, typed?: string) =>
    client.request<CompletionItem[]>("textDocument/completion", {
      textDocument,
      position,
      context: typed
        ? { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter: typed }
        : { triggerKind: CompletionTriggerKind.Invoked },
    });

  test("is asked for with what the client can do", async () => {
    const asked: unknown[] = [];
    const service = fakeService({
      completion: (_analysis, _position, abilities) => {
        asked.push(abilities);
        return [];
      },
    });
    const completionItem = { snippetSupport: true };
    const rich = await connect({
      service,
      capabilities: { textDocument: { completion: { completionItem } } },
      initialize: { initializationOptions: { suggestCommand: "open.list" } },
    });
    rich.open(URI, OURS);
    await ask(rich, START);
    const poor = await connect({ service });
    poor.open(URI, OURS);
    await ask(poor, START);
    assert.deepEqual(asked, [
      { snippets: true, suggestCommand: "open.list" },
      { snippets: false, suggestCommand: undefined },
    ]);
  });

  test("is told how the editor indents, if that is a valid number", async () => {
    const asked: unknown[] = [];
    const service = fakeService({
      completion: (_analysis, _position, { indent }) => {
        asked.push(indent);
        return [];
      },
      snippets: (_analysis, _position, indent) => {
        asked.push(indent);
        return [];
      },
    });
    const client = await connect({ service });
    client.open(URI, OURS);
    for (const indent of [4, 0, 1.5, "2", 1e9, null]) {
      await client.request("textDocument/completion", { textDocument, position: START, indent });
      await client.request("capOperator/snippets", { uri: URI, position: START, indent });
    }
    assert.deepEqual(
      asked.filter((indent) => indent !== undefined),
      [4, 4],
    );
  });

  test("has an insert text mode only where the client knows it", async () => {
    const completionItem = { insertTextModeSupport: { valueSet: [InsertTextMode.asIs] } };
    const rich = await served({ completion }, { textDocument: { completion: { completionItem } } });
    assert.deepEqual(await ask(rich, START), [ITEM]);
    const poor = await served({ completion });
    const { insertTextMode: _left, ...rest } = ITEM;
    assert.deepEqual(await ask(poor, START), [rest]);
  });

  test("offers the codes reported on the next line first, also while a comment without codes silences them", async () => {
    const text =
      "subscriptionServer:\n  domain: cop.a.internal\n# cap-operator-disable-next-line \ncontroler: {}\n";
    const client = await connect();
    client.open(URI, text);
    const found = await ask(client, { line: 2, character: 33 }, " ");
    assert.equal(found[0]?.label, "unknown-key");
    // Typed in full, it is no longer offered, so that Enter ends the line.
    assert.equal(found[0]?.filterText, "unknown-ke");
  });

  test("has what is known of a key in each row of the list, where the client shows that", async () => {
    const of = (completionItem: object) =>
      connect({ capabilities: { textDocument: { completion: { completionItem } } } });
    const rows: unknown[] = [];
    for (const client of [await of({ labelDetailsSupport: true }), await of({})]) {
      client.open(URI, "# cap-operator: values version=0.34.0\ncontroller:\n  repl\n");
      const found = await ask(client, { line: 2, character: 6 });
      const { detail, labelDetails } = found.find(({ label }) => label === "replicas") ?? {};
      rows.push([detail, labelDetails]);
    }
    assert.deepEqual(rows, [
      ["whole number, default 1", { description: "whole number, default 1" }],
      ["whole number, default 1", undefined],
    ]);
  });

  test("is not triggered by a space inside a string", async () => {
    const text = "controller: \n  \n  a: some \n  - \nsubscriptionServer: {domain: a.b}\n";
    const client = await served({ completion }, {}, text);
    const counts = [];
    for (const [line, character] of [
      [0, 12],
      [1, 2],
      [2, 10],
      [3, 4],
    ] as const) {
      counts.push((await ask(client, { line, character }, " ")).length);
    }
    assert.deepEqual(counts, [1, 1, 0, 1]);
    assert.equal((await ask(client, { line: 2, character: 10 })).length, 1);
  });

  test("is asked for again inside of values, with a list that depends on what is typed", async () => {
    const lines = [
      "topologySpreadConstraints:",
      "  - topologyKey: kubernetes.io/",
      "    maxSkew: 1",
      "controller:",
      "  resources: {limits: {memory: 5}, requests: {cpu: 1, memory: 50M}}",
      "  imagePullSecrets:",
      "    -",
      "--",
    ];
    const client = await connect();
    client.open(URI, lines.join("\n"));
    const asked = async (line: number, character: number, typed: string) => {
      const context = { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter: typed };
      const params = { textDocument, position: { line, character }, context };
      const answer = await client.request<{ isIncomplete?: boolean }>("textDocument/completion", params);
      const labels = (await offeredItems(client, params)).map((item) => item.label);
      return [labels, answer.isIncomplete === true];
    };
    assert.deepEqual(await asked(1, 31, "/"), [["kubernetes.io/hostname"], false]);
    assert.deepEqual(await asked(4, 32, "5"), [["500Mi", "512Mi", "5Mi", "5Gi"], true]);
    assert.deepEqual(await asked(6, 5, "-"), [["name"], false]);
    // A number that can be meant as it is has a list only if somebody asks for it, so that Enter ends its line.
    assert.deepEqual(await asked(4, 52, "1"), [[], false]);
    const position = { line: 4, character: 52 };
    const invoked = await offeredItems(client, { textDocument, position });
    assert.deepEqual(
      invoked.map(({ label }) => label),
      ["1", "100m"],
    );
    const context = { triggerKind: CompletionTriggerKind.TriggerForIncompleteCompletions };
    const refined = await offeredItems(client, {
      textDocument,
      position: { line: 4, character: 65 },
      context,
    });
    assert.deepEqual(
      refined.map(({ label }) => label),
      ["50M", "50Mi"],
    );
    assert.deepEqual(await asked(7, 2, "-"), [[], false]);
    const triggers = client.result.capabilities.completionProvider?.triggerCharacters ?? [];
    for (const typed of [...".-/*5"]) assert.ok(triggers.includes(typed), typed);
  });

  test("documentation is resolved later, in the client's format", async () => {
    const resolveCompletion = (item: CompletionItem) => ({
      ...item,
      documentation: {
        kind: MarkupKind.Markdown,
        value: "**Replicas** of the `controller`, see [docs](file:///x).",
      },
    });
    const plain = await served({ completion, resolveCompletion });
    const resolved = await plain.request<CompletionItem>("completionItem/resolve", { label: "replicas" });
    assert.deepEqual(resolved.documentation, {
      kind: "plaintext",
      value: "Replicas of the controller, see docs.",
    });
    const completionItem = { documentationFormat: [MarkupKind.Markdown] };
    const rich = await served({ resolveCompletion }, { textDocument: { completion: { completionItem } } });
    const same = await rich.request<CompletionItem>("completionItem/resolve", { label: "replicas" });
    assert.deepEqual(same.documentation, resolveCompletion(same).documentation);
  });
});

test("a client that shows another extension's hover is told what takes effect in place of a value", async () => {
  const client = await connect({});
  const text = 'image: {tag: v1}\nwebhook:\n  image:\n    tag: ""\n';
  client.open(URI, text);
  const asked = (line: number, character: number) =>
    client.request<Hover | null>("capOperator/effectiveHover", {
      textDocument,
      position: { line, character },
    });
  const hover = await asked(3, 5);
  assert.ok(MarkupContent.is(hover?.contents));
  assert.match(hover.contents.value, /^\*\*Effective:\*\* `v1`/);
  assert.equal(await asked(0, 9), null);
});

describe("hover", () => {
  const hover = (): Hover => ({
    contents: { kind: MarkupKind.Markdown, value: "## Replicas\n\n```yaml\nreplicas: 1\n```\n" },
  });
  const ask = (client: TestClient) =>
    client.request<Hover | null>("textDocument/hover", { textDocument, position: START });

  test("in Markdown and in plain text", async () => {
    const rich = await served(
      { hover },
      { textDocument: { hover: { contentFormat: [MarkupKind.Markdown] } } },
    );
    assert.deepEqual(await ask(rich), hover());
    const plain = await served({ hover });
    assert.deepEqual((await ask(plain))?.contents, { kind: "plaintext", value: "Replicas\n\nreplicas: 1" });
  });

  test("has nothing for a file that is not ours, or not open", async () => {
    const client = await served({ hover }, {}, "foo: 1\n");
    assert.equal(await ask(client), null);
    await client.connection.sendNotification("textDocument/didClose", { textDocument });
    assert.equal(await ask(client), null);
  });
});

describe("quick fixes", () => {
  const fix: CodeAction = { title: "Fix", kind: CodeActionKind.QuickFix };
  const capabilities = {
    textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
  };

  test("are asked for with our own problems only, and filtered by kind", async () => {
    const given: unknown[] = [];
    const codeActions: LanguageService["codeActions"] = async (_analysis, _range, diagnostics) => {
      given.push(...diagnostics.map(({ message }) => message));
      return [fix];
    };
    const text = "subscriptionServer:\n  domain: a.b\n";
    const client = await served({ codeActions }, capabilities, text);
    const diagnostics = [
      { range: RANGE, message: "ours", source: "cap-operator" },
      { range: RANGE, message: "theirs", source: "yaml" },
    ];
    const ask = (only?: string[]) =>
      client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument,
        range: RANGE,
        context: { diagnostics, ...(only ? { only } : {}) },
      });
    assert.deepEqual(await ask(), [fix]);
    assert.deepEqual(given, ["ours"]);
    assert.deepEqual(await ask(["quickfix"]), [fix]);
    assert.deepEqual(await ask(["source.fixAll"]), []);
  });

  test("have no move of a key that repairs nothing, unless moves are asked for by their kind", async () => {
    const text = "controller:\n  resources:\n    limits: {}\nsubscriptionServer:\n  domain: a.b\n";
    const client = await connect({ capabilities });
    client.open(URI, text);
    const start = { line: 2, character: 4 };
    const ask = async (context: object) => {
      const found = await client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument,
        range: { start, end: start },
        context: { diagnostics: [], ...context },
      });
      return found.map(({ title }) => title).filter((title) => title.startsWith("Move"));
    };
    const up = ['Move "limits" up a level'];
    assert.deepEqual(await ask({ triggerKind: 2 }), []);
    assert.deepEqual(await ask({ only: ["quickfix"] }), []);
    assert.deepEqual(await ask({ triggerKind: 1 }), []);
    assert.deepEqual(await ask({ only: ["refactor"], triggerKind: 2 }), up);
    assert.deepEqual(await ask({ only: ["refactor.move.up"] }), up);
    assert.deepEqual(await ask({ only: ["refactor.move.down"] }), []);
  });

  test("for a file that is only likely ours let the person say that it is, or that it is not", async () => {
    const client = await served({ codeActions: async () => [fix], fixAll: async () => fix }, capabilities);
    const line = (number: number) => ({ line: number, character: 0 });
    const ask = (at: number, context: object = {}) =>
      client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument,
        range: { start: line(at), end: line(at) },
        context: { diagnostics: [], ...context },
      });
    const actions = await ask(1);
    const edits = actions.map(({ title, kind, edit }) => [title, kind, edit?.changes?.[URI]]);
    const writes = (word: string) => [
      { range: { start: START, end: START }, newText: `# cap-operator: ${word}\n` },
    ];
    assert.deepEqual(edits, [
      ["This is a values file of CAP Operator", "quickfix", writes("values")],
      ["This is not a values file of CAP Operator", "quickfix", writes("off")],
    ]);
    assert.equal((await ask(1, { triggerKind: 1 })).length, 2);
    assert.equal((await ask(1, { only: ["quickfix"] })).length, 2);
    assert.deepEqual(await ask(0, { triggerKind: 2 }), []);
    assert.deepEqual(await ask(1, { only: ["source.fixAll"] }), []);
    client.change(URI, 2, `# cap-operator: off\n${OURS}`);
    assert.deepEqual(await ask(0), []);
    client.change(URI, 3, `# cap-operator: values\n${OURS}`);
    assert.deepEqual(await ask(0), [fix]);
  });
});

test("of what can be done with a file, only the commands that the client has are offered", async () => {
  const COMMANDS = ["showEffectiveValues", "compareValues", "install", "previewInstallation"];
  const all = COMMANDS.map((name) => `capOperator.${name}`);
  for (const commands of [all, ["other", ...all.slice(2)], []]) {
    const client = await connect({ initialize: { initializationOptions: { commands } } });
    client.open(URI, "subscriptionServer:\n  domain: a.b\n");
    const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument });
    const known = all.filter((command) => commands.includes(command));
    assert.deepEqual(
      lenses.map(({ command }) => command?.command),
      known,
    );
    assert.ok(lenses.every(({ command }) => command?.arguments?.[0] === URI));
    assert.equal("codeLensProvider" in client.result.capabilities, commands.length > 0);
  }
});

test("a file that is only likely ours has completion, hovers and an outline, and nothing that was not asked for", async () => {
  const hint = { position: START, label: "hint" };
  const symbol = { name: "controller", kind: SymbolKind.Object, range: RANGE, selectionRange: RANGE };
  const answers: Partial<LanguageService> = {
    completion: () => [ITEM],
    hover: () => ({ contents: "text" }),
    symbols: () => [symbol],
    inlayHints: () => [hint],
  };
  const initialize = { initializationOptions: { commands: ["capOperator.install"] } };
  const client = await connect({ service: fakeService(answers), initialize });
  client.open(URI, OURS);
  const ask = (method: string, more: object = {}) =>
    client.request<unknown[] | null>(`textDocument/${method}`, { textDocument, position: START, ...more });
  const has = async () => ({
    completion: JSON.stringify(await ask("completion")).includes(ITEM.label),
    hover: (await ask("hover")) !== null,
    outline: (await ask("documentSymbol"))?.length,
    hints: (await ask("inlayHint", { range: RANGE }))?.length,
    lenses: (await ask("codeLens"))?.length,
    formatting: (await ask("formatting", { options: { tabSize: 2, insertSpaces: true } }))?.length,
  });
  const help = { completion: true, hover: true, outline: 1 };
  const untidy = "controller:\n    replicas:   1\n";
  client.change(URI, 2, untidy);
  assert.deepEqual(await has(), { ...help, hints: 0, lenses: 0, formatting: 0 });
  client.change(URI, 3, `# cap-operator: values\n${untidy}`);
  const { formatting = 0, ...rest } = await has();
  assert.deepEqual(rest, { ...help, hints: 1, lenses: 1 });
  assert.ok(formatting > 0);
});

describe("the outline", () => {
  const leaf: DocumentSymbol = {
    name: "replicas",
    kind: SymbolKind.Number,
    range: RANGE,
    selectionRange: RANGE,
  };
  const tree: DocumentSymbol = { ...leaf, name: "controller", kind: SymbolKind.Object, children: [leaf] };
  const symbols = () => [tree, leaf];
  const ask = (client: TestClient) => client.request("textDocument/documentSymbol", { textDocument });

  test("is a tree where the client shows trees, otherwise a list with containers", async () => {
    const documentSymbol = { hierarchicalDocumentSymbolSupport: true };
    const rich = await served({ symbols }, { textDocument: { documentSymbol } });
    assert.deepEqual(await ask(rich), [tree, leaf]);
    const flat = await served({ symbols });
    const location = { uri: URI, range: RANGE };
    assert.deepEqual(await ask(flat), [
      { name: "controller", kind: SymbolKind.Object, location },
      { name: "replicas", kind: SymbolKind.Number, location, containerName: "controller" },
      { name: "replicas", kind: SymbolKind.Number, location },
    ]);
  });
});

test("folding keeps to the client's limit", async () => {
  const folding = () => [1, 2, 3].map((startLine) => ({ startLine, endLine: startLine + 1 }));
  const client = await served({ folding }, { textDocument: { foldingRange: { rangeLimit: 2 } } });
  const ranges = await client.request<unknown[]>("textDocument/foldingRange", { textDocument });
  assert.equal(ranges.length, 2);
});

describe("a request", () => {
  test("that fails says what failed, and the next one works", async () => {
    const hover = () => {
      throw new TypeError("out of cheese");
    };
    const client = await served({ hover, symbols: () => [] });
    const position = START;
    await assert.rejects(client.request("textDocument/hover", { textDocument, position }), {
      message: "Hover failed: TypeError: out of cheese",
    });
    assert.deepEqual(await client.request("textDocument/documentSymbol", { textDocument }), []);
    await client.until(() =>
      client.log.some((line) => line.includes("Hover failed: TypeError: out of cheese")),
    );
  });

  test("that is cancelled says so, and the next one works", async () => {
    const client = await served({ hover: () => null });
    const { CancellationTokenSource } = await import("vscode-languageserver/node");
    const source = new CancellationTokenSource();
    const params = { textDocument, position: START };
    const answer = client.connection.sendRequest("textDocument/hover", params, source.token);
    source.cancel();
    await assert.rejects(answer, { code: -32800 });
    assert.equal(await client.request("textDocument/hover", params), null);
  });

  test("that is cancelled while it is being worked on is not answered with a result", async () => {
    let isAtWork = false;
    const codeActions: LanguageService["codeActions"] = async (_analysis, _range, _diagnostics, mayGoOn) => {
      while (await mayGoOn?.()) isAtWork = true;
      return [{ title: "Too late" }];
    };
    const capabilities = {
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    };
    const client = await served({ codeActions }, capabilities, "subscriptionServer:\n  domain: a.b\n");
    const { CancellationTokenSource } = await import("vscode-languageserver/node");
    const source = new CancellationTokenSource();
    const params = { textDocument, range: RANGE, context: { diagnostics: [] } };
    const answer = client.connection.sendRequest("textDocument/codeAction", params, source.token);
    const refused = assert.rejects(answer, { code: -32800 });
    await client.until(() => isAtWork);
    source.cancel();
    await refused;
  });

  test("with nonsensical parameters fails, and no other does", async () => {
    const client = await served({ symbols: () => [] });
    await assert.rejects(client.request("textDocument/hover", {}));
    await assert.rejects(client.request("capOperator/fileStatus", { uri: 7 }), /needs the uri of a file/);
    await assert.rejects(client.request("capOperator/snippets", { uri: URI }), /needs a position/);
    await assert.rejects(client.request("capOperator/defaultsDocument", { kind: "x" }), /needs a kind/);
    await assert.rejects(client.request("capOperator/unheardOf", {}));
    assert.deepEqual(await client.request("textDocument/documentSymbol", { textDocument }), []);
  });

  test("sees the change that was sent before it", async () => {
    const hover: LanguageService["hover"] = ({ file }) => ({ contents: file.text });
    const client = await served({ hover });
    for (let version = 2; version < 40; version++) {
      const text = `${OURS}# ${version}\n`;
      client.change(URI, version, text);
      const answer = await client.request<Hover>("textDocument/hover", { textDocument, position: START });
      assert.equal(answer.contents, text);
    }
  });
});

test("Go to Definition on a key without another definition leads to the documented defaults, if the client shows them", async () => {
  const text = "# cap-operator: values version=0.34.0\nsubscriptionServer:\n  domain: a.b\n  replicas: 2\n";
  const ask = async (initializationOptions: object, line: number) => {
    const client = await connect({ initialize: { initializationOptions } });
    client.open(URI, text);
    const at = { textDocument, position: { line, character: 4 } };
    const found = await client.request<Location[]>("textDocument/definition", at);
    const { chart, kind } = { chart: "0.34.0", kind: "values" } as const;
    const shown = await client.request<string>("capOperator/defaultsDocument", {
      kind,
      chart,
      comments: false,
    });
    return found.map(({ uri, range }) => `${uri} ${shown.split("\n")[range.start.line]?.trim()}`);
  };
  const shows = { showsChartFiles: true };
  assert.deepEqual(await ask(shows, 3), ["cap-operator-defaults:/values.yaml?0.34.0 replicas: 1"]);
  assert.deepEqual(await ask({}, 3), []);
  assert.deepEqual(await ask(shows, 0), []);
});
