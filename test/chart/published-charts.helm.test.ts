import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { load } from "js-yaml";
import { type Helm, type KubernetesObject, type Rendered, setting, testWithHelm } from "../helm/with-helm.ts";
import type { Json } from "../schemas/facts.ts";
import { isGroup, ROWS, rowsOf, VERSIONS } from "../schemas/published/keys.ts";
import { GARDENER_CERTIFICATES, writePublishedChart } from "../support/published-chart.ts";
import { effectsOf, valueAt } from "./published-effects.ts";

const LOOKED_AT = ["0.0.1", "0.12.0", "0.19.0", "0.25.0", "0.34.0"];
/** The one default that is described in words. */
const CERTIFICATE = "subscriptionServer.certificateConfig.additionalCACertificate";
const NEWEST = "0.34.0";

const charts = mkdtempSync(path.join(tmpdir(), "cap-operator-published-"));
after(() => rmSync(charts, { recursive: true }));
for (const version of VERSIONS) writePublishedChart(version, folderOf(version));

function folderOf(version: string): string {
  return path.join(charts, version);
}

/** Renders the chart of a version for a cluster that has the certificates of the default manager. */
function render(helm: Helm, version: string, ...args: readonly string[]): Promise<Rendered> {
  return helm.renderOf(folderOf(version), "--api-versions", GARDENER_CERTIFICATES, ...args);
}

test("every key of the table is set to something else somewhere", () => {
  const keys = VERSIONS.flatMap(effectsOf).flatMap(({ effects }) => effects.map(([key]) => key));
  assert.deepEqual(
    ROWS.map(({ key }) => key).filter((key) => !keys.includes(key)),
    [],
  );
});

