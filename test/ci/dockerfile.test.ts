import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { manifest, repository } from "../support/repository.ts";

const source = readFileSync(path.join(repository, "build/Dockerfile"), "utf8").replaceAll("\r\n", "\n");

/** The instructions, each with its lines joined: https://docs.docker.com/reference/dockerfile/#format */
const instructions = source
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .flatMap((line) => {
    const [keyword = "", ...words] = line.split(/\s+/);
    return keyword === "" ? [] : [{ keyword, words, rest: words.join(" ") }];
  });
const withKeyword = (keyword: string) =>
  instructions.filter((instruction) => instruction.keyword === keyword);
const ignored = readFileSync(path.join(repository, "build/Dockerfile.dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** True if a file or folder exists and reaches the builder. */
function isCopied(name: string): boolean {
  const isIgnored = ignored.some((pattern) => path.posix.matchesGlob(name, pattern));
  return existsSync(path.join(repository, name)) && !isIgnored;
}

/** https://docs.docker.com/reference/dockerfile/#overview */
const KEYWORDS =
  /^(?:ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|ONBUILD|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)$/;

test("the builder knows every instruction", () => {
  assert.ok(instructions.length > 10);
  for (const { keyword, rest } of instructions) {
    assert.match(keyword, KEYWORDS);
    assert.notEqual(rest, "", keyword);
  }
});

test("both stages begin with one image of the Node that the project develops with, pinned by its digest", () => {
  const { devDependencies } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
  const images = withKeyword("FROM").map(({ words: [image = ""] }) => image);
  assert.equal(images.length, 2);
  assert.equal(new Set(images).size, 1);
  assert.ok(images[0]?.startsWith(`node:${devDependencies.node}-bookworm-slim@sha256:`), images[0]);
  assert.match(images[0] ?? "", /@sha256:[0-9a-f]{64}$/);
});

test("the program runs as a user without rights, in /work, by its name", () => {
  assert.deepEqual(
    withKeyword("USER").map(({ rest }) => rest),
    ["node"],
  );
  assert.equal(withKeyword("WORKDIR").at(-1)?.rest, "/work");
  const [program] = JSON.parse(withKeyword("ENTRYPOINT")[0]?.rest ?? "");
  assert.ok(program in manifest().bin);
});

test("what is copied is there, and is not among what is ignored", () => {
  for (const { words } of withKeyword("COPY")) {
    if (words[0]?.startsWith("--")) {
      assert.equal(words[0], `--from=${withKeyword("FROM")[0]?.words.at(-1)}`);
      continue;
    }
    for (const name of words.slice(0, -1)) assert.ok(isCopied(name), name);
  }
});

test("nothing that the package is built from is ignored", () => {
  const needed = [
    "package-lock.json",
    "build",
    "schemas",
    "server",
    "client",
    "snippets",
    "docs",
    "examples",
    ".npmignore",
    "LICENSE",
  ];
  for (const name of needed) assert.ok(isCopied(name), name);
});
