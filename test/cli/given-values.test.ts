import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite, test } from "node:test";
import { CLEAN, folderWith, program, type Ran, run } from "./run.ts";

const OTHER = CLEAN.replace(/replicas: \d+/, "replicas: 7");
const VALUES = `# cap-operator: values version=0.34.0\n${CLEAN}`;
const FILES = { "a.yaml": `${VALUES}podLabels: {a: b}\n`, "b.yaml": VALUES, "folder/c.yaml": VALUES };

/** Runs a line of bash, in which `cop` is the program. */
async function shell(cwd: string, line: string): Promise<Ran> {
  const script = `cop() { "${process.execPath}" "${program}" "$@"; }; ${line}`;
  const child = spawn("bash", ["-c", script], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const parts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    parts.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    parts.err += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...parts };
}

const skip = process.platform === "win32" && "Windows has no pipes with paths";

suite("values that come through a pipe", { skip }, () => {
  test("are compared", async () => {
    const folder = folderWith(FILES);
    const same = await shell(folder, "cop diff <(cat a.yaml) a.yaml");
    assert.deepEqual(same, { code: 0, out: "No value is different.\n", err: "" });
    const both = await shell(folder, "cop diff <(cat a.yaml) <(cat b.yaml)");
    assert.deepEqual([both.code, both.err], [1, ""]);
    assert.match(both.out, /^podLabels\.a\n {2}- "b"/m);
  });

  test("are checked, and put together with files", async () => {
    const folder = folderWith(FILES);
    const { code, out, err } = await shell(
      folder,
      "cop effective -f <(cat b.yaml) -f a.yaml --key podLabels.a",
    );
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /^podLabels\.a: "b"/);
    const named = await shell(folder, "mkfifo p; cat a.yaml > p & cop effective -f p -o json --changed");
    assert.deepEqual([named.code, named.err, JSON.parse(named.out).podLabels], [0, "", { a: "b" }]);
  });

  test("are not migrated", async () => {
    const ran = await shell(folderWith(FILES), "cop upgrade --to 0.34.0 -f <(cat b.yaml)");
    assert.deepEqual(
      [ran.code, ran.err],
      [2, "The standard input and pipes cannot be migrated. Write them to files, and name these with -f.\n"],
    );
  });

  test("a pipe without an end is not kept", async () => {
    const ran = await shell(folderWith(FILES), "cop effective -f <(yes)");
    assert.equal(ran.code, 3);
    assert.match(ran.err, /^\/dev\/fd\/\d+ has more than 64 MB\.\n$/);
  });

  test("a folder and a device are refused with what they are", async () => {
    const folder = folderWith(FILES);
    for (const [name, sentence] of [
      ["folder", "folder is a folder. Name a values file.\n"],
      ["/dev/null", "/dev/null is a device or a socket. Name a values file or a pipe.\n"],
      ["/dev/zero", "/dev/zero is a device or a socket. Name a values file or a pipe.\n"],
    ] as const) {
      assert.deepEqual(await run(folder, ["diff", name, "a.yaml"]), { code: 2, out: "", err: sentence });
      assert.deepEqual(await run(folder, ["effective", "-f", name]), { code: 2, out: "", err: sentence });
    }
  });
});

suite("diff", () => {
  test("takes the standard input as a side, once", async () => {
    const folder = folderWith(FILES);
    const ran = await run(folder, ["diff", "-", "a.yaml"], { input: FILES["a.yaml"] });
    assert.deepEqual(ran, { code: 0, out: "No value is different.\n", err: "" });
    const twice = await run(folder, ["diff", "-", "-"], { input: OTHER });
    assert.deepEqual([twice.code, twice.err], [2, "The standard input can be named once only.\n"]);
  });

  test("a side that Helm rejects is no side that is equal", async () => {
    const broken = {
      "a.yaml": 'controller:\n  replicas: "2\n',
      "b.yaml": "controller:\n  replicas: [5\n",
      "empty.yaml": "",
    };
    const folder = folderWith(broken);
    for (const [first, other] of [
      ["a.yaml", "b.yaml"],
      ["a.yaml", "empty.yaml"],
      ["empty.yaml", "b.yaml"],
    ] as const) {
      const { code, out, err } = await run(folder, ["diff", first, other]);
      assert.equal(code, 1, out + err);
      assert.doesNotMatch(out, /No value/);
      assert.match(err, /^Helm rejects [ab]\.yaml/);
      assert.match(err, /\nNot all values were compared, because Helm rejects some of them\.\n$/);
      const json = await run(folder, ["diff", "-o", "json", first, other]);
      assert.equal(json.code, 1);
    }
  });
});
