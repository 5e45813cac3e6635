import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { URI } from "vscode-uri";
import { candidatesOf } from "../../../server/workspace/files/release-paths.ts";

suite("what a file or a setting names, without a folder", () => {
  for (const name of [
    "//evil.example/share/cop.tgz",
    "\\\\evil.example\\share\\cop",
    "/\\evil.example/share",
  ]) {
    test(`${name} is on another machine, and nothing is read for it`, () => {
      const { uris, problem } = candidatesOf(name, []);
      assert.deepEqual(uris, []);
      assert.match(problem ?? "", /^is on another machine;/);
    });
  }

  test("a path on this machine is read", () => {
    const file = URI.file("/home/me/charts/cop.tgz");
    assert.deepEqual(candidatesOf(file.fsPath, []), { uris: [file.toString()] });
  });
});

test("in a workspace, nothing outside of its folders is read, on whatever machine", () => {
  for (const name of ["//evil.example/share/cop.tgz", "/etc/cop", "../cop"]) {
    assert.match(candidatesOf(name, ["file:///ws"]).problem ?? "", /is outside the workspace/);
  }
});
