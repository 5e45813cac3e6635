// Holds the pictures of the documentation against their table and the pages that show them. `npm run docs:pictures` retakes them.
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";
import { filesOf, PICTURES, type Picture } from "./table.ts";

const FOLDER = "docs/images";
const pictures: readonly Picture[] = Object.values(PICTURES);

/** Where a page shows a picture, in the two ways of writing that. */
const SHOWN = /!\[([^\]]*)\]\(([^()\s]+)\)|<img alt="([^"]*)" src="([^"]*)">/g;
const THEMED =
  /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">\s*<img alt="[^"]*" src="([^"]*)">/g;

const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: repository })].map((file) => ({
  file,
  text: readFileSync(path.join(repository, file), "utf8"),
}));

const from = (page: string, target: string) =>
  path.posix.join(path.posix.dirname(page.replaceAll("\\", "/")), target);

/** All pictures that pages show: the page, the file and the words. */
const shown = pages.flatMap(({ file, text }) =>
  [...text.matchAll(SHOWN)].map(([, words, target, altText, source]) => ({
    page: file,
    picture: from(file, target ?? source ?? ""),
    alt: words ?? altText ?? "",
  })),
);

test("the folder has each picture of the table in both themes, and nothing else", () => {
  const files = pictures.flatMap((picture) => Object.values(filesOf(picture)));
  assert.deepEqual(
    readdirSync(path.join(repository, FOLDER))
      .map((name) => `${FOLDER}/${name}`)
      .sort(),
    files.sort(),
  );
});

test("every picture is shown, in the words of the table: what they promise was in it when it was taken", () => {
  for (const picture of pictures) {
    const places = shown.filter((place) => place.picture === filesOf(picture).light);
    assert.ok(places.length > 0, `No page shows ${picture.name}.`);
    for (const { page, alt } of places) assert.equal(alt, picture.alt, page);
    assert.match(picture.alt, /^\w.*\w$/);
    assert.ok(picture.shows.length > 0, picture.name);
  }
  for (const { page, picture } of shown) {
    assert.ok(
      pictures.some((one) => filesOf(one).light === picture),
      `${page} shows ${picture}`,
    );
  }
});

test("every page shows its pictures in both themes", () => {
  const themed = pages.flatMap(({ file, text }) =>
    [...text.matchAll(THEMED)].map(([, dark = "", light = ""]) => [from(file, light), from(file, dark)]),
  );
  for (const [light, dark] of themed) {
    const picture = pictures.find((one) => filesOf(one).light === light);
    assert.equal(dark, picture && filesOf(picture).dark);
  }
  assert.equal(themed.length, shown.length);
});

/** The chunks of a PNG by their names: section 5.3 of https://www.w3.org/TR/png-3/. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

for (const picture of pictures) {
  test(`${picture.name} is small: a palette, and the same size in both themes`, () => {
    const sizes = Object.values(filesOf(picture)).map((file) => {
      const png = readFileSync(path.join(repository, file));
      const chunks = chunksOf(png);
      const header = chunks.get("IHDR");
      // The color type of a palette: section 11.2.1.
      assert.equal(header?.[9], 3, file);
      assert.ok(png.length <= (chunks.has("acTL") ? 400_000 : 150_000), `${file} has ${png.length} bytes.`);
      return [header?.readUInt32BE(0), header?.readUInt32BE(4)];
    });
    assert.deepEqual(sizes[0], sizes[1]);
  });
}

test("one picture moves, and goes on moving", () => {
  for (const file of Object.values(filesOf(PICTURES.tour))) {
    const control = chunksOf(readFileSync(path.join(repository, file))).get("acTL");
    assert.ok((control?.readUInt32BE(0) ?? 0) >= 10, file);
    assert.equal(control?.readUInt32BE(4), 0, `${file} must be repeated without end.`);
  }
});
