// Files with values that a document of another product names: they are for the operator, with the chart that the document names.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Diagnostic } from "vscode-languageserver-types";
import { DISK_FILES } from "../../server/disk-files.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { DiskValuesFiles } from "../../server/workspace/files/disk-values-files.ts";
import { type MayRead, wholeMachine } from "../../server/workspace/files/reach.ts";
import type { ValuesFiles } from "../../server/workspace/files/values-files.ts";
import { connect } from "../lsp/client.ts";
import { workspace } from "../lsp/workspace.ts";
import { embeddedClient } from "./client.ts";

const WRONG = "controller:\n  replicaz: 2\nwebhook:\n  sidecar: true\n";

/** Each document names `WRONG` as a file with values, at the key that the documentation in the table of products gives. */
const NAMING: Readonly<Record<string, readonly [document: string, text: string, values: string]>> = {
  "Kustomize, values over others": [
    "overlays/prod/kustomization.yaml",
    "helmCharts:\n- name: CHART\n  version: 0.34.0\n  additionalValuesFiles:\n  - prod.yaml\n",
    "overlays/prod/prod.yaml",
  ],
  "Kustomize, the only values": [
    "overlays/kustomization.yaml",
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nhelmCharts:\n- {name: CHART, version: 0.34.0, valuesFile: base/all.yaml}\n",
    "overlays/base/all.yaml",
  ],
  helmfile: [
    "helmfile.yaml",
    "releases:\n- name: cop\n  chart: sap/CHART\n  version: 0.34.0\n  values:\n  - env/prod.yaml\n  - {controller: {replicas: 2}}\n",
    "env/prod.yaml",
  ],
  Fleet: [
    "cop/fleet.yaml",
    "helm: {chart: CHART, version: 0.34.0, valuesFiles: [prod.yaml]}\n",
    "cop/prod.yaml",
  ],
  Skaffold: [
    "skaffold.yaml",
    "apiVersion: skaffold/v4beta11\nkind: Config\ndeploy: {helm: {releases: [{name: cop, remoteChart: CHART, version: 0.34.0, valuesFiles: [dev/cop.yaml]}]}}\n",
    "dev/cop.yaml",
  ],
};

/** Products whose document has no other sources than those that are merged with the file. */
const ALL_KNOWN = ["Kustomize, values over others", "helmfile", "Fleet", "Skaffold"];

async function opened(files: Readonly<Record<string, string>>, name: string) {
  const ws = workspace(files);
  const client = await embeddedClient({ workspaceFolders: [{ uri: ws.uri, name: "git" }] });
  const uri = `${ws.uri}/${name}`;
  const seen = async () => {
    const { items } = await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    return { status, problems: items.map(({ range, code }) => `${range.start.line + 1} ${code}`) };
  };
  client.open(uri, files[name] ?? "");
  return { ws, client, seen };
}

/** The same for a client that problems are pushed to, where the top of the workspace is listed when `search` is called. */
async function searched(files: Readonly<Record<string, string>>, name: string) {
  const ws = workspace(files);
  const reads: string[] = [];
  let search = () => {};
  const allowed = new Promise<void>((resolve) => {
    search = resolve;
  });
  const valuesFiles = (mayRead: MayRead): ValuesFiles => {
    const disk = new DiskValuesFiles(mayRead);
    return {
      reads: (uri) => disk.reads(uri),
      read(uri, most) {
        reads.push(uri);
        return disk.read(uri, most);
      },
      async entries(folder) {
        reads.push(folder);
        if (folder === ws.uri) await allowed;
        return disk.entries(folder);
      },
    };
  };
  const client = await connect({
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "git" }] },
    server: { files: { ...DISK_FILES, valuesFiles }, charts: new DiskChartFiles(wholeMachine) },
  });
  const uri = ws.at(name);
  client.open(uri, files[name] ?? "");
  const published = () =>
    client.published.flatMap((message) =>
      message.uri === uri
        ? [message.diagnostics.map(({ range, code }) => `${range.start.line + 1} ${code}`)]
        : [],
    );
  return { ws, client, uri, published, search, reads };
}

