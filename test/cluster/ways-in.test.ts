// Tries with the real programs to send a call elsewhere by a chart, the environment or a file of defaults.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { showStatus } from "../../client/commands/show-status.ts";
import type { Command } from "../../client/operation/command.ts";
import { repository } from "../support/repository.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { realPorts } from "./real-ports.ts";

const CHART = path.join(repository, "examples/chart");
const VALUES = `subscriptionServer:
  domain: cop.cluster.example.org
  dnsTarget: gateway.cluster.example.org
`;

for (const major of [3, 4] as const) {
  describe(`an attacker's server, with Helm ${major}`, () => {
    let cluster: Cluster;
    let attacker: Server;
    let address: string;
    let received: string[];
    let folder: string;
    let valuesFile: string;

    before(async () => {
      cluster = await haveCluster();
      attacker = createServer((request, response) => {
        received.push(what(request));
        response.writeHead(404, { "content-type": "application/json" }).end("{}");
      });
      await new Promise<void>((resolve) => attacker.listen(0, "127.0.0.1", resolve));
      address = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`;
      folder = mkdtempSync(path.join(tmpdir(), "cap-operator-ways-in-"));
      valuesFile = path.join(folder, "values.yaml");
      writeFileSync(valuesFile, VALUES);
    });
    after(async () => {
      await new Promise((resolve) => attacker.close(resolve));
      rmSync(folder, { recursive: true });
      await cluster.stop();
    });
    const set: string[] = [];
    afterEach(() => {
      for (const name of set.splice(0)) delete process.env[name];
    });

    /** Runs a command as a person would; gives what the person sees. Everything the attacker gets is kept. */
    async function run(command: Command, chart = CHART, environment: Readonly<Record<string, string>> = {}) {
      received = [];
      const settings = { namespace: `ways-in-${major}`, chart, timeout: "60s" };
      const ports = realPorts(cluster, major, { valuesFile, confirm: true, settings });
      Object.assign(process.env, environment);
      set.push(...Object.keys(environment));
      await command.run(ports);
      return ports.seen;
    }

    it("gets nothing from a chart whose CRD is named like a flag of kubectl", async () => {
      const chart = path.join(folder, "crd-like-a-flag");
      cpSync(CHART, chart, { recursive: true });
      mkdirSync(path.join(chart, "crds"), { recursive: true });
      writeFileSync(path.join(chart, "crds", "attack.yaml"), crdNamed(`--server=${address}`));
      const seen = await run(previewInstallation, chart);
      assert.deepEqual(received, []);
      assert.ok(
        seen.some((line) =>
          line.includes(`"--server=${address}" is not a valid name of a Kubernetes object.`),
        ),
        seen.join("\n"),
      );
    });

    it("gets nothing through variables that Helm prefers to the context that was chosen", async () => {
      const seen = await run(showStatus, CHART, {
        HELM_KUBEAPISERVER: address,
        HELM_KUBETOKEN: "token-of-somebody-else",
        HELM_KUBEASUSER: "somebody-else",
        HELM_NAMESPACE: "elsewhere",
      });
      assert.deepEqual(received, []);
      assert.ok(
        seen.some((line) => /no release|not installed|found no/i.test(line)),
        seen.join("\n"),
      );
    });

    it("gets nothing through a file with kubectl's defaults", async () => {
      const kuberc = path.join(folder, "kuberc");
      const defaults = ["get", "apply", "version"].map((command) => ({
        command,
        options: [{ name: "server", default: address }],
      }));
      const preference = { apiVersion: "kubectl.config.k8s.io/v1beta1", kind: "Preference", defaults };
      writeFileSync(kuberc, JSON.stringify(preference));
      await run(previewInstallation, CHART, { KUBERC: kuberc });
      assert.deepEqual(received, []);
    });
  });
}

/** A request and who it says it is from; that must never be the person. */
function what({ method, url, headers }: IncomingMessage): string {
  return `${method} ${url} (${headers.authorization === undefined ? "no token" : "with a token"})`;
}

function crdNamed(name: string): string {
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${JSON.stringify(name)}
spec:
  group: example.org
  scope: Namespaced
  names: { kind: Thing, plural: things }
  versions: []
`;
}
