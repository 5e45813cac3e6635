import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const CHART = "apiVersion: v2\nname: cap-operator\nversion: 9.9.9\n";
const VALUES =
  "ownKey: 1\ncontroller: {replicas: 1, dnsTarget: ''}\nsubscriptionServer: {domain: '', dnsTarget: ''}\nwebhook: {}\n";
const OWN = `ownKey: 2\n${CLEAN}`;

/** A repository with a chart next to the folder with the settings, and a chart outside that has the name of a known one. */
function repository(settings = ""): string {
  const top = folderWith({
    "repo/charts/own/Chart.yaml": CHART,
    "repo/charts/own/values.yaml": VALUES,
    "repo/deploy/v.yaml": OWN,
    "repo/deploy/.cap-operator.yaml": settings,
    "repo/base.yaml": "controller: {replicas: 7}\n",
    "outside/cap-operator/Chart.yaml": CHART,
    "outside/cap-operator/values.yaml": VALUES,
    "outside/base.yaml": "controller: {replicas: 8}\n",
  });
  mkdirSync(path.join(top, "repo/.git"));
  symlinkSync(path.join(top, "outside/cap-operator"), path.join(top, "repo/deploy/link"));
  return path.join(top, "repo/deploy");
}

test("a folder on the command line has its own version, whatever the settings say, and a range has it", async () => {
  const folder = repository("chartVersion: 0.34.0\n");
  for (const version of [[], ["--chart-version", "9.x"]]) {
    const { code, err } = await run(folder, ["check", "v.yaml", "--chart", "../charts/own", ...version]);
    assert.deepEqual([code, err], [0, ""]);
  }
});

suite("a file that is named together with its chart is checked, whatever its keys", () => {
  const folder = folderWith({
    "two.yaml": "controller: {replicas: two}\n",
    "nothing.yaml": "subscriptionServer: null\n",
    "list.yaml": "subscriptionServer: [{a: 1}]\n",
    "other.yaml": "replicas: two\nservice: {port: http}\n",
    "manifest.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
  });
  const check = (...given: readonly string[]) => run(folder, ["check", "--chart", "cap-operator", ...given]);

  test("with keys that other charts have as well", async () => {
    for (const name of ["two.yaml", "nothing.yaml", "list.yaml"]) {
      const { code, out, err } = await check(name);
      assert.deepEqual([code, err], [1, ""], out);
      assert.match(out, /error/);
    }
    const { code, out } = await run(folder, ["check", "--chart-version", "0.34.0", "two.yaml"]);
    assert.equal(code, 1, out);
  });

  test("but neither one of other tools, nor one that is only found in a folder", async () => {
    for (const name of ["other.yaml", "manifest.yaml"]) {
      const { code, out } = await check(name);
      assert.deepEqual([code, /was not checked/.test(out)], [1, true], out);
    }
    const { code, out } = await check(".");
    assert.deepEqual([code, out.includes("two.yaml")], [0, false], out);
  });
});

