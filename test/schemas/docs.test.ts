import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { renderDocs, renderMeanings } from "../../schemas/docs.ts";
import { KINDS } from "../../server/core/kinds.ts";
import { docsAnchor, docsIn, docsLink, documentedPath } from "../../server/core/schema/docs-anchor.ts";
import { keys, schemas } from "./built-schemas.ts";
import { fieldsOf } from "./published/resource.ts";

const pages = renderDocs(schemas);

const written = Object.entries(pages).map(([name, text]) => [`docs/${name}`, text] as const);
for (const [name, text] of [...written, ["schemas/meanings.md", renderMeanings(schemas)] as const]) {
  test(`${name} is up to date`, () => {
    const committed = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8").replaceAll(
      "\r\n",
      "\n",
    );
    assert.ok(committed === text, `${name} is stale. Write it with: npm run docs`);
  });
}

for (const kind of ["values", "operator"] as const) {
  test(`${kind}: every key has one anchor on its page`, () => {
    const text = pages[KINDS[kind].page] ?? "";
    const anchors = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, anchor]) => anchor);
    assert.deepEqual(anchors, [...new Set(anchors)]);
    for (const key of keys(schemas[kind])) assert.ok(anchors.includes(docsAnchor(key.split("."))), key);
  });

  test(`${kind}: every link on the page leads to an anchor of it`, () => {
    const text = pages[KINDS[kind].page] ?? "";
    for (const [, target] of text.matchAll(/\]\(#([^)]*)\)/g))
      assert.ok(text.includes(`<a id="${target}">`), target);
  });
}

test("every field of the operator resource of the published manager has one anchor on its page", () => {
  const text = pages["reference/operator-published.md"] ?? "";
  const anchors = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, anchor]) => anchor);
  assert.deepEqual(anchors, [...new Set(anchors)]);
  const wanted = fieldsOf("0.34.0").filter(({ field }) => !field.includes("[]"));
  for (const { field } of wanted) assert.ok(anchors.includes(docsAnchor(field.split("."))), field);
});

test("the table of a key tells its type, default, allowed values and what it overrides", () => {
  const rowOf = (key: string) =>
    pages["reference/values.md"]
      ?.split("\n")
      .find((line) => line.startsWith(`| <a id="${docsAnchor(key.split("."))}">`)) ?? "";
  assert.match(rowOf("webhook.service.port"), /`<br>whole number \| `443` \| .* Allowed: 1 to 65535\. \|$/);
  assert.match(rowOf("controller.image.tag"), /Overrides \[`image\.tag`\]\(#image-tag\)\./);
  assert.match(rowOf("subscriptionServer.certificateManager"), /Allowed: `Platform`, `CertController`\./);
  assert.match(rowOf("subscriptionServer.domain"), /\*\*Required\.\*\*.*`<subdomain>\.<cluster_domain>`/);
  assert.match(rowOf("affinity"), /Kubernetes `Affinity`/);
});

test("a path that leads into a Kubernetes type, a list or a free map is documented where it begins", () => {
  const { values } = schemas;
  const documented = (path: string) => documentedPath(values, path.split(".")).join(".");
  assert.equal(documented("controller.image.tag"), "controller.image.tag");
  assert.equal(documented("controller.affinity.nodeAffinity"), "controller.affinity");
  assert.equal(documented("webhook.tolerations.0.effect"), "webhook.tolerations");
  assert.equal(documented("nodeSelector.constructor"), "nodeSelector");
  assert.equal(documented("constructor"), "");
});

test("a link leads to the page and the place on it", () => {
  const link = (kind: "values" | "operator", path: (string | number)[]) =>
    docsLink(docsIn("https://docs/").link, KINDS[kind].page, schemas[kind], path);
  assert.equal(
    link("values", ["controller", "volumes", 0, "name"]),
    "https://docs/reference/values.md#controller-volumes",
  );
  assert.equal(link("operator", ["spec"]), "https://docs/reference/operator.md#spec");
  assert.equal(link("operator", ["status"]), "https://docs/reference/operator.md");
});
