import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { loadAll } from "js-yaml";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { Location } from "vscode-languageserver-types";
import { fetchChart } from "../../client/charts/fetch-chart.ts";
import { install } from "../../client/commands/install.ts";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { CHART_TEXT, EFFECTIVE_VALUES, FILE_STATUS, UPGRADE_VALUES } from "../../server/lsp/protocol.ts";
import { told } from "../client/install/helm-world.ts";
import { stepOver } from "../client/operations.ts";
import { writePublishedChart } from "../support/published-chart.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import type { ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type NodePlayer, playNode } from "./node-player.ts";
import {
  haveNamespace,
  installPrerequisites,
  type Prerequisite,
  removePrerequisites,
} from "./prerequisites.ts";
import { removeTag } from "./registry.ts";
import { DEFINITIONS, operatorTypes, removeAll } from "./removing.ts";
import { until } from "./until.ts";
import { openWindow, type Window } from "./window.ts";

/*
 * The chart as it is published, with its own words, from a registry: installed, known without the registry afterwards, and upgraded
 * with values that were migrated.
 */

const NEEDED: readonly Prerequisite[] = ["mesh", "platform-certificates", "cert-controller"];
const MESH = "istio-system";
const RELEASE = "cap-operator";
/** Right for 0.30.0, in its words. */
const RIGHT = `subscriptionServer:
  domain: cop.c-1.internal
  dnsTarget: public-ingress.c-1.internal
  istioSystemNamespace: istio-system
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
controller:
  versionMonitoring:
    prometheusAddress: http://prometheus.c-1.internal
    promClientAcquireRetryDelay: 2h
logLevel: 4
webhook:
  sidecar: true
`;
/** A file for 0.30.0 by somebody who knew the words of the specification, and keys of later versions. */
const MIXED = `subscriptionServer:
  domain: cop.c-1.internal
  dnsTarget: public-ingress.c-1.internal
  # where the certificate goes
  meshSystemNamespace: istio-system
  certificateManager: CertController
  certificateConfig:
    certController:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
controller:
  rolloutDelay: 2h
  versionMonitoring:
    metricsServerAddress: http://prometheus.c-1.internal
    metricsClientAcquireRetryDelay: 2h
logLevel: 4
webhook:
  sidecar: true
`;
/** The same in the words of 0.34.0, which has no sidecar. */
const MIGRATED = `subscriptionServer:
  domain: cop.c-1.internal
  dnsTarget: public-ingress.c-1.internal
  # where the certificate goes
  istioSystemNamespace: istio-system
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
controller:
  rolloutDelay: 2h
  versionMonitoring:
    prometheusAddress: http://prometheus.c-1.internal
    promClientAcquireRetryDelay: 2h
logLevel: 4
webhook:
  sidecar: true
`;

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