suite("a chart on the command line comes before the one that a file names", () => {
  const files = {
    "v.yaml": `# cap-operator: values version=0.34.0\n${CLEAN}  rolloutDelay: 5m\n`,
    "apps/release.yaml": `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop}
spec:
  chart: {spec: {chart: cap-operator, version: 0.34.0, sourceRef: {kind: HelmRepository, name: charts}}}
  values:
    subscriptionServer: {domain: cop.cluster-a.internal, dnsTarget: public.cluster-a.internal}
    controller: {rolloutDelay: 5m}
`,
  };
  // rolloutDelay came after 0.20.0.
  const projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "without settings": {},
    "with a chart in the settings": { ".cap-operator.yaml": "chart: cap-operator\nchartVersion: 0.34.0\n" },
    "with a release": { ".cap-operator.yaml": "releases: [{name: prod, values: [v.yaml]}]\n" },
  };
  for (const [name, settings] of Object.entries(projects)) {
    test(`check, ${name}`, async () => {
      const folder = folderWith({ ...files, ...settings });
      const { out } = await run(folder, ["check", "v.yaml", "--chart-version", "0.20.0"]);
      assert.match(out, /^v\.yaml:\d+:3 warning unknown-key .*rolloutDelay/m);
      assert.match(out, /^1 file as cap-operator 0\.20\.0 \(named by --chart-version\)\.$/m);
      const told =
        "v.yaml:1:1 information This comment names cap-operator 0.34.0. The command line names cap-operator 0.20.0, which is used instead.";
      assert.deepEqual(
        out.split("\n").filter((line) => line.includes(" information ")),
        [told],
      );
    });
  }

  test("the same chart contradicts nothing, in whichever spelling", async () => {
    const folder = folderWith(files);
    for (const version of ["0.34.0", "v0.34.0", "0.34", ">=0.30"]) {
      const { code, out } = await run(folder, ["check", "v.yaml", "--chart-version", version]);
      assert.deepEqual([code, out.includes("information")], [0, false], out);
    }
  });

  test("the document of another product is told as well", async () => {
    const { out } = await run(folderWith(files), ["check", "apps", "--chart-version", "0.20.0"]);
    assert.match(
      out,
      /^apps\/release\.yaml:7:5 information This document names cap-operator 0\.34\.0\. The command line names cap-operator 0\.20\.0,/m,
    );
    assert.match(out, /warning unknown-key .*rolloutDelay/);
  });

  test("effective, upgrade and schema use it, and say so", async () => {
    const folder = folderWith(files);
    const told =
      "v.yaml:1: This comment names cap-operator 0.34.0. The command line names cap-operator 0.20.0, which is used instead.";
    const choice = ["-f", "v.yaml", "--chart-version", "0.20.0"];
    const effective = await run(folder, ["effective", ...choice]);
    assert.match(effective.out, /^# The defaults are those of cap-operator 0\.20\.0\./m);
    const upgrade = await run(folder, ["upgrade", ...choice, "--to", "0.34.0", "--dry-run"]);
    assert.match(upgrade.err, /^From cap-operator 0\.20\.0 to cap-operator 0\.34\.0:/m);
    const schema = await run(folder, ["schema", ...choice]);
    const ofVersion = await run(folder, ["schema", "--chart-version", "0.20.0"]);
    assert.equal(schema.out === ofVersion.out, true);
    for (const { err } of [effective, upgrade, schema]) assert.equal(err.split("\n")[0], told);
  });

  test("fix leaves a key that the chart does not have to be reported", async () => {
    const folder = folderWith(files);
    const { code, err } = await run(folder, ["fix", "v.yaml", "--dry-run", "--chart-version", "0.20.0"]);
    assert.equal(code, 0);
    assert.match(err, /Remaining: 1 warning, 1 information\./);
  });
});

suite("a version means the same wherever it is named", () => {
  const meant = { "v0.34.0": "0.34.0", "0.34": "0.34.0", "~0.30.0": "0.30.0", ">=0.30": "0.34.0" };
  for (const [written, version] of Object.entries(meant)) {
    test(written, async () => {
      const folder = folderWith({
        "v.yaml": `# cap-operator: values version=${written}\n${CLEAN}`,
        "plain/v.yaml": CLEAN,
        "set/.cap-operator.yaml": `chart: cap-operator\nchartVersion: "${written}"\n`,
        "set/v.yaml": CLEAN,
      });
      const said = new RegExp(`^1 file as cap-operator ${version.replaceAll(".", "\\.")} `, "m");
      assert.match((await run(folder, ["check", "v.yaml"])).out, said);
      assert.match((await run(folder, ["check", "plain/v.yaml", "--chart-version", written])).out, said);
      assert.match((await run(path.join(folder, "set"), ["check", "v.yaml"])).out, said);
      const diff = await run(folder, ["diff", `@${written}`, `@${version}`]);
      assert.deepEqual([diff.code, diff.out], [0, "No value is different.\n"], diff.err);
      const upgrade = await run(folder, ["upgrade", "-f", "plain/v.yaml", "--to", written, "--dry-run"]);
      assert.match(upgrade.err, new RegExp(` to cap-operator ${version.replaceAll(".", "\\.")}:`));
    });
  }

  test("one that is more likely a misspelling than a release to come is a warning", async () => {
    const folder = folderWith({ "v.yaml": CLEAN });
    const { code, out } = await run(folder, ["check", "v.yaml", "--chart-version", "0.43.0"]);
    assert.equal(code, 1);
    assert.match(
      out,
      /^v\.yaml:1:1 warning newer-chart 0\.43\.0 is not known here, and most likely 0\.34\.0 is meant/m,
    );
    for (const command of [
      ["diff", "@0.34.0", "@0.43.0"],
      ["upgrade", "-f", "v.yaml", "--to", "0.43.0"],
    ]) {
      const refused = await run(folder, command);
      assert.deepEqual(
        [refused.code, refused.err.endsWith("Did you mean 0.34.0?\n")],
        [2, true],
        refused.err,
      );
    }
  });
});

