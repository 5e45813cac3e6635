import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { onSearchPath, searchedFolders } from "../../../client/editor/search-path.ts";

test("only folders are searched that do not depend on where a program runs", () => {
  assert.deepEqual(searchedFolders({ platform: "linux", searched: ":.:bin:./x:/usr/bin:" }), ["/usr/bin"]);
  assert.deepEqual(
    searchedFolders({
      platform: "win32",
      searched: ';.;bin;\\tools;/tools;C:;C:bin;C:\\bin;"D:\\my bin";\\\\server\\bin',
    }),
    ["C:\\bin", "D:\\my bin", "\\\\server\\bin"],
  );
  assert.deepEqual(searchedFolders({ platform: "linux", searched: undefined }), []);
});

test("a program is started by its full path, and on Windows only a file that runs without a shell", () => {
  const isThere =
    (...files: string[]) =>
    (file: string) =>
      files.includes(file);
  const windows = { platform: "win32", searched: "C:\\a;C:\\b" } as const;
  assert.equal(
    onSearchPath("helm", windows, isThere("C:\\a\\helm.cmd", "C:\\b\\helm.exe")),
    "C:\\b\\helm.exe",
  );
  assert.equal(onSearchPath("helm.exe", windows, isThere("C:\\b\\helm.exe")), "C:\\b\\helm.exe");
  assert.equal(onSearchPath("helm", windows, isThere("C:\\a\\helm.cmd")), undefined);
  const linux = { platform: "linux", searched: ".:/a:/b" } as const;
  assert.equal(onSearchPath("helm", linux, isThere("helm", "/b/helm")), "/b/helm");
});

test("only the starters start programs", () => {
  const root = path.join(import.meta.dirname, "..", "..", "..");
  const starters = [
    "client/editor/process-group.ts",
    "client/editor/program-runner.ts",
    "server/helm/run-bounded.ts",
  ];
  const found = globSync(["client/**/*.ts", "server/**/*.ts"], { cwd: root }).filter((file) =>
    /["'](?:node:)?child_process["']/.test(readFileSync(path.join(root, file), "utf8")),
  );
  assert.deepEqual(found.map((file) => file.replaceAll("\\", "/")).sort(), starters);
});
