import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type {
  ClientCapabilities,
  Location,
  LocationLink,
  Range,
  SelectionRange,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { connect, fakeService, type TestClient } from "./client.ts";

const URI = "file:///ws/values.yaml";
const textDocument = { uri: URI };
const MODELINE = "# cap-operator: values\n";
const ANCHORS = `${MODELINE}a: &one 1\nb: *one\nc: [*one, 2]\n`;

async function opened(text: string, capabilities: ClientCapabilities = {}): Promise<TestClient> {
  const client = await connect({ service: fakeService(), capabilities });
  client.open(URI, text);
  return client;
}

function applied(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create(URI, "yaml", 1, text), edits);
}

function marked(text: string, { start, end }: Range): string {
  return TextDocument.create(URI, "yaml", 1, text).getText({ start, end });
}

describe("formatting", () => {
  const format = (client: TestClient) =>
    client.request<TextEdit[]>("textDocument/formatting", {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });

  async function checkFormat(before: string, after: string): Promise<TextEdit[]> {
    const client = await opened(before);
    const edits = await format(client);
    assert.equal(applied(before, edits), after);
    await client.close();
    return edits;
  }

  test("changes the lines that need it, and no comment", async () => {
    const edits = await checkFormat(
      `${MODELINE}controller:   # the   controller\n    replicas:   1\n\n# a long comment ${"word ".repeat(40)}\nx: {a: 1}\n`,
      `${MODELINE}controller: # the   controller\n    replicas: 1\n\n# a long comment ${"word ".repeat(40).trim()}\nx: { a: 1 }\n`,
    );
    const touched = edits.map(({ range }) => range.start.line);
    assert.deepEqual(touched, [1, 2, 4, 5]);
  });

  test("keeps Windows line ends and the byte order mark", async () => {
    const edits = await checkFormat(
      `\uFEFF# cap-operator: values\r\na:   1\r\nb: 2\r\n`,
      `\uFEFF# cap-operator: values\r\na: 1\r\nb: 2\r\n`,
    );
    assert.equal(edits.length, 1);
  });

  test("of a tidy text changes nothing", async () => {
    assert.deepEqual(await checkFormat(`${MODELINE}a: 1\n`, `${MODELINE}a: 1\n`), []);
  });

  test("leaves a broken document alone", async () => {
    const broken = `${MODELINE}a:   1\nb: [\nc:  2\n`;
    await checkFormat(broken, broken);
  });

  test("says what prevents it", async () => {
    const obstacle = async (text: string) => {
      const client = await opened(text);
      const answer = await client.request("capOperator/formattingObstacle", { textDocument });
      await client.close();
      return answer;
    };
    const at = (line: number, from: number, to: number) => ({
      start: { line, character: from },
      end: { line, character: to },
    });
    assert.deepEqual(await obstacle(`${MODELINE}a:   1\nb\tc\n\td: 1\n`), {
      message: "values.yaml was not formatted, because line 3 is not valid YAML.",
      range: at(2, 0, 3),
    });
    assert.equal(await obstacle(`${MODELINE}a: 1\n`), null);
    assert.equal(await obstacle("a: [\n"), null, "another's file");
  });

  test("does nothing while it is switched off", async () => {
    const initializationOptions = { format: { enable: false } };
    const client = await connect({ service: fakeService(), initialize: { initializationOptions } });
    client.open(URI, `${MODELINE}a:   1\n`);
    assert.deepEqual(await format(client), []);
  });

  test("is for our files only", async () => {
    await checkFormat("a:   1\n", "a:   1\n");
  });
});

describe("anchors", () => {
  const alias = { line: 2, character: 4 };

  test("an alias leads to its anchor, as a link or a place", async () => {
    const links = await opened(ANCHORS, { textDocument: { definition: { linkSupport: true } } });
    const [link] = await links.request<LocationLink[]>("textDocument/definition", {
      textDocument,
      position: alias,
    });
    assert.equal(link?.targetUri, URI);
    assert.equal(link?.targetSelectionRange.start.line, 1);
    const places = await opened(ANCHORS);
    const [place] = await places.request<Location[]>("textDocument/definition", {
      textDocument,
      position: alias,
    });
    assert.equal(place?.uri, URI);
    assert.equal(place?.range.start.line, 1);
  });

  test("are renamed with their aliases", async () => {
    const client = await opened(ANCHORS);
    const range = await client.request<Range>("textDocument/prepareRename", {
      textDocument,
      position: alias,
    });
    assert.equal(marked(ANCHORS, range), "one");
    const rename = (newName: string) =>
      client.request<WorkspaceEdit>("textDocument/rename", { textDocument, position: alias, newName });
    const edit = await rename("two");
    assert.equal(applied(ANCHORS, edit.changes?.[URI] ?? []), ANCHORS.replaceAll("one", "two"));
    for (const wrong of ["", "a b", "a,b", "[a]", "{a", "a\nb", "a.b", "a/b", "\u00e9"]) {
      await assert.rejects(rename(wrong), /anchor name/);
    }
  });

  test("do not get the name of another anchor, because aliases would get its value", async () => {
    const text = `${MODELINE}y: &base 1\nx: &com 2\nb: *com\na: *base\n`;
    const client = await opened(text);
    const rename = (line: number, newName: string) =>
      client.request<WorkspaceEdit>("textDocument/rename", {
        textDocument,
        position: { line, character: 4 },
        newName,
      });
    for (const [line, name] of [
      [1, "com"],
      [2, "base"],
      [3, "base"],
      [4, "com"],
    ] as const) {
      await assert.rejects(rename(line, name), {
        message: `There is already an anchor "${name}", and aliases would get another value. Choose another name.`,
      });
    }
    const edit = await rename(3, "other");
    assert.equal(applied(text, edit.changes?.[URI] ?? []), text.replaceAll("com", "other"));
  });

  test("are found with their aliases, from each of them", async () => {
    const client = await opened(ANCHORS);
    for (const [line, character] of [
      [1, 4],
      [2, 4],
      [3, 5],
    ]) {
      for (const includeDeclaration of [true, false]) {
        const found = await client.request<Location[]>("textDocument/references", {
          textDocument,
          position: { line, character },
          context: { includeDeclaration },
        });
        assert.deepEqual(
          found.map(({ uri, range }) => [uri, range.start.line, marked(ANCHORS, range)]),
          [
            [URI, 1, "one"],
            [URI, 2, "one"],
            [URI, 3, "one"],
          ].slice(includeDeclaration ? 0 : 1),
        );
      }
    }
  });

  test("nothing else can be renamed", async () => {
    const client = await opened(ANCHORS);
    const position = { line: 1, character: 0 };
    assert.equal(await client.request("textDocument/prepareRename", { textDocument, position }), null);
  });
});

