import assert from "node:assert/strict";
import { test } from "node:test";
import { CLEAN, folderWith, run, UNDECIDED } from "./run.ts";

/** The lines of the summary below the one about everything. */
async function charts(files: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
  const { out } = await run(folderWith(files), ["check", ...args]);
  const lines = out.trimEnd().split("\n");
  const summary = lines.slice(lines.findIndex((line) => line.startsWith("Checked ")) + 1);
  return summary.filter((line) => !line.includes(" may have a fix: "));
}

const named = (options: string) => `# cap-operator: values ${options}\n${CLEAN}`;

test("the summary has a line for each chart that files were judged by, with why, that of most files first", async () => {
  const files = {
    "a.yaml": named("version=0.34.0"),
    "b.yaml": named("version=0.34.0"),
    "c.yaml": named("version=0.37.0"),
    "d.yaml": named("chart=./nope"),
    "e.yaml": CLEAN,
    "f.yaml": CLEAN.replace("subscriptionServer:\n", "subscriptionServer:\n  certificateManager: Platform\n"),
  };
  assert.deepEqual(await charts(files), [
    "2 files as cap-operator 0.34.0 (named in the file).",
    "1 file as cap-operator 0.34.0 (named in the file, newer than all known versions).",
    UNDECIDED,
    "1 file as cap-operator-chart (recognized by its keys and values).",
    "1 file without a chart (the one named in the file cannot be used).",
  ]);
  assert.equal((await run(folderWith(files), ["check", "--quiet", "a.yaml"])).out, "");
});

test("what names the chart apart from the file", async () => {
  const files = { "v.yaml": CLEAN };
  assert.deepEqual(await charts(files, "--chart-version", "0.30.0"), [
    "1 file as cap-operator 0.30.0 (named by --chart-version).",
  ]);
  assert.deepEqual(
    await charts({ ...files, ".cap-operator.yaml": "chartVersion: 0.30.0\nchart: cap-operator\n" }),
    ["1 file as cap-operator 0.30.0 (named in the settings)."],
  );
  const releases = "releases:\n- {name: prod, chart: cap-operator, version: 0.29.0, values: [v.yaml]}\n";
  assert.deepEqual(await charts({ ...files, ".cap-operator.yaml": releases }), [
    "1 file as cap-operator 0.29.0 (named in the release).",
  ]);
  const chart = "apiVersion: v2\nname: cap-operator\nversion: 9.9.9\n";
  assert.deepEqual(
    await charts({ "Chart.yaml": chart, "values.yaml": CLEAN, "prod.yaml": CLEAN }, "prod.yaml"),
    ["1 file as cap-operator 9.9.9 (named in Chart.yaml)."],
  );
});

test("what the options name overrides the comment in the file, and the chart next to it", async () => {
  const files = {
    "v.yaml": `# cap-operator: values version=0.34.0\n${CLEAN}`,
    "folder/Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 9.9.9\n",
    "folder/v.yaml": CLEAN,
    "mine/Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
    "mine/values.yaml":
      'controller: {dnsTarget: ""}\nsubscriptionServer: {domain: "", dnsTarget: ""}\nwebhook: {}\n',
  };
  const named = (chart: string, option = "--chart") => [`1 file as ${chart} (named by ${option}).`];
  for (const words of [["v.yaml"], ["-f", "v.yaml"], ["folder/v.yaml"]]) {
    assert.deepEqual(await charts(files, ...words, "--chart", "./mine"), named("mine 7.1.0"));
    assert.deepEqual(
      await charts(files, ...words, "--chart", "cap-operator", "--chart-version", "0.30.0"),
      named("cap-operator 0.30.0"),
    );
  }
  const version = ["--chart-version", "0.30.0"];
  const byVersion = named("cap-operator 0.30.0", "--chart-version");
  assert.deepEqual(await charts(files, "v.yaml", ...version), byVersion);
  const released = {
    "v.yaml": CLEAN,
    ".cap-operator.yaml":
      "releases:\n- {name: prod, chart: cap-operator, version: 0.29.0, values: [v.yaml]}\n",
  };
  for (const what of [["v.yaml"], ["."], ["--all-releases"], ["--release", "prod"]])
    assert.deepEqual(await charts(released, ...what, ...version), byVersion, what.join(" "));
  assert.deepEqual(await charts(released, ".", "--chart", "cap-operator-chart"), named("cap-operator-chart"));
  const folder = folderWith(files);
  const { err } = await run(folder, [
    "upgrade",
    "-f",
    "v.yaml",
    "--chart-version",
    "0.30.0",
    "--to",
    "0.34.0",
    "--dry-run",
  ]);
  assert.match(err, /^From cap-operator 0\.30\.0 to cap-operator 0\.34\.0: /m);
});

