// Rules that are chosen for one run: --only and --skip.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CLEAN, folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

const TWO = `${WITH_UNKNOWN_KEY}  replicas: -1\n`;

/** The codes that are reported about a file. */
async function codes(content: string, args: readonly string[], settings = ""): Promise<string[]> {
  const folder = folderWith({ "values.yaml": content, ".cap-operator.yaml": settings });
  const { out, err } = await run(folder, ["check", "-r", "json", "values.yaml", ...args]);
  assert.equal(err, "");
  const [file] = JSON.parse(out).files;
  return file.findings.map(({ code }: { code: string }) => code);
}

suite("check", () => {
  for (const [args, expected] of [
    [[], ["unknown-key", "out-of-range"]],
    [["--only", "unknown-key"], ["unknown-key"]],
    [
      ["--only", "unknown-key,out-of-range"],
      ["unknown-key", "out-of-range"],
    ],
    [
      ["--only=unknown-key", "--only=out-of-range"],
      ["unknown-key", "out-of-range"],
    ],
    [["--only", "chart-schema"], []],
    [["--skip", "unknown-key"], ["out-of-range"]],
    [["--skip", "unknown-key, out-of-range"], []],
  ] as const) {
    test(args.join(" ") || "all rules", async () => assert.deepEqual(await codes(TWO, args), expected));
  }

  test("the exit code is that of the rules that are left", async () => {
    const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
    assert.equal((await run(folder, ["check"])).code, 1);
    assert.equal((await run(folder, ["check", "--skip", "unknown-key"])).code, 0);
  });

  test("a rule that is named is reported although the settings switch it off, and so is one that only has hints", async () => {
    const off = "diagnostics:\n  severity:\n    unknown-key: off\n";
    assert.deepEqual(await codes(WITH_UNKNOWN_KEY, [], off), []);
    assert.deepEqual(await codes(WITH_UNKNOWN_KEY, ["--only", "unknown-key"], off), ["unknown-key"]);
    const equal = `${CLEAN}webhook:\n  replicas: 1\n`;
    assert.deepEqual(await codes(equal, []), []);
    assert.deepEqual(await codes(equal, ["--only", "equals-default"]), ["equals-default"]);
  });

  test("a text that cannot be read is reported whatever is named, so that no file is fine that nobody read", async () => {
    assert.deepEqual(await codes(`# cap-operator: values\n${CLEAN}  a: [\n`, ["--only", "unknown-key"]), [
      "syntax",
    ]);
  });

  test("paths behind the option are paths", async () => {
    const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
    const { code, out } = await run(folder, ["check", "--only", "unknown-key", "values.yaml"]);
    assert.equal(code, 1);
    assert.match(out, /^values\.yaml:6:3 warning unknown-key/);
  });

  test("both at once are wrong use", async () => {
    const { code } = await run(folderWith({}), ["check", "--only", "syntax", "--skip", "unknown-key"]);
    assert.equal(code, 2);
  });
});

for (const args of [
  ["check", "--only", "unknwon-key"],
  ["check", "--skip", "syntax,unknwon-key"],
  ["fix", "--rule", "unknwon-key"],
]) {
  test(`${args.join(" ")}: exit code 2 and the nearest code`, async () => {
    const { code, out, err } = await run(folderWith({ "values.yaml": CLEAN }), args);
    assert.deepEqual([code, out, err], [2, "", 'No rule "unknwon-key" found. Did you mean unknown-key?\n']);
  });
}
