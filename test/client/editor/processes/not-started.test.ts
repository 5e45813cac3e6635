import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { lookupOf, type Machine } from "../../../../client/editor/processes/not-started.ts";

/** A machine with these files; a path that ends in a slash is a folder. */
function machine(platform: NodeJS.Platform, ...files: readonly string[]): Machine {
  return {
    platform,
    searched: platform === "win32" ? "C:\\bin;C:\\tools" : "/usr/bin:/opt/bin",
    kindOf: (file) => (files.includes(file) ? "file" : files.includes(`${file}/`) ? "folder" : undefined),
  };
}

describe("why a program did not start", () => {
  const linux = machine("linux", "/opt/bin/helm", "/there", "/folder/");
  for (const [file, code, lookup] of [
    ["/nowhere", "ENOENT", { reason: "not-found", configured: "/nowhere" }],
    ["/there/helm", "ENOTDIR", { reason: "not-found", configured: "/there/helm" }],
    ["/there", "ENOENT", { reason: "other-system", configured: "/there" }],
    ["/there", "ENOEXEC", { reason: "other-system", configured: "/there" }],
    ["/there", "EACCES", { reason: "not-runnable", configured: "/there" }],
    ["/there", "EPERM", { reason: "not-runnable", configured: "/there" }],
    ["/folder", "EACCES", { reason: "folder", configured: "/folder" }],
    ["/there", "E2BIG", { reason: "too-long", configured: "/there" }],
    ["helm", "EAGAIN", { reason: "busy" }],
    ["helm", "EMFILE", { reason: "busy" }],
    ["helm", "ENFILE", { reason: "busy" }],
    ["helm", "ENOMEM", { reason: "busy" }],
    ["helm", "EACCES", { reason: "not-runnable" }],
    ["helm", "EIO", { reason: "other", code: "EIO" }],
    ["/nowhere", "EINVAL", { reason: "other", configured: "/nowhere", code: "EINVAL" }],
  ] as const) {
    test(`on Linux, ${code} for ${file}`, () => {
      assert.deepEqual(lookupOf("helm", file, code, linux), lookup);
    });
  }

  test("on macOS, a program for another processor", () => {
    const mac = machine("darwin", "/opt/bin/helm");
    assert.deepEqual(lookupOf("helm", "helm", "Unknown system error -86", mac), { reason: "other-system" });
  });

  const windows = machine(
    "win32",
    "C:\\tools\\helm.cmd",
    "C:\\bin\\kubectl.exe",
    "C:\\bin\\kubectl",
    "C:\\x/",
  );
  const shim = "C:\\tools\\helm.cmd";
  for (const [program, file, code, lookup] of [
    // Node refuses such a file because of its extension (nodejs/node#52681), and does not find it by its bare name.
    ["helm", shim, "EINVAL", { reason: "shell-script", configured: shim, found: shim }],
    ["helm", "helm", "ENOENT", { reason: "shell-script", found: shim }],
    [
      "helm",
      "C:\\tools\\helm",
      "ENOENT",
      { reason: "shell-script", configured: "C:\\tools\\helm", found: shim },
    ],
    ["kubectl", "kubectl", "ENOENT", { reason: "other-system" }],
    ["helm", "C:\\x", "ENOENT", { reason: "folder", configured: "C:\\x" }],
    ["helm", "C:\\y", "ENOENT", { reason: "not-found", configured: "C:\\y" }],
    ["helm", "helm", "ENAMETOOLONG", { reason: "too-long" }],
  ] as const) {
    test(`on Windows, ${code} for ${file}`, () => {
      assert.deepEqual(lookupOf(program, file, code, windows), lookup);
    });
  }

  test("the machine is this one if no other is given", () => {
    assert.deepEqual(lookupOf("helm", process.execPath, "EACCES"), {
      reason: "not-runnable",
      configured: process.execPath,
    });
    assert.equal(lookupOf("helm", path.dirname(process.execPath), "EACCES").reason, "folder");
  });
});