test("of many charts, those of most files have a line, and a name of others does not move the cursor", async () => {
  const versions = ["0.34.0", "0.33.0", "0.32.0", "0.31.0", "0.30.0", "0.29.0", "0.28.0"];
  const many = versions.map((version, index) => [`${index}.yaml`, named(`version=${version}`)]);
  assert.deepEqual((await charts(Object.fromEntries(many))).slice(-1), ["2 files as 2 other charts."]);
  const hostile = {
    "chart/Chart.yaml": 'apiVersion: v2\nname: "a\\u001b[2Jb"\nversion: 1.0.0\n',
    "chart/values.yaml": CLEAN,
    "v.yaml": CLEAN,
  };
  const [line = ""] = await charts(hostile, "v.yaml", "--chart", "./chart");
  assert.match(line, /^1 file as a.*b 1\.0\.0 \(named by --chart\)\.$/);
  assert.ok(!line.includes("\u001b"));
});

test("formats for programs have the chart of each file, and undecided as a reason", async () => {
  const folder = folderWith({ "a.yaml": named("version=0.34.0"), "b.yaml": CLEAN });
  const { out } = await run(folder, ["check", "-r", "json", "-r", "sarif=out.sarif"]);
  const { files } = JSON.parse(out) as { files: { chart: { name: string; reason: string } }[] };
  assert.deepEqual(
    files.map(({ chart: { name, reason } }) => [name, reason]),
    [
      ["cap-operator 0.34.0", "modeline"],
      ["cap-operator 0.34.0 or cap-operator-chart", "undecided"],
    ],
  );
});

test("effective values say above them whose defaults they contain, and why", async () => {
  const folder = folderWith({
    "a.yaml": named("version=0.34.0"),
    "b.yaml": CLEAN,
    "c.yaml": named("version=0.37.0"),
  });
  const above = async (...args: string[]) =>
    (await run(folder, ["effective", ...args])).out.split("\n").find((line) => line.includes("defaults are"));
  assert.equal(
    await above("-f", "a.yaml"),
    "# The defaults are those of cap-operator 0.34.0. The comment at the top of this file names the chart cap-operator.",
  );
  assert.equal(await above("-f", "c.yaml"), "# The defaults are those of cap-operator 0.34.0.");
  for (const undecided of [["-f", "b.yaml"], []]) {
    assert.equal(
      await above(...undecided),
      "# The chart is not decided. The defaults are those of cap-operator 0.34.0.",
    );
  }
});

test("each command whose answer depends on the chart says how to decide it, once", async () => {
  const folder = folderWith({ "a.yaml": CLEAN, "b.yaml": named("version=0.34.0") });
  const said = (option: string) =>
    `The chart is not decided: add # cap-operator: values chart=... as the first line, run cap-operator init, or name it with ${option}.\n`;
  const told = async (...args: string[]) =>
    (await run(folder, args)).err.split(/^/m).filter((line) => line.includes("not decided"));
  assert.deepEqual(await told("effective", "-f", "a.yaml"), [said("--chart")]);
  assert.deepEqual(await told("effective", "-f", "a.yaml", "-o", "json"), [said("--chart")]);
  assert.deepEqual(await told("upgrade", "-f", "a.yaml", "--to", "0.30.0", "--dry-run"), [said("--chart")]);
  assert.deepEqual(await told("diff", "a.yaml", "@0.30.0"), [said("@VERSION")]);
  assert.deepEqual(await told("effective", "-f", "b.yaml"), []);
  assert.deepEqual(await told("diff", "a.yaml", "a.yaml"), []);
  assert.deepEqual(await told("diff", "a.yaml@0.30.0", "b.yaml"), []);
});

test("what the options name is not called a setting or the release's own", async () => {
  const folder = folderWith({
    "v.yaml": CLEAN,
    ".cap-operator.yaml":
      "releases:\n- {name: prod, chart: cap-operator, version: 0.29.0, values: [v.yaml]}\n",
    "set/v.yaml": CLEAN,
    "set/.cap-operator.yaml": "chart: cap-operator\nchartVersion: 0.28.0\n",
  });
  const explained = async (...args: string[]) => {
    const { files } = JSON.parse((await run(folder, ["check", "-r", "json", ...args])).out) as {
      files: { chart: { explanation: string } }[];
    };
    return /^[^.]*(?:\.\w[^.]*)*\./.exec(files[0]?.chart.explanation ?? "")?.[0];
  };
  const said = "The command line names the chart cap-operator.";
  assert.equal(await explained("--chart", "cap-operator", "set/v.yaml"), said);
  assert.equal(await explained("--chart-version", "0.30.0", "v.yaml"), said);
  assert.equal(await explained("--release", "prod", "--chart", "cap-operator"), said);
  assert.equal(
    await explained("set/v.yaml", "--config", "set/.cap-operator.yaml"),
    'The setting "chart" names the chart cap-operator.',
  );
  const { out } = await run(folder, ["effective", "-f", "v.yaml", "--chart-version", "0.30.0"]);
  assert.ok(out.includes(`# The defaults are those of cap-operator 0.30.0. ${said}\n`), out);
});
