import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { load } from "js-yaml";
import { readChartArchive } from "../../../server/workspace/charts/chart-archive.ts";
import { readChartFolder } from "../../../server/workspace/charts/chart-folder.ts";
import { diskTree } from "../../../server/workspace/files/disk-tree.ts";
import { wholeMachine } from "../../../server/workspace/files/reach.ts";
import { chart } from "../../chart/chart.ts";
import { testWithHelm } from "../../helm/with-helm.ts";
import {
  attribute,
  attributes,
  entriesOf,
  NAMES_OUTSIDE,
  NEGATIVE_SIZE,
  packed,
  RIGHT_ATTRIBUTES,
  type TarEntry,
  WRONG_ATTRIBUTES,
} from "../tar-bytes.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-archives-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** The texts of an archive, which is expected to be a good one. */
async function texts(archive: Uint8Array): Promise<Record<string, string>> {
  const { texts: found, problem } = await readChartArchive(archive);
  assert.equal(problem, undefined);
  return Object.fromEntries(found ?? []);
}

testWithHelm("a chart that Helm packed has the texts of its folder", async (helm) => {
  const folder = mkdtempSync(path.join(scratch, "packed-"));
  await helm.run("package", chart, "--destination", folder);
  const [name = ""] = readdirSync(folder);
  const archive = await texts(readFileSync(path.join(folder, name)));
  const { texts: ofFolder } = await readChartFolder(diskTree(wholeMachine), chart);
  const expected = Object.fromEntries(ofFolder ?? []);
  assert.ok(Object.keys(expected).length > 10);
  // Helm writes the description of a chart anew.
  assert.deepEqual(load(archive["Chart.yaml"] ?? ""), load(expected["Chart.yaml"] ?? ""));
  assert.deepEqual({ ...archive, "Chart.yaml": "" }, { ...expected, "Chart.yaml": "" });
});

testWithHelm("Helm rejects the names that are refused here, and reads the same odd ones", async (helm) => {
  const file = path.join(mkdtempSync(path.join(scratch, "asked-")), "a-1.0.0.tgz");
  const meta = { "a/Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n" };
  for (const name of NAMES_OUTSIDE) {
    writeFileSync(file, packed([...entriesOf(meta), { name, body: "x" }]));
    await assert.rejects(helm.run("show", "chart", file), name);
  }
  for (const type of ["x", "g", "L", "K"]) {
    const long = (count: number) =>
      packed([{ name: "pax", type, body: attributes(count) }, ...entriesOf(meta)]);
    writeFileSync(file, long(200_000));
    await assert.rejects(helm.run("show", "chart", file), /header field too long/);
  }
  const values: TarEntry = { name: "a/values.yaml", body: "a: 1\n" };
  const folder: TarEntry = { name: "a/", type: "5" };
  const shown = (about: readonly [string, string], entry: TarEntry) => {
    writeFileSync(file, packed([...entriesOf(meta), attribute(about), entry]));
    return helm.run("show", "values", file);
  };
  for (const wrong of WRONG_ATTRIBUTES) {
    for (const entry of [values, folder]) await assert.rejects(shown(wrong, entry), `${wrong}`);
  }
  await assert.rejects(shown(NEGATIVE_SIZE, values));
  await shown(NEGATIVE_SIZE, folder);
  for (const right of RIGHT_ATTRIBUTES) assert.equal((await shown(right, values)).trim(), "a: 1", `${right}`);
  const odd: TarEntry[] = [
    ...entriesOf({ ...meta, "a/values.yaml": "is: first\n", "b/./x/../values.yaml": "is: last\n" }),
    { name: "a/templates/x.yaml", body: "is: {{ .Values.is }}\n" },
    { name: "a/charts/.off/values.yaml", body: "x" },
    { name: "a\\templates\\windows.yaml", body: "kind: Windows\n" },
    { name: "a/templates/link.yaml", type: "2", link: "/etc/passwd" },
    { name: "a/templates/device.yaml", type: "3" },
  ];
  writeFileSync(file, packed(odd));
  const rendered = await helm.run("template", "x", file);
  assert.match(rendered, /templates\/windows\.yaml\nkind: Windows/);
  assert.match(rendered, /templates\/x\.yaml\nis: last/);
  assert.doesNotMatch(rendered, /first/);
  assert.equal((await texts(packed(odd)))["values.yaml"], "is: last\n");
  // A link is a file with nothing in it.
  const linked: TarEntry[] = [...odd, { name: "a/values.yaml", type: "2", link: "b/values.yaml" }];
  writeFileSync(file, packed(linked));
  assert.match(await helm.run("template", "x", file), /templates\/x\.yaml\nis: *\n/);
  assert.equal((await texts(packed(linked)))["values.yaml"], "");
});
