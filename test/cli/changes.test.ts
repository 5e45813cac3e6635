import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const textOf = (folder: string, name: string) => readFileSync(path.join(folder, name), "utf8");

/** Values with a number that is meant as text, which is safe to fix, and a typo, which is only likely to be one. */
const WRONG = `# keep me\n${CLEAN}  replicaz: 2   # and me\nimage: {tag: 1.10}\n`;

test("safe fixes are made, and every other byte stays: comments, line ends, the mark at the beginning", async () => {
  const before = `\ufeff${WRONG.replaceAll("\n", "\r\n")}`;
  const folder = folderWith({ "values.yaml": before });
  const { code, out } = await run(folder, ["fix"]);
  const report = [
    "values.yaml fixed.",
    "  8:14 ambiguous-scalar Helm reads 1.10 as the number 1.1. Put it in quotes if you mean the text.",
    "Fixed 1 problem in 1 file. Remaining: 1 warning.",
    "",
  ];
  assert.deepEqual([code, out], [0, report.join("\n")]);
  assert.equal(textOf(folder, "values.yaml"), before.replace("1.10", '"1.10"'));
  const left = "Nothing was fixed. Remaining: 1 warning.\n";
  assert.deepEqual(await run(folder, ["fix"]), { code: 0, out: left, err: "" });
});

test("fix ends with code 1 as long as errors remain, and is quiet about files without problems", async () => {
  const folder = folderWith({
    "values.yaml": `${CLEAN}webhook:\n  replicas: -1\n`,
    "clean.values.yaml": CLEAN,
  });
  const { code, out } = await run(folder, ["fix"]);
  assert.deepEqual([code, out], [1, "Nothing was fixed. Remaining: 1 error.\n"]);
  assert.deepEqual(await run(folder, ["fix", "clean.values.yaml"]), { code: 0, out: "", err: "" });
});

test("fix reports each problem at the place that it had", async () => {
  const label = (key: string) => `  ${key}: 1.10\n`;
  const folder = folderWith({ "values.yaml": `${CLEAN}podLabels:\n${label("a")}${label("b")}  c: x\n` });
  const { out } = await run(folder, ["fix"]);
  assert.deepEqual(
    [...out.matchAll(/^ {2}(\d+:\d+) (\S+)/gm)].map(([, place, rule]) => [place, rule]),
    [
      ["7:6", "invalid-label"],
      ["8:6", "invalid-label"],
    ],
  );
});

test("--unsafe makes those that are most likely right as well", async () => {
  const folder = folderWith({ "values.yaml": WRONG });
  await run(folder, ["fix", "--unsafe"]);
  assert.equal(
    textOf(folder, "values.yaml"),
    WRONG.replace("1.10", '"1.10"').replace("replicaz", "replicas"),
  );
});

test("a dry run prints a patch that git applies, has code 1, and changes nothing", async () => {
  const folder = folderWith({ "values.yaml": WRONG });
  const { code, out, err } = await run(folder, ["fix", "--unsafe", "--dry-run"]);
  const said = [
    "values.yaml would be fixed.",
    '  7:3 unknown-key Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?',
    "  8:14 ambiguous-scalar Helm reads 1.10 as the number 1.1. Put it in quotes if you mean the text.",
    "Would fix 2 problems in 1 file. Remaining: none.",
    "",
  ];
  assert.deepEqual([code, err], [1, said.join("\n")]);
  // Git writes the name of a file outside of its folder without the slash at its beginning.
  const outside = await run(folderWith({}), [
    "fix",
    "--unsafe",
    "--dry-run",
    path.join(folder, "values.yaml"),
  ]);
  assert.match(outside.out, /^--- a\/[^/].*\/values\.yaml\n\+\+\+ b\/[^/].*\/values\.yaml\n/);
  const safe = await run(folder, ["fix", "--dry-run"]);
  assert.match(safe.err, /^Would fix 1 problem in 1 file\. Remaining: 1 warning\.$/m);
  assert.equal(textOf(folder, "values.yaml"), WRONG);
  execFileSync("git", ["apply", "-"], { cwd: folder, input: out });
  assert.equal(
    textOf(folder, "values.yaml"),
    WRONG.replace("1.10", '"1.10"').replace("replicaz", "replicas"),
  );
});

