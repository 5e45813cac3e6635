// The command that fills in domain and DNS target, with a recorded cluster and the real language server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { fillDomain } from "../../client/commands/fill-domain.ts";
import { createLanguageServerRequests } from "../../client/editor/language-client/language-server-requests.ts";
import type { Ports } from "../../client/operation/command.ts";
import type { ActiveFile } from "../../client/ports/editor.ts";
import { answeredBy, kubeconfig } from "../client/cluster/recorded.ts";
import { fakePorts } from "../client/fake-ports.ts";
import { connect, offeredItems, type TestClient } from "./client.ts";

/** Runs the command in an editor with one document, and returns its text afterwards. */
async function filled(client: TestClient, uri: string, text: string | undefined): Promise<string> {
  let document = TextDocument.create(uri, "yaml", 1, text ?? "");
  const asFile = (): ActiveFile => ({
    uri,
    name: "values.yaml",
    isYaml: true,
    isUntitled: text === undefined,
    version: document.version,
    text: document.getText(),
    cursor: { line: 0, character: 0 },
    path: "values.yaml",
  });
  if (text !== undefined) client.open(uri, text);
  const ports = fakePorts({
    ...answeredBy("complete"),
    files: kubeconfig("admin@test"),
    pick: ["public-ingress", "c-1.example.org", ...(text === undefined ? ["0.34.0"] : [])],
    input: [true],
  });
  const supervisor = { request: client.request, restart: async () => undefined };
  const editor: Ports["editor"] = {
    ...ports.editor,
    active: () => (text === undefined ? undefined : asFile()),
    opened: asFile,
    async openUntitled(start) {
      document = TextDocument.create(uri, "yaml", 1, start);
      client.open(uri, start);
      return asFile();
    },
    async applyEdits(_uri, version, edits) {
      document = TextDocument.create(uri, "yaml", version + 1, TextDocument.applyEdits(document, [...edits]));
      client.change(uri, document.version, document.getText());
      return true;
    },
  };
  const server = createLanguageServerRequests(
    supervisor as Parameters<typeof createLanguageServerRequests>[0],
    { helm: () => undefined, charts: () => undefined, workspaceChecked: async () => undefined },
  );
  await fillDomain.run({ ...ports, editor, server });
  return document.getText();
}

const LABELS =
  "  ingressGatewayLabels:\n    app: istio-ingressgateway\n    istio: ingressgateway\n    mesh: null\n";

test("the values are set where they belong, and the rest of the file stays as it is", async () => {
  const client = await connect();
  const text = `# ours\nsubscriptionServer:\n  domain: <subdomain>.<cluster_domain> # to be filled in\n${LABELS}`;
  assert.equal(
    await filled(client, "file:///ws/values.yaml", text),
    `# ours\nsubscriptionServer:\n  domain: cop.c-1.example.org # to be filled in\n${LABELS}  dnsTarget: public-ingress.c-1.example.org\n`,
  );
});

test("without a values file, a new one is made that the server recognises", async () => {
  const client = await connect();
  const text = await filled(client, "untitled:Untitled-1", undefined);
  assert.equal(
    text,
    "# cap-operator: values version=0.34.0\nsubscriptionServer:\n  dnsTarget: public-ingress.c-1.example.org\n  domain: cop.c-1.example.org\n",
  );
});

test("afterwards, completion offers the issuers that exist in the cluster", async () => {
  const client = await connect();
  const uri = "file:///ws/values.yaml";
  await filled(client, uri, `subscriptionServer:\n  certificateManager: CertController\n${LABELS}`);
  const text =
    "# cap-operator: values\nsubscriptionServer:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerName: \n";
  client.change(uri, 9, text);
  const params = { textDocument: { uri }, position: { line: 5, character: 18 } };
  const items = await offeredItems(client, params);
  const offered = items.filter(({ detail }) => detail?.includes("admin@test")).map(({ label }) => label);
  assert.deepEqual(offered.sort(), ["letsencrypt", "staging"]);
});
