import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { FLOORS, refusal } from "../../build/rooms.ts";
import { circlesIn, code, importsOf } from "../../build/source-files.ts";

const root = path.join(import.meta.dirname, "..", "..");

test("a room imports rooms on lower floors, and no other one", () => {
  const files = "server/workspace/files/reach.ts";
  const charts = "server/workspace/charts/chart-files.ts";
  assert.equal(refusal(charts, files), undefined);
  assert.equal(refusal(charts, "server/workspace/charts/chart-folder.ts"), undefined);
  assert.equal(refusal(files, charts), "server/workspace/files must not import server/workspace/charts");
  assert.match(refusal("client/views/x.ts", "client/files/y.ts") ?? "", /client\/views must not import/);
  assert.match(refusal("server/core/yaml/tree.ts", files) ?? "", /server\/core must not import/);
});

test("some rooms do not import each other, although one is on a lower floor", () => {
  const apart = [
    ["server/core/schema", "server/core/values"],
    ["server/core/rendered", "server/core/embedded"],
    ["server/core/rendered", "server/core/values"],
    ["client/editor", "client/release"],
    ["client/editor", "client/install"],
    ["client/editor", "client/manager"],
    ["client/editor", "client/commands"],
    ["client/commands", "client/editor"],
    ["client/install", "client/editor"],
  ] as const;
  for (const [from, to] of apart)
    assert.equal(refusal(`${from}/x.ts`, `${to}/y.ts`), `${from} must not import ${to}`);
});

test("what ships imports nothing that does not, and the server nothing of the client", () => {
  assert.equal(refusal("server/core/settings.ts", "build/esbuild.ts"), "server must not import build");
  assert.equal(refusal("client/extension.ts", "test/support/repository.ts"), "client must not import test");
  assert.equal(refusal("server/cli.ts", "client/extension.ts"), "server must not import client");
  assert.equal(refusal("test/build/rooms.test.ts", "build/rooms.ts"), undefined);
});

test("what goes over the wire is types alone, so that a client runs nothing of the engine", () => {
  const folder = path.join(root, "server/core/wire");
  for (const name of readdirSync(folder)) {
    const starts = readFileSync(path.join(folder, name), "utf8").match(/^[a-z]+(?: [a-z]+)?/gm);
    const others = starts?.filter((start) => !/^(?:import type|export (?:type|interface))$/.test(start));
    assert.deepEqual(others, [], name);
  }
});

test("every room that is named exists, and a room without a floor is reported", () => {
  for (const [folder, floors] of Object.entries(FLOORS))
    for (const room of floors.flatMap((floor) => floor.split(" ")))
      assert.ok(room === "*" || existsSync(path.join(root, folder, room)), `${folder}/${room}`);
  assert.match(refusal("client/attic/x.ts", "client/ports/editor.ts") ?? "", /client\/attic has no floor/);
});

test("no folder has more than 25 files beside each other, but for one file for each thing of a kind", () => {
  const ofKind = ["server/core/features", "server/core/rules", "client/commands"];
  const count = (folder: string) =>
    readdirSync(path.join(root, folder)).filter((name) => name.endsWith(".ts")).length;
  const folders = ["server", "client", "build", "schemas", "bench"].flatMap((top) => [
    top,
    ...readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  ]);
  const full = folders.filter((folder) => !ofKind.includes(folder) && count(folder) > 25);
  assert.deepEqual(full, []);
});

test("no files import each other in a circle", () => {
  const source = code.filter((file) => /^(?:server|client|schemas|build)\//.test(file));
  const edges = new Map(source.map((file) => [file, new Set(importsOf(file))]));
  assert.deepEqual(circlesIn(edges), []);
});