suite("files with values that documents of other products name", () => {
  for (const [name, [document, text, values]] of Object.entries(NAMING)) {
    test(`${name}: they are ours, for that chart, and what is not set may be set elsewhere if that is not known`, async () => {
      const files = { [document]: text.replaceAll("CHART", "cap-operator"), [values]: WRONG };
      const { seen } = await opened(files, values);
      const { status, problems } = await seen();
      assert.deepEqual([status.kind, status.strength, status.reason], ["values", "certain", "named"]);
      assert.equal(status.chart?.name, "cap-operator 0.34.0");
      const missing = ALL_KNOWN.includes(name) ? ["1 required-for-install"] : [];
      assert.deepEqual(problems, [...missing, "2 unknown-key", "4 unknown-key"]);
    });

    test(`${name}: those of another chart are left alone`, async () => {
      const files = { [document]: text.replaceAll("CHART", "redis"), [values]: WRONG };
      const { status, problems } = await (await opened(files, values)).seen();
      assert.deepEqual([status.kind, problems], [null, []]);
    });
  }

  test("what Fleet writes into a file for each cluster is not checked, and the rest is", async () => {
    // https://fleet.rancher.io/ref-fleet-yaml#templating
    const [document, text, values] = NAMING.Fleet ?? ["", "", ""];
    const templated = "controller:\n  replicas: ${ .ClusterValues.count }\nwebhook:\n  sidecar: true\n";
    const files = { [document]: text.replace("CHART", "cap-operator"), [values]: templated };
    const { problems } = await (await opened(files, values)).seen();
    assert.deepEqual(problems, ["1 required-for-install", "4 unknown-key"]);
  });

  for (const [name, files, chart] of [
    ["another chart", { "charts/redis/Chart.yaml": "name: redis\nversion: 1.0.0\n" }, "./charts/redis"],
    ["no chart", {}, "./charts/cap-operator"],
  ] as const) {
    test(`those of a folder with ${name} are left alone`, async () => {
      const text = `releases:\n- {name: one, chart: ${chart}, values: [prod.yaml]}\n`;
      const { seen } = await opened({ ...files, "helmfile.yaml": text, "prod.yaml": WRONG }, "prod.yaml");
      const { status, problems } = await seen();
      assert.deepEqual([status.kind, problems], [null, []]);
    });
  }

  test("a document in the editor counts as it is there", async () => {
    const [document, text, values] = NAMING.helmfile ?? ["", "", ""];
    const { ws, client, seen } = await opened({ [document]: "releases: []\n", [values]: WRONG }, values);
    assert.equal((await seen()).status.kind, null);
    client.open(`${ws.uri}/${document}`, text.replaceAll("CHART", "cap-operator"));
    assert.equal((await seen()).status.reason, "named");
    client.change(`${ws.uri}/${document}`, 2, "releases: []\n");
    assert.equal((await seen()).status.kind, null);
  });

  test("nothing is read above the workspace folder, nor outside of it", async () => {
    const ws = workspace({
      "helmfile.yaml": "releases:\n- {name: cop, chart: sap/cap-operator, values: [inner/prod.yaml]}\n",
      "inner/prod.yaml": WRONG,
    });
    const client = await embeddedClient({ workspaceFolders: [{ uri: `${ws.uri}/inner`, name: "git" }] });
    const uri = `${ws.uri}/inner/prod.yaml`;
    client.open(uri, WRONG);
    assert.equal((await client.request<FileStatus>("capOperator/fileStatus", { uri })).kind, null);
  });

  suite("a file that an Application names by its path in the repository", () => {
    // https://argo-cd.readthedocs.io/en/stable/user-guide/multiple_sources/#helm-value-files-from-external-git-repository
    const application = (chart: string, file: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: cop}\nspec:\n  sources:\n  - {repoURL: "https://git.corp.internal/x.git", ref: git}\n  - {repoURL: ghcr.io/x, chart: ${chart}, targetRevision: 0.20.0, helm: {valueFiles: [$git/${file}]}}\n`;
    const OURS = "subscriptionServer:\n  domain: a.corp.internal\ncontroller:\n  rolloutDelay: 5m\n";
    for (const [name, text, wanted] of [
      [
        "is ours, with the chart and the version",
        application("cap-operator", "envs/cop.yaml"),
        ["certain", "named", "cap-operator 0.20.0", "1 required-for-install", "4 unknown-key"],
      ],
      ["is not, if it is another file", application("cap-operator", "other/cop.yaml"), undefined],
      ["is not, if it is for another chart", application("redis", "envs/cop.yaml"), undefined],
    ] as const) {
      test(name, async () => {
        const files = { "apps/cop.yaml": text, "envs/cop.yaml": OURS };
        const { client, uri, published, search, reads } = await searched(files, "envs/cop.yaml");
        // Its first problems do not wait for the search of the workspace, which here begins only after them.
        await client.until(() => published().length === 1);
        search();
        if (wanted) {
          await client.until(() => published().length > 1);
          const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
          const found = [status.strength, status.reason, status.chart?.name, ...(published().at(-1) ?? [])];
          assert.deepEqual(found, wanted);
          assert.notDeepEqual(published()[0], published().at(-1));
        } else {
          await client.until(() => reads.some((name) => name.endsWith("/apps/cop.yaml")));
          const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
          assert.deepEqual([status.reason, published().length], ["content", 1]);
        }
      });
    }
  });

  // https://helm.sh/docs/chart_template_guide/subcharts_and_globals/#overriding-values-from-a-parent-chart
  suite("values of a chart around the operator's, in a folder that a document installs", () => {
    const CHART = {
      "charts/cop/Chart.yaml":
        "apiVersion: v2\nname: cop\nversion: 1.0.0\ndependencies:\n- {name: cap-operator, version: 0.34.0}\n",
      "charts/cop/values.yaml": "cap-operator:\n  controller: {replicaz: 2}\n",
    };
    const REQUIRED = "{subscriptionServer: {domain: a.corp.internal, dnsTarget: b.corp.internal}}";
    const argo = (helm: string, folder = "charts/cop") =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: cop}\nspec:\n  source: {repoURL: "https://git.corp.internal/x.git", path: ${folder}, helm: ${helm}}\n`;
    const flux = (more: string) =>
      `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cop}\nspec:\n  chart: {spec: {chart: ./charts/cop, sourceRef: {kind: GitRepository, name: git}}}\n${more}`;
    const PARAMETERS =
      "{parameters: [{name: cap-operator.subscriptionServer.domain, value: a.corp.internal}, {name: cap-operator.subscriptionServer.dnsTarget, value: b.corp.internal}]}";
    for (const [name, document, more] of [
      ["values of an Application", argo(`{valuesObject: {cap-operator: ${REQUIRED}}}`), {}],
      ["parameters of an Application", argo(PARAMETERS), {}],
      [
        "a values file that an Application names",
        argo("{valueFiles: [prod.yaml]}"),
        { "charts/cop/prod.yaml": `cap-operator: ${REQUIRED}\n` },
      ],
      ["a values file that is not there", argo("{valueFiles: [prod.yaml]}"), {}],
      ["values of a HelmRelease", flux(`  values: {cap-operator: ${REQUIRED}}\n`), {}],
      [
        "a ConfigMap that is not there",
        flux("  valuesFrom: [{kind: ConfigMap, name: x}]\n  values: {cap-operator: {webhook: {}}}\n"),
        {},
      ],
    ] as const) {
      test(`what is required may be in ${name}`, async () => {
        const files = { ...CHART, ...more, "apps/cop.yaml": document };
        const { client, published, search } = await searched(files, "charts/cop/values.yaml");
        await client.until(() => published().length === 1);
        search();
        await client.until(() => published().length > 1);
        assert.deepEqual(published().at(-1), ["2 unknown-key"]);
      });
    }

    for (const [file, finds] of [
      ["charts/cop/values.yaml", ["2 unknown-key"]],
      ["charts/cop/prod.yaml", ["1 overridden"]],
    ] as const) {
      test(`what an Application overrides is no defaults of the chart (${file})`, async () => {
        const files = {
          ...CHART,
          "charts/cop/values.yaml": "cap-operator:\n  controller: {replicaz: 2, replicas: 2}\n",
          "charts/cop/prod.yaml": "cap-operator: {controller: {replicas: 3}}\n",
          "apps/cop.yaml": argo(
            `{valueFiles: [prod.yaml], valuesObject: {cap-operator: {controller: {replicas: 4}, ${REQUIRED.slice(1)}}}`,
          ),
        };
        const { client, published, search } = await searched(files, file);
        await client.until(() => published().length === 1);
        search();
        await client.until(() => published().length > 1);
        assert.deepEqual(published().at(-1), finds);
      });
    }

    for (const [name, document] of [
      ["an Application of another folder", argo(`{valuesObject: {cap-operator: ${REQUIRED}}}`, "other/cop")],
      ["an Application that sets nothing", argo("{releaseName: cop}")],
      ["an Application that sets values of other charts", argo("{valuesObject: {redis: {}}}")],
    ] as const) {
      test(`${name} gives nothing`, async () => {
        const files = { ...CHART, "apps/cop.yaml": document };
        const { client, published, search, reads } = await searched(files, "charts/cop/values.yaml");
        await client.until(() => published().length === 1);
        search();
        await client.until(() => reads.some((read) => read.endsWith("/apps/cop.yaml")));
        await new Promise((resolve) => setTimeout(resolve, 100));
        assert.deepEqual(published().at(-1), ["1 required-for-install", "2 unknown-key"]);
      });
    }
  });

  test("nothing is searched any more when the server was shut down", async () => {
    const { ws, client, published, reads } = await searched(
      { "cop.yaml": `${WRONG}subscriptionServer: {domain: a.b.c}\n` },
      "cop.yaml",
    );
    await client.until(() => published().length === 1);
    await client.close();
    // On a busy machine, the search may have begun before.
    const readBefore = reads.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(!reads.slice(readBefore).includes(ws.uri));
  });

  suite("a file that a Kustomization makes a ConfigMap of, which a HelmRelease takes", () => {
    // https://fluxcd.io/flux/guides/helmreleases/#refer-to-values-in-configmaps-generated-with-kustomize
    const RELEASE =
      "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cop}\nspec:\n  chart: {spec: {chart: CHART, version: 0.34.0}}\n  valuesFrom: [{kind: ConfigMap, name: cop-values}]\n  values: {webhook: {replicas: 2}}\n";
    const FILES = {
      "apps/kustomization.yaml":
        "configMapGenerator:\n- {name: cop-values, files: [values.yaml=cop/mine.yaml, other.yaml]}\n",
      "apps/cop/mine.yaml": "controller:\n  replicaz: 2\nsubscriptionServer:\n  domain: ${domain}\n",
      "apps/other.yaml": WRONG,
      "releases/cop.yaml": RELEASE.replace("CHART", "cap-operator"),
    };

    test("it is ours, with the chart of the release, where what is missing is reported", async () => {
      const { status, problems } = await (await opened(FILES, "apps/cop/mine.yaml")).seen();
      assert.deepEqual([status.kind, status.strength, status.reason], ["values", "certain", "named"]);
      assert.equal(status.chart?.name, "cap-operator 0.34.0");
      assert.deepEqual(problems, ["2 unknown-key"]);
    });

    test("the release has it in its values", async () => {
      const { status, problems } = await (await opened(FILES, "releases/cop.yaml")).seen();
      assert.equal(status.embedded?.length, 1);
      assert.deepEqual(problems, ["7 required-for-install"]);
    });

    for (const behavior of ["merge", "replace"]) {
      test(`it is ours where it comes over that of a base (${behavior}), and the rest of the base counts if it is merged`, async () => {
        const files = {
          "base/kustomization.yaml":
            "configMapGenerator:\n- {name: cop-values, literals: ['values.yaml=controller: {podLabels: {a: 1}}', 'more.yaml=subscriptionServer: {domain: a.corp.internal, dnsTarget: b.corp.internal}']}\n",
          "base/cop.yaml": RELEASE.replace("CHART", "cap-operator").replace(
            "cop-values}]",
            "cop-values}, {kind: ConfigMap, name: cop-values, valuesKey: more.yaml}]",
          ),
          "overlays/prod/kustomization.yaml": `configMapGenerator:\n- {name: cop-values, behavior: ${behavior}, files: [values.yaml=mine.yaml]}\n`,
          "overlays/prod/mine.yaml": "controller:\n  replicaz: 2\n",
          "overlays/test/kustomization.yaml":
            "configMapGenerator:\n- {name: cop-values, behavior: merge, files: [values.yaml=other.yaml]}\n",
          "overlays/test/other.yaml": "webhook: {}\n",
        };
        const { status, problems } = await (await opened(files, "overlays/prod/mine.yaml")).seen();
        assert.deepEqual([status.strength, status.reason], ["certain", "named"]);
        assert.equal(status.chart?.name, "cap-operator 0.34.0");
        assert.deepEqual(problems, ["2 unknown-key"]);
      });
    }

    for (const [name, changed] of [
      ["with another chart", { "releases/cop.yaml": RELEASE.replace("CHART", "redis") }],
      [
        "that takes another key",
        {
          "apps/cop/mine.yaml": WRONG,
          "apps/kustomization.yaml":
            "configMapGenerator:\n- {name: cop-values, files: [x.yaml=cop/mine.yaml]}\n",
        },
      ],
      ["of which there is none", { "releases/cop.yaml": "" }],
    ] as const) {
      test(`a release ${name} says nothing of it`, async () => {
        const { status } = await (await opened({ ...FILES, ...changed }, "apps/cop/mine.yaml")).seen();
        assert.notEqual(status.reason, "named");
      });
    }

    test("it is judged again when the release is changed", async () => {
      const { ws, client, seen } = await opened(FILES, "apps/cop/mine.yaml");
      assert.equal((await seen()).status.reason, "named");
      const uri = ws.at("releases/cop.yaml");
      client.open(uri, FILES["releases/cop.yaml"]);
      client.change(uri, 2, RELEASE.replace("CHART", "redis"));
      assert.notEqual((await seen()).status.reason, "named");
    });
  });
});
