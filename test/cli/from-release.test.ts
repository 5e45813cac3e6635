import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { fakeHelm } from "../ask-helm/fake-helm.ts";
import { folderWith, type Ran, run } from "./run.ts";

const skip = process.platform === "win32" && "a script of Node is no program on Windows";

const HISTORY = [
  { revision: 1, status: "superseded", chart: "cap-operator-0.33.0" },
  { revision: 2, status: "deployed", chart: "cap-operator-0.34.0" },
  { revision: 3, status: "failed", chart: "cap-operator-0.35.0" },
];
const VALUES = {
  webhook: { replicas: 1 },
  controller: { replicas: 3, token: "sesame-open" },
  podLabels: { on: "1" },
};

/** Variables by which Helm would take another release. */
const ENVIRONMENT = { HELM_NAMESPACE: "elsewhere" };

/** A Helm with one release that writes down what it is asked. */
function withHelm(history: unknown = HISTORY, values: unknown = VALUES, body = "") {
  const folder = folderWith({});
  const bin = path.join(folder, "bin");
  const log = path.join(folder, "asked");
  mkdirSync(bin);
  fakeHelm(
    bin,
    `const args = process.argv.slice(2);
     fs.appendFileSync(${JSON.stringify(log)}, args.join(" ") + "\\n");
     ${body}
     if (args.at(-1) !== "cop" || process.env.HELM_NAMESPACE) { fs.writeSync(2, "WARNING: x\\nError: release: not found\\n"); process.exit(1); }
     fs.writeSync(1, args[0] === "history" ? ${JSON.stringify(text(history))} : ${JSON.stringify(text(values))});`,
  );
  return {
    folder,
    asked: () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []),
    run: (...args: readonly string[]): Promise<Ran> =>
      run(folder, ["values", ...args], {
        env: { ...ENVIRONMENT, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` },
      }),
  };
}

function text(answer: unknown): string {
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

/** The sentence about keys that the file lacks, so that a person knows that a later default would count. */
const LEFT_OUT = "1 key is left out, because its value is the chart's default: webhook.replicas.\n";

suite("values --from-release", { skip }, () => {
  test("prints the smallest values file of the revision that runs", async () => {
    const helm = withHelm();
    const { code, out, err } = await helm.run("--from-release", "cop");
    assert.deepEqual([code, err], [0, LEFT_OUT]);
    assert.equal(
      out.replaceAll(/^ *# (?!cap-operator).*\n/gm, ""),
      '# cap-operator: values chart=cap-operator version=0.34.0\npodLabels:\n  "on": "1"\ncontroller:\n  replicas: 3\n  token: sesame-open\n',
    );
    assert.match(out, /# Number of pods of this component\.\n {2}replicas: 3/);
    assert.deepEqual(helm.asked(), [
      "history --output=json -- cop",
      "get values --output=json --revision=2 -- cop",
    ]);
  });

  test("writes a new file, and asks in the namespace and the context that are named", async () => {
    const helm = withHelm();
    const args = ["--from-release", "cop", "-n", "ops", "--kube-context", "-prod", "--output", "v.yaml"];
    assert.deepEqual(await helm.run(...args), { code: 0, out: "", err: LEFT_OUT });
    assert.match(readFileSync(path.join(helm.folder, "v.yaml"), "utf8"), /\n {2}token: sesame-open\n$/);
    assert.equal(statSync(path.join(helm.folder, "v.yaml")).mode & 0o777, 0o600);
    assert.equal(helm.asked()[0], "history --output=json --namespace=ops --kube-context=-prod -- cop");
    const again = await helm.run(...args);
    assert.deepEqual([again.code, again.err], [2, "v.yaml already exists.\n"]);
    assert.equal(helm.asked().length, 2);
  });

  test("what is not known of the chart is said in one sentence", async () => {
    const newer = await withHelm([{ ...HISTORY[1], chart: "cap-operator-9.9.9" }]).run(
      "--from-release",
      "cop",
    );
    assert.match(newer.out, /replicas: 1\n/);
    const unknown =
      "The defaults of cap-operator 9.9.9 are not known, so the file has all values that were set.\n";
    assert.deepEqual([newer.code, newer.err], [0, unknown]);
    const other = await withHelm([{ ...HISTORY[1], chart: "web-1.0.0" }]).run("--from-release", "cop");
    assert.deepEqual(other, { code: 2, out: "", err: "web-1.0.0 is not a chart of the operator.\n" });
  });

  test("a release that is not found: exit code 2 and one sentence", async () => {
    assert.deepEqual(await withHelm().run("--from-release", "other"), {
      code: 2,
      out: "",
      err: "Helm has no release other in this namespace. Name another one with --namespace.\n",
    });
  });

  test("without helm on the PATH: exit code 2 and one sentence", async () => {
    const folder = folderWith({});
    const ran = await run(folder, ["values", "--from-release", "cop"], { env: { PATH: folder } });
    assert.deepEqual(ran, { code: 2, out: "", err: "Helm was not found on the PATH. Install Helm.\n" });
  });

  test("what Helm prints is not repeated when it cannot be read, nor is a login: exit code 3", async () => {
    for (const [history, values] of [
      ["{sesame", VALUES],
      ["[]", VALUES],
      ['[{"chart": "sesame"}]', VALUES],
      [HISTORY, '{"a": "sesame"} and more'],
    ] as const) {
      const ran = await withHelm(history, values).run("--from-release", "cop");
      assert.deepEqual(ran, {
        code: 3,
        out: "",
        err: "What Helm printed about the release cop cannot be read.\n",
      });
    }
    const error =
      'Error: Kubernetes cluster unreachable: Get \\"https://ada:sesame@dev:6443/version\\": no route to host\\n';
    const failing = withHelm(HISTORY, VALUES, `fs.writeSync(2, "${error}"); process.exit(1);`);
    assert.deepEqual(await failing.run("--from-release", "cop"), {
      code: 3,
      out: "",
      err: 'Helm cannot read the release cop: Kubernetes cluster unreachable: Get "https://dev:6443/version": no route to host\n',
    });
  });

  test("the release must be named, and a file that cannot be written is said: exit codes 2 and 3", async () => {
    const helm = withHelm();
    assert.equal((await helm.run()).code, 2);
    writeFileSync(path.join(helm.folder, "file"), "");
    const ran = await helm.run("--from-release", "cop", "--output", "file/v.yaml");
    assert.equal(ran.code, 3);
    assert.match(ran.err, /^file\/v\.yaml could not be written: /m);
  });
});
