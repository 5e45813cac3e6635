// Terraform in an editor: the keys that are offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CompletionItem, TextEdit } from "vscode-languageserver-types";
import { embeddedClient, ROOT } from "./client.ts";

const client = await embeddedClient();
let opened = 0;

/** The completions at `$0` in the name of an entry, with the line after accepting each. */
async function offered(line: string, head = 'chart = "cap-operator"\n  version = "0.34.0"') {
  const marked = `resource "helm_release" "cop" {\n  ${head}\n  set = [\n    ${line}\n  ]\n}\n`;
  const offset = marked.indexOf("$0");
  const text = marked.replace("$0", "");
  const uri = `${ROOT}/${++opened}/main.tf`;
  client.open(uri, text);
  const document = TextDocument.create(uri, "terraform", 0, text);
  const position = document.positionAt(offset);
  const items = await client.request<CompletionItem[]>("textDocument/completion", {
    textDocument: { uri },
    position,
  });
  return items.map((item) => {
    const after = TextDocument.applyEdits(document, [item.textEdit as TextEdit]);
    return [item.label, after.split("\n")[position.line]?.trim()] as const;
  });
}

test("the keys of the chart are offered in a name, with those that they are in", async () => {
  const top = new Map(await offered('{ name = "$0", value = "" },'));
  assert.equal(top.get("controller"), '{ name = "controller.", value = "" },');
  const below = new Map(await offered('{ name = "controller.re$0plicas", value = var.x },'));
  assert.equal(below.get("controller.replicas"), '{ name = "controller.replicas", value = var.x },');
  assert.equal(below.get("controller.resources"), '{ name = "controller.resources.", value = var.x },');
  assert.ok(!below.has("replicas"));
  const inList = new Map(await offered('{ name = "controller.volumes[0].$0", value = "x" },'));
  assert.ok(inList.has("controller.volumes[0].name"));
  // Without the quotes and brackets that an editor closes where it knows the language.
  const open = new Map(await offered('{ name = "contro$0'));
  assert.equal(open.get("controller"), '{ name = "controller.');
});

test("nothing is offered in a value, below what is no key, and for another chart", async () => {
  assert.deepEqual(await offered('{ name = "controller.replicas", value = "$0" },'), []);
  assert.deepEqual(await offered('{ name = "nothing.such.$0", value = "" },'), []);
  assert.deepEqual(await offered('{ name = "controller.$0", value = "" },', 'chart = "redis"'), []);
});
