import type { ChartRef } from "../../../../client/cli/release.ts";
import type { Scene, Stage } from "../failure-scene.ts";
import { CONFIG_MAP, chartOf } from "./objects.ts";

/** Charts that cannot be found or read, and values that cannot be used. */
export const chartScenes: Readonly<Record<string, Scene>> = {
  "chart-path-missing": async (stage) => ({ args: stage.upgrade("/home/me/deploy/charts/cap-operator") }),
  "chart-no-chart": async (stage) => {
    const chart = await stage.file("folder/readme.txt", "");
    return { args: stage.upgrade(chart.replace(/.readme\.txt$/, "")) };
  },
  "chart-archive-broken": async (stage) => ({
    args: stage.upgrade(await stage.file("cap-operator-chart-0.1.0.tgz", "this is no archive")),
  }),
  "chart-repository-unknown": async (stage) => ({ args: stage.upgrade("no-such-repository/cap-operator") }),
  "chart-repository-chart-missing": (stage) => fromRepository(stage, { ref: "example/no-such-chart" }),
  "chart-repository-version-missing": (stage) =>
    fromRepository(stage, { ref: "example/cap-operator-chart", version: "9.9.9" }),
  "chart-repository-not-updated": async (stage) => {
    const act = await fromRepository(stage, { ref: "example/cap-operator-chart" });
    return { ...act, env: { ...act.env, HELM_REPOSITORY_CACHE: "/home/me/no-such-cache" } };
  },
  "chart-address-unknown": async (stage) => ({
    args: stage.upgrade("https://charts.no-such-host.invalid/cap-operator-chart-0.1.0.tgz"),
  }),
  "chart-address-missing": async (stage) => ({
    args: stage.upgrade(`http://${stage.cluster.registries.open}/charts/cap-operator-chart-0.1.0.tgz`),
  }),
  "chart-oci-missing": (stage) => fromRegistry(stage, "open", "no-such-chart"),
  "chart-oci-version-missing": async (stage) => {
    await publish(stage);
    return fromRegistry(stage, "open", "cap-operator-chart", "9.9.9");
  },
  "chart-oci-range-missing": async (stage) => {
    await publish(stage);
    return fromRegistry(stage, "open", "cap-operator-chart", "^9.0.0");
  },
  "chart-oci-host-unknown": async (stage) => ({
    args: stage.upgrade("oci://registry.no-such-host.invalid/charts/cap-operator-chart"),
  }),
  "registry-login-needed": (stage) => fromRegistry(stage, "locked", "cap-operator-chart", "0.1.0"),
  "registry-login-needed-newest": (stage) => fromRegistry(stage, "locked", "cap-operator-chart"),
  "registry-login-wrong": async (stage) => {
    const act = await fromRegistry(stage, "locked", "cap-operator-chart", "0.1.0");
    return { args: ["--username", "reader", "--password", "wrong", ...act.args] };
  },
  "chart-address-no-tls": async (stage) => ({
    args: stage.upgrade(`https://${stage.cluster.registries.open}/cap-operator-chart-0.1.0.tgz`),
  }),
  "values-refused": async (stage) => {
    const chart = await stage.chart({ ...chartOf(CONFIG_MAP), "values.schema.json": SCHEMA });
    return { args: stage.upgrade(chart, { valuesFiles: [await stage.file("values.yaml", REFUSED)] }) };
  },
  "values-refused-in-subchart": async (stage) => {
    const chart = await stage.chart({
      ...chartOf(CONFIG_MAP),
      "values.schema.json": SCHEMA,
      "charts/monitoring/Chart.yaml": "apiVersion: v2\nname: monitoring\nversion: 0.1.0\n",
      "charts/monitoring/values.schema.json": '{"properties":{"enabled":{"type":"boolean"}}}',
    });
    const values = await stage.file("values.yaml", "monitoring:\n  enabled: maybe\n");
    return { args: stage.upgrade(chart, { valuesFiles: [values] }) };
  },
  "values-refused-in-many-ways": async (stage) => {
    const chart = await stage.chart({ ...chartOf(CONFIG_MAP), "values.schema.json": STRICT_SCHEMA });
    return { args: stage.upgrade(chart, { valuesFiles: [await stage.file("values.yaml", REFUSED_MORE)] }) };
  },
  "values-file-missing": async (stage) => withValues(stage, "/home/me/deploy/no-such-values.yaml"),
  "values-file-broken": async (stage) =>
    withValues(stage, await stage.file("values.yaml", "controller:\n  replicas: 1\n resources: {}\n")),
  "values-file-tab": async (stage) =>
    withValues(stage, await stage.file("values.yaml", "controller:\n\treplicas: 1\n")),
  "values-file-list": async (stage) => withValues(stage, await stage.file("values.yaml", "- controller\n")),
  "values-file-folder": async (stage) =>
    withValues(stage, (await stage.file("values/a.yaml", "")).replace(/.a\.yaml$/, "")),
  "values-file-percent": async (stage) => withValues(stage, await stage.file("100%/values.yaml", "a: 1\n")),
  "set-entry-broken": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP)), {
      sets: [{ flag: "set", text: "controller.replicas" }],
    }),
  }),
  "template-fails": async (stage) => ({
    args: stage.upgrade(
      await stage.chart(chartOf('{{ required "subscriptionServer.domain is needed" .Values.domain }}')),
    ),
  }),
  "template-nil": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf("a: {{ .Values.controller.image.tag }}"))),
  }),
  "template-no-yaml": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf("a: {{ `b: c` }}"))),
  }),
  "dependency-missing": async (stage) => ({
    args: stage.upgrade(
      await stage.chart({
        ...chartOf(CONFIG_MAP),
        "Chart.yaml":
          "apiVersion: v2\nname: cap-operator-chart\nversion: 0.1.0\ndependencies:\n  - {name: monitoring, version: 0.1.0, repository: 'https://charts.example.org'}\n",
      }),
    ),
  }),
  "cluster-too-old": async (stage) => ({
    args: stage.upgrade(
      await stage.chart({
        ...chartOf(CONFIG_MAP),
        "Chart.yaml": 'apiVersion: v2\nname: cap-operator-chart\nversion: 0.1.0\nkubeVersion: ">= 9.0.0"\n',
      }),
    ),
  }),
  "release-name-invalid": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP)), {
      at: { ...stage.at, release: "CAP_Operator" },
    }),
  }),
};