test("permissions stay, a link stays a link, and nothing is left beside a file", async () => {
  const folder = folderWith({ "real/values.yaml": WRONG });
  chmodSync(path.join(folder, "real/values.yaml"), 0o640);
  symlinkSync("real/values.yaml", path.join(folder, "values.yaml"));
  await run(folder, ["fix", "values.yaml"]);
  assert.ok(lstatSync(path.join(folder, "values.yaml")).isSymbolicLink());
  assert.match(textOf(folder, "real/values.yaml"), /"1\.10"/);
  assert.equal(statSync(path.join(folder, "real/values.yaml")).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(path.join(folder, "real")), ["values.yaml"]);
});

test("a file that is not UTF-8 is left as it is", async () => {
  const folder = folderWith({});
  const bytes = Buffer.concat([Buffer.from(WRONG), Buffer.from([0x23, 0xe9, 0x0a])]);
  writeFileSync(path.join(folder, "values.yaml"), bytes);
  const { code, err } = await run(folder, ["fix"]);
  assert.deepEqual([code, err], [3, "values.yaml is not valid UTF-8, so it is not changed.\n"]);
  assert.ok(readFileSync(path.join(folder, "values.yaml")).equals(bytes));
});

test("files of others and files that are only likely of the operator are not touched", async () => {
  const foreign = "image: {tag: 1.10}\n";
  const folder = folderWith({
    "values.yaml": foreign,
    "shop/Chart.yaml": "name: shop\nversion: 1.0.0\n",
    "shop/values.yaml": foreign,
  });
  assert.deepEqual(await run(folder, ["fix", "--unsafe"]), { code: 0, out: "", err: "" });
  assert.equal(textOf(folder, "values.yaml"), foreign);
});

test("formatting changes the layout only, and leaves what is not YAML", async () => {
  const broken = `${CLEAN}a: [\n`;
  const folder = folderWith({
    "values.yaml": `${CLEAN}image:   {   tag:    "1" }\n`,
    "b.values.yaml": broken,
  });
  const dry = await run(folder, ["format", "--dry-run"]);
  assert.equal(dry.code, 1);
  const { code, out } = await run(folder, ["format"]);
  assert.deepEqual([code, out], [0, "values.yaml formatted.\n"]);
  assert.equal(textOf(folder, "values.yaml"), `${CLEAN}image: { tag: "1" }\n`);
  assert.equal(textOf(folder, "b.values.yaml"), broken);
});

/** Values in the words of the published chart before `dnsManager` and others came. */
const OLD =
  "# cap-operator: values version=0.10.0\nsubscriptionServer:\n  domain: cop.cluster-a.landscape.internal\n";

