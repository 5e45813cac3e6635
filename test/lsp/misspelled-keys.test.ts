import assert from "node:assert/strict";
import { test } from "node:test";
import type { CodeAction, Diagnostic } from "vscode-languageserver-types";
import { connect } from "./client.ts";

/** The problems of a new values file, and the titles of the fixes that are offered for them. */
async function offered(text: string): Promise<{ readonly codes: unknown[]; readonly titles: string[] }> {
  const client = await connect({
    capabilities: {
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    },
  });
  const uri = "file:///ws/values.yaml";
  client.open(uri, text);
  const { diagnostics } = await client.until(() => client.published.findLast((one) => one.uri === uri));
  const range = {
    start: { line: 0, character: 0 },
    end: { line: text.split("\n").length - 1, character: 0 },
  };
  const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics },
  });
  await client.close();
  return {
    codes: diagnostics.map(({ code }: Diagnostic) => code),
    titles: actions.map(({ title }) => title),
  };
}

const BELOW = "  domain: cop.cluster-a.internal\n  dnsTarget: lb.cluster-a.internal\n";

test("a misspelled deciding key: the fix is offered, and nothing that stands below the key already", async () => {
  for (const key of ["subscriptionserver", "subscriptonServer"]) {
    const { codes, titles } = await offered(`${key}:\n${BELOW}`);
    assert.deepEqual(codes, ["unknown-key"]);
    assert.ok(titles.includes('Change to "subscriptionServer"'), titles.join());
    assert.deepEqual(
      titles.filter((title) => title.startsWith("Insert")),
      [],
    );
  }
});

test("what is not below it is required all the same", async () => {
  const { titles } = await offered("subscriptionserver:\n  domain: cop.cluster-a.internal\n");
  assert.ok(titles.includes('Change to "subscriptionServer"'), titles.join());
  assert.ok(titles.includes('Insert "dnsTarget"'), titles.join());
});

test("a misspelled key in a component is evidence, and has its fix", async () => {
  const { titles } = await offered("controller:\n  replicas: 2\n  dnstarget: lb.cluster-a.internal\n");
  assert.ok(titles.includes('Change to "dnsTarget"'), titles.join());
});
