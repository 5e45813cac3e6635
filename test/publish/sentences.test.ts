import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { schemaSentences } from "../../publish/schema-sentences.ts";
import { sentencesOf } from "../../publish/sentences.ts";

function textsIn(source: string): string[] {
  return sentencesOf("server/lsp/any.ts", source).map(({ text, key }) =>
    key === undefined ? `! ${text}` : text,
  );
}

test("the name of a request is for the log; what its handler answers is for people", () => {
  const source = 'requests.any("Effective values", () => l10n.t("No values found."));';
  assert.deepEqual(textsIn(source), ["No values found."]);
});

test("what answers the author of a client is in English", () => {
  assert.deepEqual(textsIn('if (!uri) throw invalid("the uri of a file"); else say("a text of ours");'), [
    "! a text of ours",
  ]);
});

test("what schemas and snippets say is in the words of each chart and each manager, without what Kubernetes says", () => {
  const sentences = new Set(schemaSentences(fileURLToPath(new URL("../..", import.meta.url))));
  for (const sentence of [
    // The chart of the specification, the published one, and what one says about 0 in the other.
    "Issuer for the `Platform` certificate manager. Leave it empty unless a particular issuer must sign.",
    "Issuer for the `Gardener` certificate manager. Leave it empty unless a particular issuer must sign.",
    "Then the chart creates no webhook configuration either, and nothing is validated or filled in.",
    "the published image of the controller",
    // The first version of the manager took a mapping; all others take a list.
    "Labels of the pods of the cluster's ingress gateway, as a mapping. All later versions of the manager take a list.",
    // What we add to types of Kubernetes.
    "Names one object of any kind, also in another namespace.",
    "Mounts the files of a container image or OCI artifact, read-only. Needs Kubernetes 1.31 or later.",
    // Snippets, by name and description.
    "Certificate of the webhook from CertManager",
    "Memory and CPU that the component requests, and its limits.",
  ]) {
    assert.ok(sentences.has(sentence), sentence);
  }
  assert.deepEqual(
    [...sentences].filter((text) => text.includes("More info: https://")),
    [],
  );
});
