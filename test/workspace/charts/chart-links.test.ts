import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { URI } from "vscode-uri";
import { outOfReach } from "../../../server/workspace/charts/chart-links.ts";
import { DiskChartFiles } from "../../../server/workspace/charts/disk-chart-files.ts";
import { diskReach } from "../../../server/workspace/files/disk-reach.ts";
import type { FileTree } from "../../../server/workspace/files/file-tree.ts";
import { chartReach } from "../../../server/workspace/files/reach.ts";
import { effort } from "../../support/effort.ts";

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-links-")));
after(() => rmSync(scratch, { recursive: true, force: true }));

const NO_WINDOWS = { skip: process.platform === "win32" && "Links need a right of their own on Windows" };
const addressOf = (file: string) => URI.file(file).toString();

/** The files of a chart, each with the beginning of its text. */
const CONTENT: Readonly<Record<string, string>> = {
  "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 1.0.0\ndescription: ",
  "Chart.lock": "generated: ",
  "values.yaml": "controller: {replicas: 1}\nnote: ",
  "values.schema.json": '{"type": "object"}\n',
  ".helmignore": "*.bak\n# ",
  "templates/a.yaml": "# {{ .Values.controller }} ",
  "templates/deep/_b.tpl": "# ",
  "crds/c.yaml": "# ",
  "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\ndescription: ",
  "charts/sub/values.yaml": "a: 1\nnote: ",
  "charts/sub/templates/d.yaml": "# ",
};
/** Everything of a chart that can be a link: its files, and the folders that they are in. */
const DOORS = [
  ...Object.keys(CONTENT),
  ...["templates", "templates/deep", "crds", "charts", "charts/sub", "charts/sub/templates"],
];

function writeChart(folder: string, word: string): void {
  for (const [name, text] of Object.entries(CONTENT)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `${text}${word}\n`);
  }
}

/** Ways in which the door of a chart opens the same path in another folder. */
const WAYS = {
  direct: (target: string) => target,
  relative: (target: string, door: string) => path.relative(path.dirname(door), target),
  "through another link": (target: string, door: string) => {
    const between = path.join(mkdtempSync(path.join(path.dirname(path.dirname(target)), "between-")), "link");
    symlinkSync(target, between);
    return path.relative(path.dirname(door), between);
  },
};

const links = fc.uniqueArray(
  fc.record({
    door: fc.constantFrom(...DOORS),
    to: fc.constantFrom("workspace/shared", "repository", "outside", "workspace-not"),
    way: fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])),
  }),
  {
    minLength: 1,
    maxLength: 3,
    // A path below a link is one of its target.
    comparator: ({ door: a }, { door: b }) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`),
  },
);

test("whatever is a link in a chart, nothing out of reach is read, and it is said", NO_WINDOWS, async () => {
  await fc.assert(
    fc.asyncProperty(links, fc.boolean(), async (made, isTrusted) => {
      const top = mkdtempSync(path.join(scratch, "run-"));
      const [repository, workspace] = [path.join(top, "repo"), path.join(top, "repo/workspace")];
      const folders: Readonly<Record<string, string>> = {
        "workspace/shared": path.join(workspace, "shared"),
        repository: path.join(repository, "charts"),
        outside: path.join(top, "outside"),
        // Its name only begins like that of the workspace.
        "workspace-not": path.join(top, "repo-not"),
      };
      const reaches = (to: string) => to === "workspace/shared" || (isTrusted && to === "repository");
      mkdirSync(path.join(repository, ".git"), { recursive: true });
      for (const [to, folder] of Object.entries(folders)) {
        writeChart(folder, reaches(to) ? "near" : "SECRET");
      }
      const chart = path.join(workspace, "chart");
      writeChart(chart, "own");
      for (const { door, to, way } of made) {
        const link = path.join(chart, door);
        rmSync(link, { recursive: true });
        symlinkSync(WAYS[way](path.join(folders[to] ?? "", door), link), link);
      }
      const leadsOut = made.some(({ to }) => !reaches(to));
      const isRead = made.filter(({ door }) => door !== ".helmignore" && door !== "values.schema.json");

      const reach = diskReach(() => isTrusted);
      const files = new DiskChartFiles(chartReach(reach, () => [addressOf(workspace)]));
      const address = addressOf(chart);
      const texts = await files.texts(address);
      const fault = await files.fault(address);
      const values = addressOf(path.join(chart, "values.yaml"));
      const told = [
        texts && [...texts],
        fault,
        [...((await files.head(address)) ?? [])],
        await files.nearest(values, addressOf(workspace)),
        await files.brought(address),
      ];
      assert.doesNotMatch(JSON.stringify(told), /SECRET/);
      assert.equal(texts === undefined, leadsOut);
      assert.equal(fault?.leadsOut === true, leadsOut);
      if (leadsOut)
        assert.match(
          fault?.problem ?? "",
          /^"[^"]+" is a link to a place outside the folders that may be read/,
        );
      // Helm follows links, so what is in reach counts.
      else if (isRead.length > 0) assert.match(JSON.stringify([...(texts ?? [])]), /near/);
      rmSync(top, { recursive: true });
    }),
    effort(25),
  );
});

/** The files of a chart that exist only by their names; the targets of those in `links` are outside. */
function treeOf(names: readonly string[], links: readonly string[] = []): FileTree {
  const below = (folder: string, name: string) => (name === "" ? folder : `${folder}/${name}`);
  return {
    placeOf: (address) => address,
    addressOf: (place) => place,
    below,
    above: path.posix.dirname,
    mayBeThere: () => true,
    mayRead: (place) => !links.some((link) => place === below("chart", link)),
    status: async (place) => ({ isFolder: place === "chart", isFile: true, size: 0, identity: place }),
    async *names() {
      yield* names;
    },
    read: async () => new Uint8Array(),
  };
}

test("a program that follows links is given a chart only if each of its files was checked", async () => {
  const names = ["Chart.yaml", "values.yaml"];
  assert.equal(await outOfReach(treeOf(names), "chart", 2), undefined);
  assert.deepEqual(await outOfReach(treeOf([...names, "a"], ["a"]), "chart"), {
    noAnswer: "leads-out",
    entry: "a",
  });
  const unchecked = { noAnswer: "unchecked-links" };
  assert.deepEqual(await outOfReach(treeOf([...names, "a"]), "chart", 2), unchecked);
  // A name that is not UTF-8 is not the name of the file.
  assert.deepEqual(await outOfReach(treeOf([...names, "a\ufffd"]), "chart"), unchecked);
});
