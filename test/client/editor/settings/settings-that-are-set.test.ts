import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type InspectedSetting,
  settingsOfWorkspace,
  settingsThatAreSet,
} from "../../../../client/editor/settings/settings-that-are-set.ts";

interface Declared extends InspectedSetting {
  readonly defaultValue?: unknown;
}

/** A configuration as an editor has it: the innermost place counts, and a default where nothing is set. */
function configuration(settings: Readonly<Record<string, Declared>>) {
  return {
    names: Object.keys(settings),
    inspect: (name: string) => settings[name],
    get(name: string) {
      const { workspaceFolderValue, workspaceValue, globalValue, defaultValue } = settings[name] ?? {};
      return workspaceFolderValue ?? workspaceValue ?? globalValue ?? defaultValue;
    },
  };
}

const SETTINGS = configuration({
  files: { defaultValue: ["**/a"] },
  excludeFiles: { defaultValue: [], workspaceValue: [] },
  maxFileSize: { defaultValue: 8, globalValue: 3 },
  helmVersion: { defaultValue: "auto", globalValue: "3", workspaceValue: "4" },
  "format.enable": { defaultValue: true, globalValue: false },
  "diagnostics.enable": { defaultValue: true },
  "diagnostics.severity": { defaultValue: {}, workspaceFolderValue: { syntax: "hint" } },
  helmPath: { defaultValue: "", globalValue: "/usr/bin/helm" },
});

test("the server is sent what is set, whoever has set it, and no default", () => {
  assert.deepEqual(settingsThatAreSet(SETTINGS.names, SETTINGS), {
    excludeFiles: [],
    maxFileSize: 3,
    helmVersion: "4",
    format: { enable: false },
    diagnostics: { severity: { syntax: "hint" } },
    helmPath: "/usr/bin/helm",
  });
});

test("a project's file is written with what the workspace sets", () => {
  assert.deepEqual(settingsOfWorkspace(SETTINGS.names, SETTINGS), {
    excludeFiles: [],
    helmVersion: "4",
    diagnostics: { severity: { syntax: "hint" } },
  });
});
