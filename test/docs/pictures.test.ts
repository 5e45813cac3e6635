// The pictures of the documentation, by what could be read in them when they were taken: a record of each is in lab/pictures/read.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import { repository } from "../support/repository.ts";

/** The lines before the texts of the last screen of a moving picture, and before those that are cut or partly covered. */
const [LAST_SCREEN, CUT] = ["--- at the end ---", "--- cut or covered ---"];

const read = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
const records = globSync("lab/pictures/read/*.txt", { cwd: repository })
  .map((file) => file.replaceAll(path.sep, "/"))
  .sort();
const schemas = await buildSchemas();
const { words } = new Knowledge({ schemas, published: buildPublished(schemas) }, docsIn(""));

/** The record of a picture: its files with their digests, then what can be read. */
function recordOf(name: string): { readonly files: readonly string[]; readonly text: string } {
  const [files = "", ...texts] = read(`lab/pictures/read/${name}.txt`).split("\n\n");
  return { files: files.split("\n"), text: texts.join("\n\n") };
}

test("the pictures are those that were taken, by a scene that was played", () => {
  const recorded = records.flatMap((file) => recordOf(path.posix.basename(file, ".txt")).files);
  const found = globSync("docs/images/*", { cwd: repository }).map((file) => {
    const digest = createHash("sha256").update(readFileSync(path.join(repository, file)));
    return `${file.replaceAll(path.sep, "/")} sha256:${digest.digest("hex")}`;
  });
  assert.ok(found.length >= 30, String(found.length));
  assert.deepEqual(recorded.sort(), found.sort());
});

describe("in each picture", () => {
  for (const file of records) {
    const name = path.posix.basename(file, ".txt");
    const { text } = recordOf(name);

    test(`${name} shows neither names nor addresses of a test, nor a path of a machine`, () => {
      assert.doesNotMatch(text, /127\.0\.0\.1|localhost|@test|\bLayout: /);
      assert.doesNotMatch(text, /(?:^|[\s"'(=])\/(?:home|root|tmp|usr|var|work|Users)\//m);
    });

    test(`nothing in ${name} is cut, or covered in part`, () => {
      const [, cut = ""] = text.split(CUT);
      assert.equal(cut, "");
    });

    test(`${name} has the words of the published chart`, () => {
      // This one is about both.
      if (name === "two-words") return;
      const named = Object.keys(words.keys).filter((word) =>
        new RegExp(`\\b${word}(?:: |:$|=)`, "m").test(text),
      );
      const meant = [...Object.keys(words.values), "cap-operator-chart"].filter((word) =>
        new RegExp(`\\b${word}\\b`).test(text),
      );
      assert.deepEqual([...named, ...meant], []);
    });
  }
});

for (const name of ["install-confirmation", "tour"]) {
  test(`the question of ${name} counts the same objects everywhere`, () => {
    const lines = recordOf(name).text.split("\n");
    const [, line = ""] =
      /^(?:Changes: )(.*)$/.exec(lines.find((line) => line.startsWith("Changes: ")) ?? "") ?? [];
    const [, all, changed = "", tried = ""] = /^(\d+) objects: ([^;]+)(?:; (.*))?$/.exec(line) ?? [];
    const sum = (part: string) =>
      [...part.matchAll(/\d+/g)].reduce((total, [count]) => total + Number(count), 0);
    assert.deepEqual([sum(changed), sum(tried)], [Number(all), Number(all)], line);
    // Its buttons are the last line: they are in sight.
    assert.ok(lines.some((line) => line.includes("Cancel")));
  });
}

test("the upgrade leads from a version of the published chart to a later one", () => {
  const { text } = recordOf("upgrade");
  const [from = "", to = ""] = [...text.matchAll(/# cap-operator: values version=([\d.]+)/g)].map(
    ([, name]) => name,
  );
  assert.ok(from.localeCompare(to, "en", { numeric: true }) < 0, `${from} -> ${to}`);
  assert.match(text, new RegExp(`cap-operator ${to.replaceAll(".", "\\.")}`));
});

test("the tour begins with a file that is written and its effective values, and ends with the question", () => {
  const [begins = "", ends = ""] = recordOf("tour").text.split(LAST_SCREEN);
  assert.ok(begins.split("\n").length > 20, begins);
  for (const text of ["replicaz", "subscriptionServer:", "Effective "])
    assert.ok(begins.includes(text), text);
  assert.match(ends, /^Install cap-operator in /m);
});