suite("a chart or version on the command line that cannot be used: exit code 2 and one sentence", () => {
  const named: readonly (readonly [readonly string[], RegExp])[] = [
    [["--chart", "./nope"], /^No chart found at \.\/nope\.\n$/],
    [["--chart", "./nope.tgz"], /^No chart found at \.\/nope\.tgz\.\n$/],
    [
      ["--chart", "nosuch"],
      /^nosuch is not a known chart\. Specify cap-operator, or the folder or archive of a chart\.\n$/,
    ],
    [["--chart", "."], /^The folder has no Chart\.yaml/],
    [
      ["--chart-version", "latest"],
      /^cap-operator has no version latest\. The newest known version is 0\.34\.0\.\n$/,
    ],
    [
      ["--chart", "../charts/own", "--chart-version", "0.34.0"],
      /^It has version 9\.9\.9, and not 0\.34\.0\.\n$/,
    ],
    [["--chart-version", "0.13.5"], /^cap-operator has no version 0\.13\.5\./],
  ];
  const commands: Readonly<Record<string, readonly string[]>> = {
    check: ["check", "v.yaml"],
    "check -f": ["check", "-f", "v.yaml"],
    effective: ["effective", "-f", "v.yaml"],
    schema: ["schema"],
    explain: ["explain", "controller.replicas"],
    upgrade: ["upgrade", "-f", "v.yaml", "--to", "0.34.0", "--dry-run"],
  };
  for (const [name, command] of Object.entries(commands)) {
    test(name, async () => {
      const folder = repository();
      for (const [options, sentence] of named) {
        const { code, out, err } = await run(folder, [...command, ...options]);
        assert.deepEqual([code, out], [2, ""], `${options}: ${err}`);
        assert.match(err, sentence);
      }
    });
  }
});

test("a range that a known version is in is that version", async () => {
  const folder = folderWith({ "v.yaml": CLEAN });
  for (const version of ["0.34", "^0.34.0", ">=0.30, <0.40", "v0.34.0"]) {
    const { code, err } = await run(folder, ["check", "v.yaml", "--chart-version", version]);
    assert.equal(code, 0, `${version}: ${err}`);
  }
});

for (const version of ["0.35.0", "9.9.9", ">=1"]) {
  test(`the newer version ${version}: one information, and no key is called unknown`, async () => {
    const folder = folderWith({
      "v.yaml": `newKey: 1\n${CLEAN}`,
      ".cap-operator.yaml": `releases:\n- {name: prod, chart: cap-operator, version: "${version}", values: [v.yaml]}\n`,
    });
    const options = [
      ["v.yaml", "--chart-version", version],
      ["--release", "prod"],
    ];
    for (const choice of options) {
      const { code, out } = await run(folder, ["check", "-r", "json", ...choice]);
      assert.equal(code, 0, out);
      const { files } = JSON.parse(out) as { files: { findings: { severity: string; message: string }[] }[] };
      assert.deepEqual(
        files.flatMap(({ findings }) => findings.map(({ severity, message }) => [severity, message])),
        [["information", `${version} is not known here; checked as 0.34.0.`]],
      );
    }
  });
}

test("a path on the command line is read wherever it is", async () => {
  const folder = repository();
  for (const chart of ["../charts/own", "../../outside/cap-operator", "link"]) {
    const { code, out, err } = await run(folder, ["check", "v.yaml", "--chart", chart]);
    assert.equal(code, 0, `${chart}: ${out}${err}`);
  }
});

test("a path in the settings is read inside their repository", async () => {
  const folder = repository("chart: ../charts/own\n");
  assert.equal((await run(folder, ["check", "v.yaml"])).code, 0);
});

