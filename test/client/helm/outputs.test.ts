import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { showChart, showCrds } from "../../../client/charts/chart.ts";
import { capabilitiesOf, readHelmVersion } from "../../../client/helm/capabilities.ts";
import { type UpgradePlan, uninstall, upgradeInstall } from "../../../client/helm/changing-commands.ts";
import { dryRun, history, list, status } from "../../../client/helm/reading-commands.ts";
import type { ReleaseRef } from "../../../client/helm/release.ts";
import { crdPairs } from "../../../client/manifests/crds.ts";

// These texts were printed by Helm 3.22 and Helm 4.3.
const can = capabilitiesOf(readHelmVersion("v4.3.1"));
const target: ReleaseRef = { context: "dev", server: "", namespace: "n4", release: "rel" };
const plan: UpgradePlan = {
  target,
  chart: { ref: "./s" },
  valuesFiles: [],
  sets: [],
  createNamespace: true,
  wait: true,
  rollbackOnFailure: false,
  timeout: "30s",
};

describe("what Helm printed", () => {
  test("when it installed", () => {
    const helm3 = `Release "rel" does not exist. Installing it now.
NAME: rel
LAST DEPLOYED: Sat Nov 21 07:18:09 2026
NAMESPACE: n3
STATUS: deployed
REVISION: 1
TEST SUITE: None
`;
    const helm4 = helm3.replace("TEST SUITE", "DESCRIPTION: Install complete\nTEST SUITE");
    for (const text of [helm3, helm4, helm4.replaceAll("\n", "\r\n")]) {
      assert.deepEqual(upgradeInstall(plan, can).parse(text), {
        revision: 1,
        status: "deployed",
        installed: true,
      });
    }
  });

  test("when it upgraded", () => {
    const text = `Release "rel" has been upgraded. Happy Helming!
NAME: rel
LAST DEPLOYED: Sat Nov 21 07:18:10 2026
NAMESPACE: n3
STATUS: deployed
REVISION: 12
TEST SUITE: None
`;
    assert.deepEqual(upgradeInstall(plan, can).parse(text), {
      revision: 12,
      status: "deployed",
      installed: false,
    });
    assert.throws(() => upgradeInstall(plan, can).parse("all is well"), /did not report which revision/);
  });

  const HISTORY =
    '[{"revision":1,"updated":"2026-11-21T07:18:11.252918027Z","status":"superseded","chart":"s-0.1.0","app_version":"1.0","description":"Install complete"},{"revision":2,"updated":"2026-11-21T07:18:11.791138192Z","status":"deployed","chart":"s-0.1.0","app_version":"1.0","description":"Upgrade complete"}]\n';
  const newest = {
    revision: 2,
    status: "deployed",
    chart: "s-0.1.0",
    appVersion: "1.0",
    updated: "2026-11-21T07:18:11.791138192Z",
    description: "Upgrade complete",
  };

  test("about revisions", () => {
    assert.deepEqual(status(target).parse(HISTORY), newest);
    assert.deepEqual(
      history(target)
        .parse(HISTORY)
        .map(({ revision, status: state }) => [revision, state]),
      [
        [2, "deployed"],
        [1, "superseded"],
      ],
    );
    assert.throws(() => status(target).parse("[]"), /no revision of the release rel/);
    assert.throws(
      () => status(target).parse("password: x"),
      /^Error: Helm succeeded, but what it printed is not the expected JSON/,
    );
  });

  test("about releases", () => {
    const text =
      '[{"name":"rel","namespace":"n4","revision":"2","updated":"2026-11-21 07:18:11.791138192 +0000 UTC","status":"deployed","chart":"s-0.1.0","app_version":"1.0"}]\n';
    assert.deepEqual(list(target).parse(text), [
      {
        name: "rel",
        namespace: "n4",
        revision: 2,
        updated: "2026-11-21 07:18:11.791138192 +0000 UTC",
        status: "deployed",
        chart: "s-0.1.0",
        appVersion: "1.0",
      },
    ]);
  });

  test("about a chart", () => {
    assert.deepEqual(
      showChart(plan.chart).parse("apiVersion: v2\nappVersion: 1.0\nname: s\nversion: 0.1.0\n"),
      {
        name: "s",
        version: "0.1.0",
        appVersion: "1.0",
      },
    );
    assert.throws(
      () => showChart(plan.chart).parse("name: s\n"),
      /does not contain the name and the version/,
    );
  });

  test("when it uninstalled", () => {
    const text =
      'These resources were kept due to the resource policy:\n[ConfigMap] cm\n\nrelease "rel" uninstalled\n';
    const options = { wait: true, timeout: "30s" };
    assert.deepEqual(uninstall(target, options, can).parse(text), { kept: ["[ConfigMap] cm"] });
    assert.deepEqual(uninstall(target, options, can).parse('release "rel" uninstalled\n'), { kept: [] });
  });

  test("in a dry run: the manifest followed by the hooks, without what is secret", () => {
    const text = JSON.stringify({
      name: "rel",
      info: { status: "pending-upgrade", notes: "Password: 2\n" },
      config: { password: "hunter2" },
      manifest:
        "---\n# Source: s/templates/all.yaml\napiVersion: v1\nkind: Secret\nmetadata: {name: top}\nstringData: {password: hunter2-2}\n",
      hooks: [
        {
          name: "hook",
          kind: "ConfigMap",
          path: "s/templates/all.yaml",
          manifest:
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hook, annotations: {helm.sh/hook: pre-upgrade}}\ndata: {a: b}",
        },
      ],
    });
    const manifest = dryRun(plan, can)?.parse(text);
    assert.deepEqual(
      manifest?.objects("n4").map(({ key, hook }) => [key, hook]),
      [
        ["Secret/top", false],
        ["ConfigMap/hook", true],
      ],
    );
    assert.doesNotMatch(`${manifest} ${JSON.stringify(manifest)}`, /hunter2/);
  });
});

test("CRDs that Helm 3 prints without a line between them are kept apart", () => {
  const crd = (name: string, top = "") =>
    `${top}apiVersion: v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ${name}\n`;
  const { parse } = showCrds({ ref: "./chart" });
  const names = (printed: string) => crdPairs("", parse(printed)).map(({ name }) => name);
  assert.deepEqual(names(`${crd("a")}\n${crd("b", "# second\n")}\n${crd("c")}`), ["a", "b", "c"]);
  assert.deepEqual(names(`${crd("a", "---\n")}\n${crd("b", "---\r\n")}`), ["a", "b"]);
  // Keys that are nested, or in a block scalar, do not begin a new file.
  const nested =
    "apiVersion: v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a\nspec:\n  kind: x\n  text: |\n    kind: y\n";
  assert.equal(parse(nested), nested);
});