describe("the published chart from a registry", () => {
  let cluster: Cluster;
  let api: ApiServer;
  let node: NodePlayer;
  /** Has each version as a folder and as an archive. */
  let folder: string;
  const archive = (version: string) => path.join(folder, `cap-operator-${version}.tgz`);

  before(async () => {
    cluster = await haveCluster();
    api = cluster.api("admin@test");
    node = playNode(api);
    await installPrerequisites(api, ...NEEDED);
    await haveNamespace(api, MESH);
    folder = mkdtempSync(path.join(tmpdir(), "cap-operator-published-"));
    for (const version of ["0.30.0", "0.34.0"]) {
      writePublishedChart(version, path.join(folder, version));
      const args = ["package", path.join(folder, version), "--destination", folder];
      const { code, output } = await runProgram(cluster.programs.helm[4], args, { env: cluster.environment });
      assert.equal(code, 0, output);
    }
  });
  after(async () => {
    await removeAll(api, "/api/v1/namespaces", [MESH]);
    await removeAll(api, DEFINITIONS, await operatorTypes(api));
    await removePrerequisites(api, ...NEEDED);
    rmSync(folder, { recursive: true });
    await node.stop();
    await cluster.stop();
  });

  for (const major of [3, 4] as const) {
    describe(`with Helm ${major}`, () => {
      const namespace = `published-${major}`;
      const repository = `published-${major}/cap-operator`;
      const source = { release: RELEASE };
      let chart: string;
      let window: Window;

      before(async () => {
        chart = `oci://${cluster.registries.open}/${repository}`;
        for (const version of ["0.30.0", "0.34.0"]) {
          await helm("push", archive(version), path.posix.dirname(chart), "--plain-http");
        }
        window = await openWindow({
          cluster,
          helm: major,
          name: "values.yaml",
          settings: settings("0.30.0"),
        });
      });
      after(async () => {
        await window.close();
        await helm("uninstall", RELEASE, "--namespace", namespace, "--ignore-not-found");
        await removeAll(api, "/api/v1/namespaces", [namespace]);
      });

      async function helm(...args: readonly string[]): Promise<string> {
        const env = cluster.environment;
        const { code, output } = await runProgram(cluster.programs.helm[major], args, { env });
        assert.equal(code, 0, output);
        return output;
      }
      const settings = (version: string) => {
        const place = { namespace, kubeContext: "admin@test" };
        const release = { name: RELEASE, ...place, chart, version, values: ["values.yaml"] };
        return { plainHttp: true, timeout: "60s", releases: [release] };
      };
      const deploymentOf = (component: string) =>
        api.get<Deployment>(`/apis/apps/v1/namespaces/${namespace}/deployments/${RELEASE}-${component}`);
      /** The controller's chart and its environment, and the log level, which only the webhook takes. */
      const controller = async () => {
        const deployment = await deploymentOf("controller");
        const [{ env = [] } = {}] = deployment?.spec?.template.spec?.containers ?? [];
        const [{ args = [] } = {}] = (await deploymentOf("webhook"))?.spec?.template.spec?.containers ?? [];
        return {
          chart: deployment?.metadata?.labels?.["helm.sh/chart"],
          level: args.filter((arg) => arg.startsWith("--v=")),
          env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
        };
      };
      /** A key of the file. */
      const endOfKey = (key: string) => {
        const lines = window.text().split("\n");
        const line = lines.findIndex((line) => line.includes(`${key}:`));
        const character = (lines[line]?.indexOf(key) ?? 0) + 1;
        return { textDocument: { uri: window.uri }, position: { line, character } };
      };
      const withoutDigits = (lines: readonly string[]) =>
        lines.map((line) => line.replace(/(sha256:)[0-9a-f]{12}/, "$1<digest>"));

      /** The output of `kubectl diff` between a namespace and these objects. */
      async function differences(inNamespace: string, objects: readonly object[]): Promise<string> {
        const file = path.join(folder, "rendered.json");
        writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
        const args = ["diff", "--context", "admin@test", "--namespace", inNamespace, "--filename", file];
        const env = cluster.environment;
        return (await runProgram(cluster.programs.kubectl, args, { env })).output;
      }

      it("right values are clean, and are installed without a question or a warning too many", async () => {
        await window.write(RIGHT);
        assert.deepEqual(await window.problems(), []);
        const { seen } = await window.run(install, { confirm: true });
        const said = withoutDigits(told(seen));
        const line = (beginning: string) => said.find((candidate) => candidate.startsWith(beginning));
        assert.deepEqual(said, [
          "confirm: Install cap-operator in admin@test? [Install] [Preview Changes] [Read Details]",
          "  Context: admin@test",
          `  Server: ${cluster.contexts["admin@test"].address}`,
          `  Namespace: ${namespace} (will be created)`,
          "  Release: cap-operator, installed for the first time",
          "  Chart: cap-operator 0.30.0, sha256:<digest>",
          line("  Changes: "),
          line("  Not tested: The namespace "),
          line("run: helm upgrade --install "),
          `info: cap-operator is installed in admin@test, namespace ${namespace}: revision 1, from cap-operator 0.30.0. Its components are ready. [Show Status] [Show Output]`,
        ]);
        const { chart: label, level } = await controller();
        assert.deepEqual([label, level], ["cap-operator-0.30.0", ["--v=4"]]);
      });

      it("afterwards the editor reads the chart that was fetched, without the registry", async () => {
        await removeTag(cluster.registries.open, repository, "0.30.0");
        await assert.rejects(
          helm("pull", chart, "--version", "0.30.0", "--plain-http", "--destination", folder),
        );
        await window.reload();
        const [kept] = await window.charts.fetched();
        assert.ok(kept);
        const { chart: known } = await window.server.ask(FILE_STATUS, { uri: window.uri });
        assert.deepEqual(known?.source, { from: "fetched", chart, digest: kept.digest });
        assert.deepEqual(
          [known?.name, known?.explanation],
          [
            "cap-operator 0.30.0",
            "The release that lists this file names the chart cap-operator 0.30.0. Its files are read.",
          ],
        );
        assert.deepEqual(await window.problems(), []);
      });

      it("references of a key are the lines of the templates in the archive that read it", async () => {
        const context = { includeDeclaration: false };
        const read = async () => {
          const asked = { ...endOfKey("istioSystemNamespace"), context };
          const found = (await window.request<Location[] | null>("textDocument/references", asked)) ?? [];
          return found.filter(({ uri }) => uri.includes("/templates/"));
        };
        // Templates are followed once the first questions about a chart are answered.
        await until(async () => (await read()).length > 0);
        for (const { uri, range } of await read()) {
          const line = (await window.server.ask(CHART_TEXT, { uri }))?.split("\n")[range.start.line] ?? "";
          assert.match(line, /istioSystemNamespace/);
        }
        assert.deepEqual(await window.problems(), []);
      });

      it("effective values have the defaults of that chart, with their lines", async () => {
        const values = readFileSync(path.join(folder, "0.30.0/values.yaml"), "utf8").split("\n");
        const { text } = await window.server.ask(EFFECTIVE_VALUES, { of: source });
        const lines = text.split("\n");
        const ofKey = (key: string) => lines.find((line) => line.trim().startsWith(`${key}: `))?.trim() ?? "";
        assert.equal(
          ofKey("prometheusAddress"),
          "prometheusAddress: http://prometheus.c-1.internal  # values.yaml:12",
        );
        assert.equal(ofKey("sidecar"), "sidecar: true  # values.yaml:16");
        const interval = ofKey("metricsEvaluationInterval");
        const [, number] =
          /^metricsEvaluationInterval: 1h {2}# default, chart line (\d+)$/.exec(interval) ?? [];
        assert.equal(values[Number(number) - 1]?.trim(), "metricsEvaluationInterval: 1h", interval);
        assert.doesNotMatch(text, /rolloutDelay|meshSystemNamespace/);
      });

      it("the definition of a key is its line in the archive, which the editor shows", async () => {
        const line = RIGHT.split("\n").findIndex((text) => text.includes("istioSystemNamespace"));
        const position = { textDocument: { uri: window.uri }, position: { line, character: 4 } };
        const [place] = [
          await window.request<Location | Location[]>("textDocument/definition", position),
        ].flat();
        assert.ok(place);
        assert.match(place.uri, /^cap-operator-chart:\/.*\.tgz\/values\.yaml$/);
        const text = await window.server.ask(CHART_TEXT, { uri: place.uri });
        assert.equal(text, readFileSync(path.join(folder, "0.30.0/values.yaml"), "utf8"));
        assert.equal(text?.split("\n")[place.range.start.line]?.trim(), "istioSystemNamespace: istio-system");
      });

      it("what another chart calls otherwise, or has later, is said in the words of this one", async () => {
        await window.write(MIXED);
        const said = (await window.problems()).filter((problem) => /^(error|warning)/.test(problem));
        // The templates take versionMonitoring as a whole, so no key in it is called unknown.
        assert.deepEqual(said, [
          'warning unknown-key: "meshSystemNamespace" is called "istioSystemNamespace" in cap-operator 0.30.0.',
          'error not-allowed: "certificateManager" cannot be CertController. Allowed: Gardener, CertManager.',
          'warning unknown-key: "certController" is called "certManager" in cap-operator 0.30.0.',
          'warning unknown-key: cap-operator 0.30.0 has no "controller.rolloutDelay"; it was added in 0.32.0.',
        ]);
        const { seen } = await window.run(install, { confirm: true });
        // Nobody knows that Helm or the cluster rejects it, so the person is asked, and is shown the error.
        assert.match(told(seen)[0] ?? "", /^confirm: 1 error found in the values\. Install anyway\?/);
        assert.match(told(seen).at(-1) ?? "", /^opened: .*values\.yaml at 5:22$/);
      });

      it("the values are migrated to the chart 0.34.0 of the registry", async () => {
        const step = stepOver(window.ports());
        const fetched = await fetchChart(step, { ref: chart, version: "0.34.0", plainHttp: true });
        const uri = pathToFileURL(fetched.archive.path).href;
        const upgrade = await window.server.ask(UPGRADE_VALUES, { of: source, to: { uri } });
        const notes = upgrade.notes.filter(({ topic }) => topic !== "chart" && topic !== "migrated");
        assert.deepEqual(
          [upgrade.from, upgrade.to, ...notes.map(({ topic, sentence }) => `${topic}: ${sentence}`)],
          [
            "cap-operator 0.30.0",
            "cap-operator 0.34.0",
            'ignored: values.yaml sets "webhook.sidecar", which cap-operator 0.34.0 does not have (removed in 0.31.0). It is ignored.',
            'running: "controller.versionMonitoring.prometheusAddress" changes from "" to http://prometheus.c-1.internal. What is set for it was ignored so far.',
            'running: "controller.versionMonitoring.promClientAcquireRetryDelay" changes from 1h to 2h. What is set for it was ignored so far.',
            'running: "subscriptionServer.certificateConfig.certManager.issuerKind" changes from "" to ClusterIssuer. What is set for it was ignored so far.',
            'running: "subscriptionServer.certificateConfig.certManager.issuerName" changes from "" to letsencrypt. What is set for it was ignored so far.',
            'running: "controller.rolloutDelay" becomes 2h. What is set for it was ignored so far.',
          ],
        );
        const [file, ...others] = upgrade.files;
        assert.deepEqual(others, []);
        await window.edit(file?.edits ?? []);
        await window.configure(settings("0.34.0"));
        assert.equal(window.text(), MIGRATED);
        const removed =
          'warning unknown-key: cap-operator 0.34.0 has no "webhook.sidecar"; it was removed in 0.31.0.';
        await until(async () => (await window.problems()).length > 0);
        assert.deepEqual(await window.problems(), [removed]);
      });

      it("upgrades with them, and the cluster has what Helm renders of them", async () => {
        const { seen } = await window.run(install, { confirm: true });
        const said = withoutDigits(told(seen));
        const questions = said.filter((message) =>
          /^(confirm|warn|error|info| {2}Chart| {2}Release| {2}Caution| {2}This)/.test(message),
        );
        assert.deepEqual(questions, [
          "confirm: Upgrade cap-operator in admin@test? [Upgrade] [Preview Changes] [Read Details]",
          "  Release: cap-operator, now revision 1 (deployed, cap-operator-0.30.0)",
          "  Chart: cap-operator 0.34.0, sha256:<digest>",
          `info: cap-operator is upgraded in admin@test, namespace ${namespace}: revision 2, from cap-operator 0.34.0. Its components are ready. [Show Status] [Show Output]`,
        ]);
        const place = ["--namespace", namespace, "--kube-context", "admin@test"];
        const [deployed] = JSON.parse(await helm("list", "--output", "json", ...place));
        const { chart: installed, revision, status } = deployed;
        assert.deepEqual([installed, revision, status], ["cap-operator-0.34.0", "2", "deployed"]);

        // The same values in words of 0.34.0, written by hand, and the archive as it was pushed.
        const values = path.join(folder, "by-hand.yaml");
        writeFileSync(values, MIGRATED);
        const again = ["upgrade", RELEASE, archive("0.34.0"), "--values", values, "--dry-run=server"];
        const { manifest } = JSON.parse(await helm(...again, "--output", "json", ...place));
        assert.deepEqual(loadAll(await helm("get", "manifest", RELEASE, ...place)), loadAll(manifest));
        const objects = loadAll(manifest) as Rendered[];
        for (const inNamespace of [namespace, MESH]) {
          const there = objects.filter(({ metadata }) => (metadata.namespace ?? namespace) === inNamespace);
          assert.ok(there.length > 0);
          assert.equal(await differences(inNamespace, there), "");
        }
        const deployments = await api.get<{ items: Deployment[] }>(
          `/apis/apps/v1/namespaces/${namespace}/deployments`,
        );
        assert.deepEqual(
          deployments?.items.map(({ metadata }) => metadata?.name),
          objects.flatMap(({ kind, metadata }) => (kind === "Deployment" ? [metadata.name] : [])).sort(),
        );
        const { chart: label, level, env } = await controller();
        assert.deepEqual([label, level], ["cap-operator-0.34.0", ["--v=4"]]);
        assert.equal(env.ROLLOUT_DELAY, "2h");
      });

      it("with the chart in the settings and no release, the file is for that chart as well", async () => {
        await window.configure({ plainHttp: true, namespace, chart, chartVersion: "0.34.0" });
        const { chart: known } = await window.server.ask(FILE_STATUS, { uri: window.uri });
        const kept = (await window.charts.fetched()).find(({ version }) => version === "0.34.0");
        assert.deepEqual(
          [known?.name, known?.reason, known?.source],
          ["cap-operator 0.34.0", "setting", { from: "fetched", chart, digest: kept?.digest }],
        );
        const { seen } = await window.run(previewInstallation);
        assert.equal(told(seen).at(-1), "info: Nothing would change, according to a dry run in the cluster.");
      });
    });
  }
});
