import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Hover } from "vscode-languageserver";
import { type ConnectOptions, connect } from "./client.ts";

const URI = "file:///ws/values.yaml";
const TEXT = "subscriptionServer: {domain: a.b, dnsTarget: c.b}\nwebhook:\n  replicas: -1\n";
const capabilities = {
  textDocument: {
    hover: { contentFormat: ["markdown" as const] },
    publishDiagnostics: { codeDescriptionSupport: true },
  },
};

/** The addresses in a key's hover and in a problem's code. */
async function addresses(options: ConnectOptions): Promise<(string | undefined)[]> {
  const client = await connect({ capabilities, ...options });
  client.open(URI, TEXT);
  const params = { textDocument: { uri: URI }, position: { line: 2, character: 3 } };
  const hover = await client.request<Hover>("textDocument/hover", params);
  const link = /\[Documentation\]\((.*)\)/.exec(JSON.stringify(hover.contents))?.[1];
  const [problem] = (await client.until(() => client.published.find((one) => one.diagnostics.length > 0)))
    .diagnostics;
  await client.close();
  return [link, problem?.codeDescription?.href];
}

describe("links to the documentation", () => {
  test("lead to the files of the package", async () => {
    const [link, href] = await addresses({});
    assert.match(link ?? "", /^file:\/\/.*\/dist\/docs\/reference\/values-published\.md#webhook-replicas$/);
    assert.match(href ?? "", /^file:\/\/.*\/dist\/docs\/reference\/rules\/out-of-range\.md$/);
  });

  test("lead to the pages of a client that shows them", async () => {
    const documentation = { url: "docs:/", command: "openDocs" };
    const [link, href] = await addresses({ initialize: { initializationOptions: { documentation } } });
    const [command, given = ""] = link?.split("?") ?? [];
    assert.equal(command, "command:openDocs");
    assert.deepEqual(JSON.parse(decodeURIComponent(given)), [
      "reference/values-published.md",
      "webhook-replicas",
    ]);
    assert.equal(href, "docs:/reference/rules/out-of-range.md");
  });

  test("ignore options of the wrong type", async () => {
    const [link] = await addresses({ initialize: { initializationOptions: { documentation: { url: 1 } } } });
    assert.match(link ?? "", /^file:/);
  });
});
