import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { readChartFolder } from "../../../server/workspace/charts/chart-folder.ts";
import { diskTree } from "../../../server/workspace/files/disk-tree.ts";
import { wholeMachine } from "../../../server/workspace/files/reach.ts";
import { testWithHelm } from "../../helm/with-helm.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-ignored-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A folder with these files and a description of a chart. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(scratch, "chart-"));
  const meta = "apiVersion: v2\nname: a\nversion: 1.0.0\n";
  for (const [file, content] of Object.entries({ "Chart.yaml": meta, ...files })) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

/** Names of templates that a `.helmignore` may leave out. */
const NAMES = [
  "a.yaml",
  "ab.yaml",
  "b.yaml",
  "c-1.yaml",
  "[x].yaml",
  ".hidden.yaml",
  "sub/a.yaml",
  "sub/d.yaml",
  "sub/deep/a.yaml",
  "tests/a.yaml",
];
const IGNORES: readonly string[] = [
  "",
  "# a.yaml\n\n  \n",
  "a.yaml",
  "  a.yaml  \r",
  "/a.yaml",
  "templates/a.yaml",
  "/templates/a.yaml",
  "templates/*.yaml",
  "templates/*/a.yaml",
  "*b.yaml",
  "?.yaml",
  "[ab].yaml",
  "[^ab]*.yaml",
  "c-[0-9].yaml",
  "\\[x\\].yaml",
  "sub/",
  "sub",
  "templates/sub/",
  "tests/\nb.yaml",
  "!a.yaml",
  "!templates\n",
  "templates/a.yaml/",
  "[]a].yaml",
  "[a",
  "[a-",
  "[-a].yaml",
  "a\\",
  "a/**/b",
  "*.yaml\n!a.yaml",
  "/",
  "!",
  "templates//a.yaml",
];

testWithHelm(".helmignore leaves out what Helm leaves out", async (helm) => {
  const templates = Object.fromEntries(
    NAMES.map((name) => [`templates/${name}`, `is: ${name.replace(/[[\]]/g, "")}\n`]),
  );
  const seen = new Set<string>();
  for (const ignore of IGNORES) {
    const folder = folderOf({ ...templates, ".helmignore": ignore });
    const asked = await helm.run("template", "x", folder).then(
      (rendered) => [...rendered.matchAll(/^# Source: a\/(.*)$/gm)].map(([, file = ""]) => file).sort(),
      () => undefined,
    );
    const { texts: found } = await readChartFolder(diskTree(wholeMachine), folder);
    const ours = found && [...found.keys()].filter((file) => file.startsWith("templates/")).sort();
    assert.deepEqual(ours, asked, JSON.stringify(ignore));
    seen.add(JSON.stringify(asked));
  }
  // The questions differ in their answers.
  assert.ok(seen.size > 12, String(seen.size));
});
