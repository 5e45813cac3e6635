import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { certificateManagerOf, KINDS } from "../../../client/kubectl/kinds.ts";

const values = JSON.parse(
  readFileSync(new URL("../../../schemas/values.schema.json", import.meta.url), "utf8"),
) as {
  properties: Record<string, { properties: Record<string, { enum?: string[] }> }>;
};

test("each certificate manager of the values is a product, or needs none", () => {
  const allowed = ["subscriptionServer", "webhook"].flatMap(
    (component) => values.properties[component]?.properties.certificateManager?.enum ?? [],
  );
  assert.deepEqual([...new Set(allowed)].sort(), ["CertController", "Default", "Platform"]);
  assert.equal(certificateManagerOf("Platform")?.group, "cert.gardener.cloud");
  assert.equal(certificateManagerOf("CertController")?.group, "cert-manager.io");
  assert.equal(certificateManagerOf("Default"), undefined);
  assert.equal(certificateManagerOf("Gardener")?.group, "cert.gardener.cloud");
  assert.equal(certificateManagerOf("CertManager")?.group, "cert-manager.io");
  for (const { values: words } of KINDS.certificateManagers) assert.ok(allowed.includes(words[0]), words[0]);
});

test("each fact says where it is published", () => {
  const sections = Object.entries(KINDS).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((section) => [name, section] as const),
  );
  assert.equal(sections.length, 11);
  for (const [name, section] of sections) {
    assert.match(section.source, /\w+\/[\w.-]+|\.io\//, name);
  }
});

test("an issuer says that it is ready in one of the two ways that are read", () => {
  for (const { ready, product } of KINDS.certificateManagers) {
    assert.ok(["state", "condition"].includes(ready), product);
  }
});
