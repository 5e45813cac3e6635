import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { told } from "../client/install/helm-world.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { realPorts } from "./real-ports.ts";
import { REGISTRY_LOGIN } from "./registry.ts";

const CHART = path.join(import.meta.dirname, "fixtures/tiny-chart");

for (const major of [3, 4] as const) {
  describe(`Helm ${major} and the registries`, () => {
    let cluster: Cluster;
    let folder: string;
    before(async () => {
      cluster = await haveCluster();
      folder = await mkdtemp(path.join(tmpdir(), "cap-operator-registry-"));
      const { code, output } = await helm("package", CHART);
      assert.equal(code, 0, output);
    });
    after(async () => {
      await rm(folder, { recursive: true });
      await cluster.stop();
    });

    const helm = (...args: string[]) =>
      runProgram(cluster.programs.helm[major], args, { env: cluster.environment, cwd: folder });
    const push = (registry: string) =>
      helm("push", "tiny-1.0.0.tgz", `oci://${registry}/helm-${major}`, "--plain-http");

    it("pushes a chart and pulls it back", async () => {
      const { open } = cluster.registries;
      const pushed = await push(open);
      assert.equal(pushed.code, 0, pushed.output);
      const chart = `oci://${open}/helm-${major}/tiny`;
      const pulled = await helm("pull", chart, "--version=1.0.0", "--plain-http", "--untar");
      assert.equal(pulled.code, 0, pulled.output);
      const template = "templates/deployment.yaml";
      assert.equal(
        await readFile(path.join(folder, "tiny", template), "utf8"),
        await readFile(path.join(CHART, template), "utf8"),
      );
      const missing = await helm("pull", chart, "--version=2.0.0", "--plain-http");
      assert.equal(missing.code, 1);
      assert.match(missing.output, /not found/);
    });

    it("needs a login for the locked registry", async () => {
      const { locked } = cluster.registries;
      const refused = await push(locked);
      assert.equal(refused.code, 1);
      assert.match(refused.output, /401|basic credential/);
      const { user, password } = REGISTRY_LOGIN;
      const login = ["registry", "login", locked, "--plain-http", "--username", user];
      const wrong = await helm(...login, "--password=wrong");
      assert.equal(wrong.code, 1);
      const right = await helm(...login, "--password", password);
      assert.equal(right.code, 0, right.output);
      const pushed = await push(locked);
      assert.equal(pushed.code, 0, pushed.output);
      await helm("registry", "logout", locked);
    });

    it("gives a chart of the locked registry to who has logged in with Helm, and tells others to", async () => {
      const { locked } = cluster.registries;
      const { user, password } = REGISTRY_LOGIN;
      const valuesFile = path.join(folder, "values.yaml");
      await writeFile(valuesFile, "{}\n");
      const preview = async () => {
        const settings = { chart: `oci://${locked}/helm-${major}/tiny`, plainHttp: true };
        const ports = realPorts(cluster, major, { valuesFile, settings, pick: "All" });
        await previewInstallation.run(ports);
        return told(ports.seen);
      };
      assert.match((await preview()).at(-1) ?? "", /^error: .*\. Nothing was changed\. Log in/);
      await helm("registry", "login", locked, "--plain-http", "--username", user, "--password", password);
      const shown = await preview();
      await helm("registry", "logout", locked);
      assert.ok(
        shown.some((line) => /nothing yet ↔ dry run: Deployment\/cap-operator"$/.test(line)),
        shown.join("\n"),
      );
    });
  });
}