testWithHelm(
  "every version has the keys and defaults that it has in the table, and no others",
  async (helm) => {
    for (const version of VERSIONS) {
      const text = await helm.run("show", "values", folderOf(version));
      const comments = text.match(/^ *# -- /gm)?.length ?? 0;
      assert.ok(comments >= rowsOf(version).length, "every key has a comment");
      const values = load(text);
      for (const row of rowsOf(version)) {
        const value = valueAt(values, row.key);
        if (row.key === CERTIFICATE) assert.match(String(value), /^-----BEGIN CERTIFICATE-----\n/);
        else if (isGroup(row)) assert.ok(typeof value === "object" && value !== null, row.key);
        else if (row.standard !== undefined) assert.deepEqual(value, JSON.parse(row.standard), row.key);
      }
      const wanted = rowsOf(version).filter((row) => !isGroup(row));
      assert.deepEqual(leaves(values, new Set(wanted.map(({ key }) => key))), []);
      assert.match(await helm.run("show", "chart", folderOf(version)), /^name: cap-operator$/m);
    }
  },
);

/** Dotted paths of what is in values beside these keys. */
function leaves(values: unknown, known: ReadonlySet<string>, key = ""): string[] {
  if (known.has(key)) return [];
  if (typeof values !== "object" || values === null || Array.isArray(values)) return [key];
  return Object.entries(values).flatMap(([name, below]) =>
    leaves(below, known, key === "" ? name : `${key}.${name}`),
  );
}

testWithHelm("every version renders, and keys of other versions change nothing", async (helm) => {
  for (const version of VERSIONS) {
    const known = new Set(rowsOf(version).map(({ key }) => key));
    const others = VERSIONS.flatMap(effectsOf)
      .flatMap(({ effects }) => effects)
      .filter(([key]) => ROWS.some((row) => row.key === key) && !known.has(key));
    const rendered = await render(helm, version);
    assert.equal(rendered.names("Deployment").length, 3);
    const given = new Map(others.map(([key, value]) => [key, value]));
    assert.ok(given.size > 0, version);
    const strange = await render(helm, version, ...[...given].flatMap(([key, value]) => setting(key, value)));
    assert.deepEqual(lasting(strange), lasting(rendered), version);
  }
});

for (const version of LOOKED_AT) {
  const groups = effectsOf(version);
  test(`every key of ${version} is tried`, () => {
    const keys = groups.flatMap(({ effects }) => effects.map(([key]) => key));
    assert.deepEqual(
      rowsOf(version)
        .map(({ key }) => key)
        .filter((key) => !keys.includes(key)),
      [],
    );
  });
  testWithHelm(`what is seen of the keys of ${version}`, async (helm) => {
    for (const { name, given, effects } of groups) {
      const before = given.flatMap(([key, value]) => setting(key, value));
      const without = await render(helm, version, ...before);
      const set = effects.flatMap(([key, value]) => setting(key, value));
      const rendered = await render(helm, version, ...before, ...set);
      for (const [key, value, place, seen = value] of effects) {
        const what = `${name}: ${key} at ${place.join(" ")}`;
        assert.notDeepEqual(without.at(place), seen, `without it, ${what}`);
        assert.deepEqual(rendered.at(place), seen, what);
      }
    }
  });
}

/** The objects without the certificate that each rendering makes anew. */
function lasting({ objects }: Rendered): unknown {
  const secret = objects.find(({ metadata }) => metadata.name === "cop-webhook-default-certificate");
  const made = secret && "data" in secret ? Object.values(secret.data as Record<string, string>) : [];
  const inOrder = objects.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return JSON.parse(JSON.stringify(inOrder, (_, value) => (made.includes(value) ? "made anew" : value)));
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

const CREDENTIAL = ["Gateway", "subscription-server", "spec", "servers", 0, "tls", "credentialName"] as const;

testWithHelm("a manager that is none makes no certificate, and no name of one", async (helm) => {
  for (const word of ["certManager", "gardener", "Platform", ""]) {
    const rendered = await render(helm, NEWEST, ...setting("subscriptionServer.certificateManager", word));
    assert.deepEqual([rendered.names("Certificate"), rendered.at(CREDENTIAL)], [[], undefined], word);
  }
  for (const word of ["Gardener", "CertManager"]) {
    const rendered = await render(helm, NEWEST, ...setting("subscriptionServer.certificateManager", word));
    const name = "cop-subscription-server";
    assert.deepEqual(
      [rendered.names("Certificate"), rendered.at(CREDENTIAL)],
      [[name], `${name}-certificate`],
    );
  }
});

testWithHelm(
  "without its API in the cluster, the default manager makes no certificate either",
  async (helm) => {
    const rendered = await helm.renderOf(folderOf(NEWEST));
    assert.deepEqual([rendered.names("Certificate"), rendered.at(CREDENTIAL)], [[], undefined]);
  },
);

testWithHelm("a null that the templates do not expect makes rendering fail", async (helm) => {
  await assert.rejects(render(helm, NEWEST, ...setting("podLabels", null)), /podLabels/);
  await assert.rejects(render(helm, NEWEST, ...setting(CERTIFICATE, null)), /b64enc/);
  for (const key of ["image", "controller.image", "webhook.service", "webhook.podLabels", "monitoring"])
    await assert.rejects(render(helm, NEWEST, ...setting(key, null)), /nil pointer/, key);
  await render(helm, NEWEST, ...setting("webhook.resources", null));
});

testWithHelm("a webhook without pods has no configurations", async (helm) => {
  const kinds = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];
  const named = async (replicas: Json) => {
    const rendered = await render(helm, NEWEST, ...setting("webhook.replicas", replicas));
    return kinds.flatMap((kind) => rendered.names(kind));
  };
  assert.deepEqual(await named(0), []);
  assert.deepEqual(await named(1), ["cop-webhook", "cop-webhook"]);
});

testWithHelm(
  "labels of the gateway as a list become numbers, and a null takes a default away",
  async (helm) => {
    const selector = async (labels: Json) => {
      const rendered = await render(
        helm,
        NEWEST,
        ...setting("subscriptionServer.ingressGatewayLabels", labels),
      );
      return rendered.at(["Gateway", "subscription-server", "spec", "selector"]);
    };
    assert.deepEqual(await selector([{ name: "istio", value: "own" }]), { 0: "map[name:istio value:own]" });
    assert.deepEqual(await selector({ istio: null, own: "label" }), {
      app: "istio-ingressgateway",
      own: "label",
    });
  },
);

testWithHelm("unknown keys and words of the specification are accepted silently", async (helm) => {
  const rendered = await render(
    helm,
    NEWEST,
    ...setting("controller.replica", 3),
    ...setting("subscriptionServer.meshSystemNamespace", "other"),
    ...setting("monitoring.dash", { dashboard: {} }),
  );
  assert.deepEqual(lasting(rendered), lasting(await render(helm, NEWEST)));
});
