import "./with-vscode.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { repository } from "../../support/repository.ts";
import { editor, resetEditor } from "./fake-vscode.ts";

const { Uri } = await import("vscode");
const { createInstallationPorts } = await import("../../../client/editor/installation.ts");

const { contributes } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
const declared: Readonly<Record<string, { readonly default?: unknown }>> = Object.assign(
  {},
  ...contributes.configuration.map(({ properties }: { properties: object }) => properties),
);

const { installationSettings } = createInstallationPorts({} as never, {} as never, {
  workspaceState: {} as never,
  globalStorageUri: Uri.parse("file:///storage"),
});

beforeEach(resetEditor);

test("what is not set is as the manifest declares it", () => {
  const { protectedContexts: _, ...settings } = installationSettings();
  const defaults = Object.fromEntries(
    Object.keys(settings).map((name) => [
      name,
      (declared[`capOperator.${name}`] ?? declared[`capOperator.install.${name}`])?.default,
    ]),
  );
  assert.deepEqual(settings, defaults);
});

test("what is set counts, whatever its section", () => {
  const set = {
    chart: "oci://registry.example/cap-operator",
    chartVersion: "1.2.3",
    "install.plainHttp": true,
    releaseName: "prod",
    namespace: "operators",
    kubeconfig: "/kube/config",
    "install.wait": false,
    "install.rollbackOnFailure": false,
    "install.timeout": "9m",
    protectedContexts: ["live-*"],
    managerReleaseUrl: "https://mirror.example/manager",
    managerManifestDigest: "sha256:1",
  };
  for (const [name, value] of Object.entries(set)) {
    assert.ok(declared[`capOperator.${name}`], `${name} is no setting.`);
    editor.settings.set(`capOperator.${name}`, value);
  }
  const { protectedContexts, ...settings } = installationSettings();
  const { protectedContexts: globs, ...others } = set;
  assert.deepEqual(
    settings,
    Object.fromEntries(Object.entries(others).map(([name, value]) => [name.replace("install.", ""), value])),
  );
  assert.deepEqual(protectedContexts, globs);
});