test("an upgrade migrates what is safe, says what it does, and a dry run changes nothing", async () => {
  const folder = folderWith({ "values.yaml": OLD });
  const dry = await run(folder, ["upgrade", "-f", "values.yaml", "--to", "0.34.0", "--dry-run"]);
  assert.equal(dry.code, 1);
  assert.deepEqual(await run(folder, ["upgrade", "-f", "values.yaml", "--to", "v0.34.0", "--dry-run"]), dry);
  assert.match(
    dry.err,
    /^From cap-operator 0\.10\.0 to cap-operator 0\.34\.0: \d+ changes in the chart, none for these values\.\nTo list .*--all\.\n$/,
  );
  assert.match(dry.out, /^-# cap-operator: values version=0\.10\.0$/m);
  assert.match(dry.out, /^\+# cap-operator: values version=0\.34\.0$/m);
  assert.equal(textOf(folder, "values.yaml"), OLD);
  const { out } = await run(folder, ["upgrade", "-f", "values.yaml", "--to", "0.34.0"]);
  assert.equal(out, "values.yaml migrated.\n");
  assert.match(textOf(folder, "values.yaml"), /version=0\.34\.0/);
});

test("an upgrade goes on with the other files if one cannot be written, with a line of it and exit code 3", async () => {
  const content = { "a.yaml": OLD, "b.yaml": OLD, "c.yaml": OLD };
  const folder = folderWith(content);
  chmodSync(path.join(folder, "b.yaml"), 0o444);
  const { code, out, err } = await run(folder, ["upgrade", "-f", "a.yaml,b.yaml,c.yaml", "--to", "0.34.0"]);
  assert.equal(code, 3);
  assert.equal(out, "a.yaml migrated.\nc.yaml migrated.\n");
  assert.match(err, /^b\.yaml is read-only, so it is not changed\. Make it writable first\.$/m);
  assert.equal(textOf(folder, "b.yaml"), OLD);
});

test("format --check lists the files that would change, and changes nothing", async () => {
  const loose = "subscriptionServer:   {domain: a.b.c}\n";
  const folder = folderWith({ "values.yaml": CLEAN, "b.values.yaml": loose });
  const { code, out, err } = await run(folder, ["format", "--check"]);
  assert.deepEqual([code, out, err], [1, "b.values.yaml is not formatted.\n", ""]);
  assert.equal(textOf(folder, "b.values.yaml"), loose);
  assert.deepEqual(await run(folder, ["format", "--check", "values.yaml"]), { code: 0, out: "", err: "" });
  const input = await run(folder, ["format", "--check", "--stdin-file-path", "values.yaml"], {
    input: loose,
  });
  assert.deepEqual([input.code, input.out], [1, "values.yaml is not formatted.\n"]);
  assert.equal((await run(folder, ["format", "--check", "--dry-run"])).code, 2);
});

test("an upgrade says first how much concerns the values, and lists the rest of the chart if asked", async () => {
  const folder = folderWith({
    "values.yaml": `${OLD.replace("0.10.0", "0.30.0")}webhook:\n  sidecar: true\n`,
  });
  const upgrade = ["upgrade", "-f", "values.yaml", "--to", "0.34.0", "--dry-run"];
  const { err } = await run(folder, upgrade);
  const [head = "", ...lines] = err.split("\n");
  assert.match(head, /: \d+ changes? for these values, \d+ others in the chart\.$/);
  assert.ok(
    lines.some((line) => /^ {2}ignored: .*webhook\.sidecar/.test(line)),
    err,
  );
  assert.ok(!lines.some((line) => line.startsWith("  chart: ")), err);
  const all = await run(folder, [...upgrade, "--all"]);
  assert.equal(all.err.split("\n")[0], head);
  assert.match(all.err, /^ {2}chart: "webhook\.volumes" is new/m);
});

test("what the templates of the other chart read is neither ignored nor removed, as check says of the same chart", async () => {
  const template = "level: {{ .Values.logLevel }}\nwebhook: {{ .Values.webhook.logLevel }}\n";
  const chart = (version: string) => ({
    [`${version}/Chart.yaml`]: `apiVersion: v2\nname: cap-operator\nversion: ${version}\n`,
    [`${version}/values.yaml`]: `${CLEAN}webhook:\n  replicas: 1\n`,
    [`${version}/templates/all.yaml`]: template,
  });
  const values = `${CLEAN}webhook:\n  logLevel: 2\nlogLevel: 1\n`;
  const folder = folderWith({ ...chart("1.0.0"), ...chart("2.0.0"), "values.yaml": values });
  const upgrade = ["upgrade", "-f", "values.yaml", "--chart", "./1.0.0", "--to", "./2.0.0", "--dry-run"];
  const { code, err } = await run(folder, upgrade);
  assert.deepEqual([code, err], [0, "From cap-operator 1.0.0 to cap-operator 2.0.0: nothing changes.\n"]);
  const checked = await run(folder, ["check", "-f", "values.yaml", "--chart", "./2.0.0"]);
  assert.doesNotMatch(checked.out, /unknown-key/);
});

test("an upgrade to nothing, or of nothing, is wrong use", async () => {
  const folder = folderWith({ "values.yaml": OLD });
  const unknown = await run(folder, ["upgrade", "-f", "values.yaml", "--to", "99.0.0"]);
  assert.equal(unknown.code, 2);
  assert.match(
    unknown.err,
    /^99\.0\.0 is not a known version or a chart of the operator\. Known versions: 0\.0\.1 to 0\.34\.0\./,
  );
  assert.equal((await run(folder, ["upgrade", "--to", "0.34.0"])).code, 2);
  assert.equal((await run(folder, ["upgrade", "-f", "values.yaml"])).code, 2);
});

test("the rules of fix do not take the paths after them, and can be repeated or listed", async () => {
  const rest = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";
  const text = `image:\n  tag: 1.10\npodLabels:\n  a: 1\n${rest}`;
  for (const rules of [
    ["--rule", "ambiguous-scalar,invalid-label"],
    ["--rule", "ambiguous-scalar", "--rule", "invalid-label"],
  ]) {
    const folder = folderWith({ "values.yaml": text, "other-values.yaml": text });
    const { code } = await run(folder, ["fix", ...rules, "values.yaml"]);
    assert.equal(code, 0);
    const fixed = `image:\n  tag: "1.10"\npodLabels:\n  a: "1"\n${rest}`;
    assert.equal(readFileSync(path.join(folder, "values.yaml"), "utf8"), fixed);
    assert.equal(readFileSync(path.join(folder, "other-values.yaml"), "utf8"), text);
  }
});