test("a selection grows from the value to the file", async () => {
  const text = `${MODELINE}controller:\n  image:\n    tag: abc\n`;
  const client = await opened(text);
  const positions = [{ line: 3, character: 10 }];
  const params = { textDocument, positions };
  const [innermost] = await client.request<SelectionRange[]>("textDocument/selectionRange", params);
  const chain = [];
  for (let at = innermost; at; at = at.parent) chain.push(marked(text, at.range).trim());
  assert.equal(chain[0], "abc");
  assert.ok(chain.includes("tag: abc"));
  assert.match(chain.at(-1) ?? "", /^controller:/);
});

describe("requests about structure are answered without the YAML service, whatever the text is like", () => {
  const bomb = Array.from({ length: 30 }, (_, n) =>
    n === 0 ? "a0: &a0 [x, x]" : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`,
  );
  const TEXTS: Readonly<Record<string, { text: string; line: number; character: number; name: string }>> = {
    "20,000 lines": {
      text: `a: &one 1\nb: *one\n${Array.from({ length: 20_000 }, (_, n) => `k${n}: ${n}\n`).join("")}`,
      line: 2,
      character: 4,
      name: "one",
    },
    "2,000 aliases": {
      text: `a: &one {x: 1}\nb: *one\n${Array.from({ length: 2000 }, (_, n) => `k${n}: *one\n`).join("")}`,
      line: 2,
      character: 4,
      name: "one",
    },
    "an alias bomb": { text: `${bomb.join("\n")}\n`, line: 30, character: 12, name: "a28" },
  };
  for (const [title, { text, line, character, name }] of Object.entries(TEXTS)) {
    test(title, async () => {
      const loadYamlService = () => Promise.reject(new Error("asked for"));
      const client = await connect({ service: fakeService(), server: { loadYamlService } });
      const whole = MODELINE + text;
      client.open(URI, whole);
      const position = { line, character };
      const [place] = await client.request<Location[]>("textDocument/definition", { textDocument, position });
      assert.ok(place);
      assert.equal(marked(whole, place.range), name);
      const range = await client.request<Range>("textDocument/prepareRename", { textDocument, position });
      assert.equal(marked(whole, range), name);
      const params = { textDocument, positions: [position] };
      const [selection] = await client.request<SelectionRange[]>("textDocument/selectionRange", params);
      assert.ok(selection?.parent);
    });
  }
});

const formatting = { textDocument, options: { tabSize: 2, insertSpaces: true } };

test("the service is loaded at the first request that needs it, and once", async () => {
  let loads = 0;
  const loadYamlService = async () => {
    loads++;
    return (await import("../../server/workspace/open/yaml-service.ts")).createYamlService();
  };
  const client = await connect({ service: fakeService(), server: { loadYamlService } });
  client.open(URI, `${MODELINE}a: 1\n`);
  const position = { line: 1, character: 0 };
  assert.deepEqual(await client.request("textDocument/definition", { textDocument, position }), []);
  assert.equal(loads, 0);
  await Promise.all([1, 2].map(() => client.request("textDocument/formatting", formatting)));
  assert.equal(loads, 1);
});

test("a service that cannot be loaded fails the request, and is tried again", async () => {
  let loads = 0;
  const loadYamlService = () => Promise.reject(new Error(`no such file (${++loads})`));
  const client = await connect({ service: fakeService(), server: { loadYamlService } });
  client.open(URI, `${MODELINE}a: 1\n`);
  await assert.rejects(client.request("textDocument/formatting", formatting), /no such file \(1\)/);
  await assert.rejects(client.request("textDocument/formatting", formatting), /no such file \(2\)/);
});