const SCHEMA = JSON.stringify({
  properties: {
    controller: {
      properties: { replicas: { type: "integer", minimum: 0 }, image: { additionalProperties: false } },
    },
    subscriptionServer: {
      required: ["domain"],
      properties: { certificateManager: { enum: ["Platform", "CertController"] } },
    },
    podLabels: { additionalProperties: { type: "string" } },
  },
});

const STRICT_SCHEMA = JSON.stringify({
  required: ["subscriptionServer", "controller"],
  properties: {
    domain: { pattern: "^[a-z.]+$" },
    port: { minimum: 1, maximum: 65535 },
    adminPassword: { pattern: "^[a-z]+$" },
    interval: { minLength: 2 },
    volumes: { type: "array", maxItems: 1, items: { required: ["name"] } },
    image: { anyOf: [{ type: "string" }, { type: "object", required: ["tag"] }] },
    kind: { const: "Gateway" },
  },
});

const REFUSED_MORE = `domain: EXAMPLE.org
port: 70000
adminPassword: Sup3rS3cret
interval: h
volumes: [{name: a}, {nmae: b}]
image: {tga: v1}
kind: Route
`;

const REFUSED = `controller: {replicas: two, image: {tga: v1, tagg: v2}}
subscriptionServer: {certificateManager: Other}
podLabels: {example.org/team: 7}
`;

/** A repository as `helm repo add` and `helm repo update` leave it. */
async function fromRepository(stage: Stage, chart: ChartRef) {
  const config = await stage.file(
    "repositories.yaml",
    "repositories: [{name: example, url: https://charts.example.org}]\n",
  );
  const index = await stage.file("cache/example-index.yaml", INDEX);
  return {
    args: stage.upgrade(chart.ref, { chart }),
    env: {
      HELM_REPOSITORY_CONFIG: config,
      HELM_REPOSITORY_CACHE: index.replace(/.example-index\.yaml$/, ""),
    },
  };
}

const INDEX = `apiVersion: v1
entries:
  cap-operator-chart:
    - {apiVersion: v2, name: cap-operator-chart, version: 0.1.0, urls: [cap-operator-chart-0.1.0.tgz]}
generated: "2026-01-02T03:04:05Z"
`;

async function withValues(stage: Stage, file: string) {
  return { args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP)), { valuesFiles: [file] }) };
}

async function publish(stage: Stage): Promise<void> {
  const chart = await stage.chart(chartOf(CONFIG_MAP));
  await stage.mustHelm(["package", chart, "--destination", chart]);
  const archive = `${chart}/cap-operator-chart-0.1.0.tgz`;
  await stage.mustHelm(["push", archive, `oci://${stage.cluster.registries.open}/charts`, "--plain-http"]);
}

/** The registries of the tests use plain HTTP, which the product never asks for. */
async function fromRegistry(stage: Stage, registry: "open" | "locked", chart: string, version?: string) {
  const ref = `oci://${stage.cluster.registries[registry]}/charts/${chart}`;
  const args = stage.upgrade(ref, { chart: { ref, ...(version === undefined ? {} : { version }) } });
  return { args: [...args.slice(0, 2), "--plain-http", ...args.slice(2)] };
}
