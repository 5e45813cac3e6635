import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fakeHelm } from "../ask-helm/fake-helm.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { CLEAN, folderWith, program, type Ran, run } from "./run.ts";

const skip = process.platform === "win32" && "a script of Node is no program on Windows";

const CHART = {
  "Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
  "values.yaml":
    'owner: me\ncontroller: {replicas: 1, dnsTarget: ""}\nsubscriptionServer: {domain: "", dnsTarget: ""}\nwebhook: {}\n',
  "templates/x.yaml": '{{ required "no owner" .Values.owner }}\n{{ toYaml .Values }}\n',
};
const HERE = Object.fromEntries(Object.entries(CHART).map(([name, text]) => [`mine/${name}`, text]));
const REFUSAL = "Error: execution error at (mine/templates/x.yaml:1:4): no owner\n";
const ENTRY = `# cap-operator: values chart=./mine\n${CLEAN}owner: ""\n`;
const REFUSED = ["helm-template", "error", "The chart rejects the values: no owner", 7, 1];

/** A Helm that writes down its questions and refuses values with an empty owner, as Helm does with the chart here. */
function withHelm(folder: string, body = ""): { readonly env: Record<string, string>; asked(): string[][] } {
  const bin = path.join(folder, "bin");
  const log = path.join(folder, "asked");
  mkdirSync(bin);
  fakeHelm(
    bin,
    `fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(2)) + "\\n");
     ${body}
     const files = process.argv.filter((one) => one.startsWith("--values=")).map((one) => fs.readFileSync(one.slice(9), "utf8"));
     if (files.some((text) => text.includes('owner: ""'))) {
       fs.writeSync(2, ${JSON.stringify(REFUSAL)});
       process.exit(1);
     }`,
  );
  return {
    env: { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` },
    asked() {
      if (!existsSync(log)) return [];
      const lines = readFileSync(log, "utf8").trimEnd().split("\n");
      return lines.map((line) => JSON.parse(line) as string[]);
    },
  };
}

/** The findings of Helm, by file. */
function refusals({ out }: Ran): Record<string, unknown[][]> {
  interface Found {
    code: string;
    severity: string;
    message: string;
    range: { start: { line: number; column: number } };
  }
  const { files } = JSON.parse(out) as { files: { path: string; findings: Found[] }[] };
  return Object.fromEntries(
    files.map(({ path: file, findings }) => [
      file,
      findings
        .filter(({ code }) => code === "helm-template")
        .map(({ code, severity, message, range: { start } }) => [
          code,
          severity,
          message,
          start.line,
          start.column,
        ]),
    ]),
  );
}

suite("check --render", { skip }, () => {
  test("reports a required value at its key", async () => {
    const folder = folderWith({ ...HERE, "v.yaml": ENTRY });
    const helm = withHelm(folder);
    const ran = await run(folder, ["check", "--render", "-r", "json", "v.yaml"], { env: helm.env });
    assert.equal(ran.code, 1, ran.err);
    assert.deepEqual(refusals(ran), { "v.yaml": [REFUSED] });
    const [[command, ...args] = []] = helm.asked();
    assert.deepEqual(
      [command, ...args.slice(-4)],
      ["template", "--namespace=cap-operator-system", "--", "cap-operator", path.join(folder, "mine")],
    );
  });

  test("what Helm renders has no such finding", async () => {
    const folder = folderWith({ ...HERE, "v.yaml": ENTRY.replace('""', "you") });
    const helm = withHelm(folder);
    const { code, out, err } = await run(folder, ["check", "--render", "v.yaml"], { env: helm.env });
    assert.equal(code, 0, out + err);
    assert.equal(helm.asked().length, 1);
  });

  test("a release is asked about once, with its name, files and entries, and the finding is in the file with the key", async () => {
    const folder = folderWith({
      ...HERE,
      "a.yaml": CLEAN,
      "b.yaml": 'owner: ""\n',
      ".cap-operator.yaml":
        "releases:\n- {name: prod, namespace: ops, chart: ./mine, values: [a.yaml, b.yaml], set: [controller.replicas=2]}\n",
    });
    const helm = withHelm(folder);
    const args = ["check", "--render", "-r", "json", "--release", "prod"];
    const ran = await run(folder, args, { env: helm.env });
    assert.equal(ran.code, 1, ran.err);
    assert.deepEqual(refusals(ran), {
      "a.yaml": [],
      "b.yaml": [["helm-template", "error", "The chart rejects the values: no owner", 1, 1]],
    });
    const [first = [], ...others] = helm.asked();
    assert.deepEqual(others, []);
    assert.deepEqual(first.slice(3), [
      "--set=controller.replicas=2",
      "--namespace=ops",
      "--",
      "prod",
      path.join(folder, "mine"),
    ]);
  });

  test("Helm is given the values at a place in a document as a file of their own, unless the product writes into them", async () => {
    const text = (owner: string) =>
      `kind: Other\nspec:\n  # theirs\n  values:\n    # ours\n    owner: ${owner}\n    controller:\n      replicas: 2\n  items:\n    - webhook: {}\n      owner: ""\n  text: |+\n    owner: ""\n`;
    for (const [place, given] of [
      ["values", "# ours\nowner: me\ncontroller:\n  replicas: 2\n"],
      ["items[0]", 'webhook: {}\nowner: ""\n'],
      ["text", 'owner: ""\n'],
    ] as const) {
      const settings = `releases:\n- {name: prod, chart: ./mine, values: [a.yaml, "cop.yaml#spec.${place}"]}\n`;
      const folder = folderWith({
        ...HERE,
        "a.yaml": CLEAN,
        ".cap-operator.yaml": settings,
        "cop.yaml": text("me"),
      });
      const seen = path.join(folder, "seen");
      const copy = `const last = process.argv.filter((one) => one.startsWith("--values=")).at(-1); fs.copyFileSync(last.slice(9), ${JSON.stringify(seen)});`;
      await run(folder, ["check", "--render", "--release", "prod"], { env: withHelm(folder, copy).env });
      assert.equal(readFileSync(seen, "utf8"), given);
    }
    const settings = 'releases:\n- {name: prod, chart: ./mine, values: ["cop.yaml#spec.values"]}\n';
    const folder = folderWith({ ...HERE, ".cap-operator.yaml": settings, "cop.yaml": text("$" + "{owner}") });
    const helm = withHelm(folder);
    const { err } = await run(folder, ["check", "--render", "--release", "prod"], { env: helm.env });
    assert.match(err, /^cop\.yaml was not rendered: .+\nHelm was not asked about any file\./);
    assert.deepEqual(helm.asked(), []);
  });

  test("files on the command line are given to Helm with the name of a release that it accepts", async () => {
    const folder = folderWith({ "mine.tgz": "", "v.yaml": `${CLEAN}owner: ""\n` });
    const archived = Object.entries(CHART).map(([name, text]) => [`mine/${name}`, text] as const);
    writeFileSync(path.join(folder, "mine.tgz"), packed(entriesOf(Object.fromEntries(archived))));
    const helm = withHelm(folder);
    const args = ["check", "--render", "-r", "json", "-f", "v.yaml", "--chart", "mine.tgz"];
    const ran = await run(folder, args, { env: helm.env });
    assert.deepEqual([ran.code, ran.err], [1, ""]);
    assert.deepEqual(refusals(ran), { "v.yaml": [["helm-template", "error", REFUSED[2], 6, 1]] });
    assert.deepEqual(helm.asked()[0]?.slice(-2), ["cap-operator", path.join(folder, "mine.tgz")]);
  });

  test("a file of an entry is given to Helm with its content, and what it cannot render is said of the entry", async () => {
    const folder = folderWith({ ...HERE, "owner.txt": "", "v.yaml": CLEAN });
    const body = `const set = process.argv.find((one) => one.startsWith("--set-file=owner="));
      if (set && fs.readFileSync(set.slice(17), "utf8") === "") { fs.writeSync(2, ${JSON.stringify(REFUSAL)}); process.exit(1); }`;
    const helm = withHelm(folder, body);
    const args = ["check", "--render", "-f", "v.yaml", "--chart", "./mine", "--set-file", "owner=owner.txt"];
    const ran = await run(folder, args, { env: helm.env });
    assert.match(
      ran.out,
      /--set-file #1 \(owner=owner\.txt\): The chart rejects the values: no owner/,
      ran.err,
    );
    assert.equal(ran.code, 1);
    writeFileSync(path.join(folder, "owner.txt"), "us");
    const fixed = await run(folder, args, { env: helm.env });
    assert.equal(fixed.code, 0, fixed.out + fixed.err);
  });

  test("a release that has only entries is asked about", async () => {
    const folder = folderWith({
      ...HERE,
      ".cap-operator.yaml": "releases:\n- {name: prod, chart: ./mine, values: [], set: [owner=]}\n",
    });
    const helm = withHelm(
      folder,
      `if (process.argv.includes("--set=owner=")) { fs.writeSync(2, ${JSON.stringify(REFUSAL)}); process.exit(1); }`,
    );
    const ran = await run(folder, ["check", "--render", "--release", "prod"], { env: helm.env });
    assert.match(ran.out, /--set #1 \(owner=\): The chart rejects the values: no owner/, ran.err);
    assert.deepEqual([ran.code, helm.asked().length], [1, 1]);
  });

  test("every one of many files is asked about", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `v${index}.yaml`);
    const folder = folderWith({ ...HERE, ...Object.fromEntries(names.map((name) => [name, ENTRY])) });
    const helm = withHelm(folder);
    const ran = await run(folder, ["check", "--render", "-r", "json", ...names], { env: helm.env });
    assert.deepEqual(refusals(ran), Object.fromEntries(names.map((name) => [name, [REFUSED]])));
    assert.equal(helm.asked().length, names.length);
  });

  test("without helm on the PATH: exit code 2 and one sentence", async () => {
    const folder = folderWith({ ...HERE, "v.yaml": ENTRY });
    const env = { PATH: folder };
    const { code, out, err } = await run(folder, ["check", "--render", "v.yaml"], { env });
    assert.deepEqual(
      [code, out, err],
      [2, "", "Helm was not found on the PATH. Install Helm, or leave out --render.\n"],
    );
  });

  test("without a local chart: exit code 2 and one sentence", async () => {
    const values = `# cap-operator: values chart=cap-operator version=0.34.0\n${CLEAN}`;
    const folder = folderWith({ "v.yaml": values });
    const helm = withHelm(folder);
    const { code, err } = await run(folder, ["check", "--render", "v.yaml"], { env: helm.env });
    assert.deepEqual(
      [code, err],
      [
        2,
        "Helm was not asked about any file. --render needs the folder or archive of the chart, and values that can be read.\n",
      ],
    );
    assert.deepEqual(helm.asked(), []);
  });

  test("values that are filled in later are passed over with a line for each file, while Helm is asked about the others", async () => {
    const later = `kind: Other\nspec:\n  values:\n    owner: ${"$"}{owner}\n    controller:\n      replicas: 2\n`;
    const settings =
      'releases:\n- {name: prod, chart: ./mine, values: ["later.yaml#spec.values"]}\n- {name: dev, chart: ./mine, values: [v.yaml]}\n';
    const folder = folderWith({
      ...HERE,
      ".cap-operator.yaml": settings,
      "later.yaml": later,
      "v.yaml": CLEAN,
    });
    const helm = withHelm(folder);
    const { err } = await run(folder, ["check", "--render", "--all-releases"], { env: helm.env });
    assert.equal(
      err,
      "later.yaml was not rendered: values in it are templates, encrypted or not readable.\n",
    );
    assert.equal(helm.asked().length, 1);
  });

  test("a Helm that does not answer: exit code 3 and one sentence", async () => {
    const folder = folderWith({ ...HERE, "v.yaml": ENTRY });
    const helm = withHelm(folder, `fs.writeSync(2, "x".repeat(5_000_000)); setInterval(() => {}, 1000);`);
    const { code, err } = await run(folder, ["check", "--render", "v.yaml"], { env: helm.env });
    assert.equal(code, 3);
    assert.match(err, /^Not rendered: .*v\.yaml\. Helm was stopped, because it wrote or needed too much\.\n/);
  });

  test("a run that is ended ends Helm first, and leaves no values behind", async () => {
    // Helm does not refuse these values at once: it is still running when it is ended.
    const folder = folderWith({ ...HERE, "v.yaml": ENTRY.replace('""', "you") });
    const pidFile = path.join(folder, "pid");
    mkdirSync(path.join(folder, "tmp"));
    const helm = withHelm(
      folder,
      `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const child = spawn(process.execPath, [program, "check", "--render", "v.yaml"], {
      cwd: folder,
      env: { ...process.env, ...helm.env, TMPDIR: path.join(folder, "tmp") },
      stdio: "ignore",
    });
    const ended = once(child, "close");
    while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "") await wait(10);
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [null, "SIGTERM"]);
    assert.throws(() => process.kill(Number(readFileSync(pidFile, "utf8")), 0));
    const left = readdirSync(path.join(folder, "tmp"));
    assert.deepEqual(
      left.filter((name) => name.startsWith("cap-operator-helm-")),
      [],
    );
  });

  test("without --render, nothing is started", async () => {
    const folder = folderWith({ ...HERE, "v.yaml": ENTRY });
    const helm = withHelm(folder);
    const ran = await run(folder, ["check", "-r", "json", "v.yaml"], { env: helm.env });
    assert.deepEqual(refusals(ran), { "v.yaml": [] });
    assert.deepEqual(helm.asked(), []);
  });
});
