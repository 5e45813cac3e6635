// Insertions into values in other products' documents have the indentation of the values, whatever that of the lines around is.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction, CompletionItem } from "vscode-languageserver-types";
import { acceptItem } from "../core/support/check-completion.ts";
import { asked, embeddedClient } from "./client.ts";

const flux = (lines: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cop}\nspec:\n  chart: {spec: {chart: cap-operator, version: 0.34.0}}\n  values:\n${lines}`;
const argo = (lines: string) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: cop}\nspec:\n  source:\n    chart: cap-operator\n    targetRevision: 0.34.0\n    helm:\n      values: |\n${lines}`;
const terraform = (lines: string) =>
  `resource "helm_release" "cop" {\n  chart   = "oci://ghcr.io/sap/cap-operator-lifecycle/helm/cap-operator"\n  version = "0.34.0"\n  values = [<<-EOT\n${lines}  EOT\n  ]\n}\n`;
const helmfile = (lines: string) =>
  `repositories:\n  - {name: sap, url: ghcr.io/sap/cap-operator-lifecycle/helm, oci: true}\nreleases:\n  - name: cop\n    chart: sap/cap-operator\n    version: 0.34.0\n    values:\n${lines}`;

const ACCEPTED = [
  {
    name: "a first key in a text of Argo CD",
    path: "cop.yaml",
    text: argo("        podLabels: {}\n        $0\n"),
    label: "controller",
    after: argo("        podLabels: {}\n        controller:\n          \n"),
  },
  {
    name: "a first key in a mapping of Flux",
    path: "cop.yaml",
    text: flux("    podLabels: {}\n    $0\n"),
    label: "controller",
    after: flux("    podLabels: {}\n    controller:\n      \n"),
  },
  {
    name: "a first list in a text of Terraform",
    path: "main.tf",
    text: terraform("    controller:\n      $0\n"),
    label: "tolerations",
    after: terraform("    controller:\n      tolerations:\n        - \n"),
  },
];

suite("lines in other products' documents", async () => {
  const client = await embeddedClient({ initializationOptions: { capOperator: {} } });

  for (const { name, path, text, label, after } of ACCEPTED) {
    test(`${name} is indented by one step`, async () => {
      const offset = text.indexOf("$0");
      const whole = text.replace("$0", "");
      const { uri } = await asked(client, path, whole);
      const position = TextDocument.create(uri, "yaml", 0, whole).positionAt(offset);
      const found = await client.request<{ items: CompletionItem[] } | CompletionItem[]>(
        "textDocument/completion",
        { textDocument: { uri }, position },
      );
      const item = (Array.isArray(found) ? found : found.items).find((item) => item.label === label);
      assert.ok(item, label);
      assert.equal(acceptItem(whole, item).text, after);
    });
  }

  test("a comment that ignores a rule in a file is among the values of an item, not above its dash", async () => {
    const text = helmfile(
      "      - controller:\n          replcas: 2\n        webhook:\n          other: 1\n",
    );
    const { uri, items } = await asked(client, "helmfile.yaml", text);
    const diagnostic = items.find(({ code }) => code === "unknown-key");
    assert.ok(diagnostic);
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: diagnostic.range,
      context: { diagnostics: [diagnostic] },
    });
    const ignoring = actions.find(({ title }) => title === "Ignore this rule in this file (unknown-key)");
    const document = TextDocument.create(uri, "yaml", 0, text);
    const after = TextDocument.applyEdits(document, ignoring?.edit?.changes?.[uri] ?? []);
    const [head, tail] = text.split("        webhook:");
    assert.equal(after, `${head}        # cap-operator-disable unknown-key\n        webhook:${tail}`);
    const { problems } = await asked(client, "helmfile.yaml", after);
    assert.ok(!problems.some((problem) => problem.endsWith("unknown-key")), problems.join());
  });
});