for (const chart of ["../../outside/cap-operator", "./link"]) {
  test(`the chart ${chart} outside of the repository is not read, and not taken for the one with its name`, async () => {
    const sentence = `The chart at ${chart} is outside the workspace and its repository, so it is not read.`;
    const ofProject = await run(repository(`chart: ${chart}\n`), ["check", "v.yaml"]);
    assert.deepEqual([ofProject.code, ofProject.err], [2, `${sentence}\n`]);
    const release = `releases:\n- {name: prod, chart: ${chart}, values: [v.yaml]}\n`;
    const { code, out } = await run(repository(release), ["check", "--release", "prod", "-r", "json"]);
    assert.equal(code, 2);
    const { files } = JSON.parse(out) as {
      files: { path: string; findings: { code: string; message: string }[] }[];
    };
    assert.deepEqual(
      files.map(({ path: file, findings }) => [
        file,
        ...findings.map((finding) => [finding.code, finding.message]),
      ]),
      [
        [".cap-operator.yaml", ["unusable-chart", `Release prod: ${sentence}`]],
        ["v.yaml", ["unusable-chart", sentence]],
      ],
    );
  });
}

test("a values file of a release is read inside the repository; outside, nothing is put together without it", async () => {
  const settings = (file: string) =>
    `releases:\n- {name: prod, chart: cap-operator, version: 0.34.0, values: [${file}, v.yaml]}\n`;
  const inside = await run(repository(settings("../base.yaml")), [
    "effective",
    "--release",
    "prod",
    "--key",
    "controller.replicas",
  ]);
  assert.deepEqual([inside.code, inside.err], [0, ""]);
  assert.match(inside.out, /^controller\.replicas: 7/);
  const { code, out, err } = await run(repository(settings("../../outside/base.yaml")), [
    "effective",
    "--release",
    "prod",
  ]);
  assert.deepEqual([code, out], [2, ""]);
  assert.match(
    err,
    /^The values file \.\.\/\.\.\/outside\/base\.yaml is outside the workspace and its repository/,
  );
});

test("the same chart for one release: the others are checked, and the exit code is 2", async () => {
  const folder = folderWith({
    "a.yaml": CLEAN,
    "b.yaml": CLEAN,
    ".cap-operator.yaml":
      "releases:\n- {name: a, chart: ./nope, values: [a.yaml]}\n- {name: b, chart: cap-operator, version: 0.34.0, values: [b.yaml]}\n",
  });
  const { code, out } = await run(folder, ["check", "--all-releases"]);
  assert.equal(code, 2);
  assert.match(
    out,
    /^\.cap-operator\.yaml:2:1 error unusable-chart Release a: No chart found at \.\/nope\.$/m,
  );
  assert.match(out, /^a\.yaml:1:1 error unusable-chart No chart found at \.\/nope\.$/m);
  assert.doesNotMatch(out, /^b\.yaml/m);
});

test("without any values, a chart that brings the operator's along sets its defaults", async () => {
  const folder = folderWith({
    "platform/Chart.yaml":
      "apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies:\n- {name: cap-operator, version: 9.9.9}\n",
    "platform/values.yaml": "cap-operator:\n  controller: {replicas: 7}\n",
    "platform/charts/cap-operator/Chart.yaml": CHART,
    "platform/charts/cap-operator/values.yaml": VALUES,
  });
  const { code, out } = await run(folder, ["effective", "--chart", "./platform"]);
  assert.equal(code, 0);
  assert.match(out, /^controller:\n {2}replicas: 7 /m);
});

test("a values file that an Application elsewhere names is checked with its chart, whichever file comes first", async () => {
  const folder = folderWith({
    "apps/cop.yaml":
      "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: cop}\nspec:\n  sources:\n  - {repoURL: 'https://git.corp.internal/x.git', ref: git}\n  - {repoURL: ghcr.io/x, chart: cap-operator, targetRevision: 0.20.0, helm: {valueFiles: [$git/a/cop.yaml]}}\n",
    "a/cop.yaml": `${CLEAN}  rolloutDelay: 5m\n`,
  });
  const { out } = await run(folder, ["check", "."]);
  assert.match(out, /^a\/cop\.yaml:\d+:3 warning unknown-key /m);
  assert.match(out, /as cap-operator 0\.20\.0/);
});
