import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { capabilitiesOf, readHelmVersion, tooOldFor } from "../../../client/helm/capabilities.ts";
import { chartKind } from "../../../client/helm/release.ts";

describe("the version of Helm", () => {
  test("is read however a build writes it", () => {
    assert.deepEqual(readHelmVersion("v3.18.4\n"), { major: 3, minor: 18, patch: 4, text: "v3.18.4" });
    assert.deepEqual(readHelmVersion("v4.3"), { major: 4, minor: 3, patch: 0, text: "v4.3" });
    assert.deepEqual(readHelmVersion("v4.0.0-rc.1"), { major: 4, minor: 0, patch: 0, text: "v4.0.0-rc.1" });
    assert.deepEqual(readHelmVersion("3.17.0+g301108e"), {
      major: 3,
      minor: 17,
      patch: 0,
      text: "3.17.0+g301108e",
    });
    assert.throws(() => readHelmVersion("unknown"), /did not report its version/);
  });

  test("says what it can do", () => {
    const capabilities = (text: string) => {
      const { version: _version, ...can } = capabilitiesOf(readHelmVersion(text));
      return can;
    };
    const newest3 = {
      oci: true,
      serverDryRun: true,
      plainHttp: true,
      hideNotes: true,
      uninstallWait: true,
      rollbackFlag: "--atomic",
    };
    assert.deepEqual(capabilities("v3.22.0"), newest3);
    assert.deepEqual(capabilities("v4.0.0"), { ...newest3, rollbackFlag: "--rollback-on-failure" });
    assert.deepEqual(capabilities("v3.16.0"), newest3);
    assert.deepEqual(capabilities("v3.15.4"), { ...newest3, hideNotes: false });
    assert.deepEqual(capabilities("v3.12.0"), {
      ...newest3,
      hideNotes: false,
      serverDryRun: false,
      plainHttp: false,
    });
    assert.deepEqual(capabilities("v3.7.2"), {
      ...newest3,
      hideNotes: false,
      serverDryRun: false,
      plainHttp: false,
      oci: false,
    });
    assert.deepEqual(capabilities("v3.6.0"), {
      ...newest3,
      hideNotes: false,
      serverDryRun: false,
      plainHttp: false,
      oci: false,
      uninstallWait: false,
    });
  });

  test("is too old for some charts", () => {
    const oci = { ref: "oci://registry.example.org/charts/cap-operator-chart" };
    assert.match(
      tooOldFor(readHelmVersion("v3.12.3"), { ...oci, plainHttp: true }) ?? "",
      /Helm v3\.12\.3 is too old for a registry without TLS .*3\.13/,
    );
    assert.equal(tooOldFor(readHelmVersion("v3.13.0"), { ...oci, plainHttp: true }), undefined);
    assert.equal(
      tooOldFor(readHelmVersion("v3.7.2"), oci),
      "Helm v3.7.2 is too old for a chart from a registry (oci://): version 3.8 or later is needed.",
    );
    assert.equal(tooOldFor(readHelmVersion("v3.8.0"), oci), undefined);
    assert.equal(tooOldFor(readHelmVersion("v3.7.2"), { ref: "./chart" }), undefined);
    assert.equal(
      tooOldFor(readHelmVersion("v2.17.0"), { ref: "./chart" }),
      "Helm v2.17.0 is too old: version 3.8 or later is needed.",
    );
  });
});

test("the kind of a chart reference", () => {
  const kinds = {
    "oci://registry.example.org/charts/cap-operator-chart": "oci",
    "OCI://registry.example.org/charts/cap-operator-chart": "oci",
    "https://charts.example.org/cap-operator-chart-0.1.0.tgz": "address",
    "example/cap-operator-chart": "repository",
    "./charts/cap-operator": "path",
    "../cap-operator": "path",
    "/home/me/charts/cap-operator": "path",
    "C:\\charts\\cap-operator": "path",
    "charts/cap-operator-chart-0.1.0.tgz": "path",
    "charts/a/b": "path",
    "cap-operator": "path",
  };
  for (const [ref, kind] of Object.entries(kinds)) assert.equal(chartKind(ref), kind, ref);
});
