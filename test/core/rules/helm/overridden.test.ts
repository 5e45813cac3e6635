import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DiagnosticTag } from "vscode-languageserver-types";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { engine } from "../../support/engine.ts";
import { analyseIn, type ShortRelease } from "../../support/release.ts";

/** What is said about a file of releases: a `~` if the marked text is greyed out, that text, and the message. */
async function found(name: string, ...releases: readonly ShortRelease[]): Promise<string[]> {
  const analysis = analyseIn(name, ...releases);
  return (await engine.diagnostics(analysis))
    .filter(({ code }) => code === "overridden")
    .map(({ range, message, tags }) => {
      const grey = tags?.includes(DiagnosticTag.Unnecessary) ? "~" : "";
      return `${grey}${analysis.text.getText(range)}: ${message}`;
    });
}

describe("overridden", () => {
  const files = {
    "a.yaml": "webhook: {replicas: 1, sidecar: true}\ntolerations: [{key: a}]\nnodeSelector: {a: b}\n",
    "b.yaml": "webhook: {replicas: 3}\ntolerations: []\nnodeSelector: null\n",
  };

  test("by a later file", async () => {
    assert.deepEqual(await found("a.yaml", { files }), [
      '~replicas: "webhook.replicas" is overridden by b.yaml:1 in release prod.',
      '~tolerations: "tolerations" is overridden by b.yaml:2 in release prod.',
      '~nodeSelector: "nodeSelector" is removed by the null in b.yaml:3 in release prod.',
    ]);
    assert.deepEqual(await found("b.yaml", { files }), []);
  });

  test("by --set, with the number of the entry among those of its flag", async () => {
    const sets = [
      { flag: "set", text: "controller.replicas=1" },
      { flag: "set-string", text: "image.tag=x" },
      { flag: "set", text: "webhook.replicas=4" },
    ] as const;
    assert.deepEqual(await found("b.yaml", { files, sets }), [
      '~replicas: "webhook.replicas" is overridden by --set #2 in release prod.',
    ]);
  });

  test("by a null that takes a default of the chart away, in all files before it", async () => {
    const deep = {
      "a.yaml": "webhook:\n  replicas: 1\nsubscriptionServer:\n  ingressGatewayLabels: {mesh: x, own: y}\n",
      "b.yaml": "webhook:\n  replicas: 2\n",
      "c.yaml":
        "webhook:\n  replicas: null\nsubscriptionServer:\n  ingressGatewayLabels: {mesh: ~, own: ~}\n",
    };
    const by = (place: string) => `is removed by the null in ${place} in release prod.`;
    assert.deepEqual(await found("a.yaml", { files: deep }), [
      `~replicas: "webhook.replicas" ${by("c.yaml:2")}`,
      `~mesh: "subscriptionServer.ingressGatewayLabels.mesh" ${by("c.yaml:4")}`,
      '~own: "subscriptionServer.ingressGatewayLabels.own" is overridden by c.yaml:4 in release prod.',
    ]);
    assert.deepEqual(await found("b.yaml", { files: deep }), [
      `~replicas: "webhook.replicas" ${by("c.yaml:2")}`,
    ]);
    assert.deepEqual(await found("c.yaml", { files: deep }), []);
    const sets = [{ flag: "set", text: "webhook.replicas=null" }] as const;
    assert.deepEqual(await found("b.yaml", { files: { "b.yaml": deep["b.yaml"] }, sets }), [
      '~replicas: "webhook.replicas" is removed by the null in --set #1 in release prod.',
    ]);
    const diagnostics = await engine.diagnostics(analyseIn("b.yaml", { files: deep }));
    assert.deepEqual(
      diagnostics
        .find(({ code }) => code === "overridden")
        ?.relatedInformation?.map(({ message }) => message),
      ["This removes it in release prod."],
    );
  });

  test("in only one of several releases, so that it is not greyed out", async () => {
    const other = { name: "test", files: { "a.yaml": files["a.yaml"] } };
    const [first] = await found("a.yaml", { files }, other);
    assert.equal(first, 'replicas: "webhook.replicas" is overridden by b.yaml:1 in release prod.');
  });

  test("leads to the place that wins", async () => {
    const diagnostics = await engine.diagnostics(analyseIn("a.yaml", { files }));
    const first = diagnostics.find(({ code }) => code === "overridden");
    assert.deepEqual(
      first?.relatedInformation?.map(({ location }) => location),
      [
        {
          uri: "file:///b.yaml",
          range: { start: { line: 0, character: 10 }, end: { line: 0, character: 18 } },
        },
      ],
    );
  });

  test("not where a later file sets another key, or only the chart has a default", async () => {
    const apart = { "a.yaml": "webhook: {replicas: 1}\n", "b.yaml": "webhook: {sidecar: true}\n" };
    assert.deepEqual(await found("a.yaml", { files: apart }), []);
    assert.deepEqual(await found("b.yaml", { files: apart }), []);
  });

  test("not what an alias uses elsewhere, where it still takes effect", async () => {
    const shared = {
      "a.yaml":
        "controller: {nodeSelector: &n {disk: ssd}}\nwebhook: {nodeSelector: *n}\nsubscriptionServer: {nodeSelector: {<<: *n, disk: hdd}}\n",
      "b.yaml": "webhook: {nodeSelector: {disk: any}}\n",
    };
    assert.deepEqual(await found("a.yaml", { files: shared }), []);
  });

  test("not in a document of its own", async () => {
    const codes = (await diagnosticsOf("webhook: {replicas: 1, replicas: 2}\n")).map(({ code }) => code);
    assert.ok(!codes.includes("overridden"));
  });
});

describe("overridden: lists", () => {
  test("entries that a later list does not have are named", async () => {
    const files = {
      "a.yaml": "tolerations: [{key: a}, {key: b}, {key: c}]\nimagePullSecrets: [{name: x}]\n",
      "b.yaml": "tolerations: [{key: c}]\nimagePullSecrets: [{name: x}, {name: y}]\n",
    };
    assert.deepEqual(await found("a.yaml", { files }), [
      '~tolerations: "tolerations" is overridden by b.yaml:1 in release prod. Helm replaces the whole list, so this is gone: "a" and "b".',
      '~imagePullSecrets: "imagePullSecrets" is overridden by b.yaml:2 in release prod.',
    ]);
  });
});
