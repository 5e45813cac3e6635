import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  atSetPath,
  isFullPath,
  isProgramName,
  onSearchPath,
  searchedFolders,
  searchPathOf,
  taskkill,
} from "../../server/programs/program-file.ts";

const isThere =
  (...files: string[]) =>
  (file: string) =>
    files.includes(file);

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

suite("with the rules of Windows", () => {
  test("a path is full only with a drive and a root, or with a share or a device", () => {
    for (const full of ["C:\\tools", "c:/tools", "\\\\server\\tools", "\\\\?\\C:\\tools", "//server/tools"])
      assert.ok(isFullPath(full, "win32"), full);
    for (const not of ["\\tools", "/tools", "C:tools", "C:", "tools", ".", "", "\\\\", "\\\\\\x", "1:\\x"])
      assert.ok(!isFullPath(not, "win32"), not);
  });

  test("a program in the folder that Windows happens to be in is never meant", () => {
    const everywhere = () => true;
    for (const searched of ["", ".", ".\\", "bin", "\\bin", "/bin", "C:", "C:bin", "..", '"."', ";;", "%X%"])
      assert.equal(onSearchPath("helm", { platform: "win32", searched }, everywhere), undefined, searched);
  });

  test("the endings that a shell would try are not tried, whatever PATHEXT says", () => {
    const tried: string[] = [];
    const look = (file: string) => {
      tried.push(file);
      return false;
    };
    const machine = { platform: "win32", searched: "C:\\a" } as const;
    for (const name of ["helm", "helm.cmd", "helm.bat", "helm.EXE"]) onSearchPath(name, machine, look);
    assert.deepEqual(tried, [
      "C:\\a\\helm.com",
      "C:\\a\\helm.exe",
      "C:\\a\\helm.cmd.com",
      "C:\\a\\helm.cmd.exe",
      "C:\\a\\helm.bat.com",
      "C:\\a\\helm.bat.exe",
      "C:\\a\\helm.EXE",
    ]);
  });

  test("a name has no folder, no drive and no stream", () => {
    const everywhere = () => true;
    const machine = { platform: "win32", searched: "C:\\a" } as const;
    for (const not of ["C:helm", "helm:evil.exe", "..\\helm", "sub/helm", "\\helm", "", ".", ".."]) {
      assert.ok(!isProgramName(not, "win32"), not);
      assert.equal(onSearchPath(not, machine, everywhere), undefined, not);
    }
    assert.ok(isProgramName("helm", "win32") && isProgramName("helm.exe", "win32"));
  });

  test("a path of the settings is absolute, or relative to the home folder, or rejected", () => {
    const home = "C:\\Users\\me";
    const at = (file: string) => atSetPath(file, home, "win32");
    assert.equal(at("D:\\tools\\helm.exe"), "D:\\tools\\helm.exe");
    assert.equal(at("\\\\server\\tools\\helm.exe"), "\\\\server\\tools\\helm.exe");
    assert.equal(at("bin\\helm.exe"), "C:\\Users\\me\\bin\\helm.exe");
    assert.equal(at("\\tools\\helm.exe"), "C:\\tools\\helm.exe");
    // These depend on the working folder of a drive.
    for (const not of ["C:helm.exe", "D:helm.exe", "D:..\\helm.exe", "d:"])
      assert.equal(at(not), undefined, not);
  });

  test("the PATH is found whatever the case of its name, and only there", () => {
    assert.deepEqual(searchPathOf({ Path: "C:\\a" }, "win32").searched, "C:\\a");
    assert.deepEqual(searchPathOf({ Path: "/a" }, "linux").searched, undefined);
  });

  test("the program that ends others is the one of the system", () => {
    assert.equal(taskkill("D:\\Windows"), "D:\\Windows\\System32\\taskkill.exe");
    for (const not of [undefined, "", "Windows", "\\Windows", "C:Windows"])
      assert.equal(taskkill(not), "C:\\Windows\\System32\\taskkill.exe", String(not));
  });
});
