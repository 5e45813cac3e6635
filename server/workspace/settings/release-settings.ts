import * as l10n from "@vscode/l10n";
import type { Release } from "../../core/settings.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { absent, complaint, isTable, type SettingProblem } from "../files/setting-types.ts";

const TEXTS = ["namespace", "chart", "version", "kubeContext"] as const;
const LISTS = ["values", "set", "setString", "setJson"] as const;

/** The keys that a release may have. */
export const RELEASE_KEYS: readonly string[] = ["name", ...TEXTS, ...LISTS];

/** Reads the releases in the settings. Anything of the wrong type is left out and reported in `problems`. */
export function readReleases(value: unknown, problems: SettingProblem[]): readonly Release[] {
  // Lua cannot tell an empty table from an empty list.
  if (absent(value) || (isTable(value) && Object.keys(value).length === 0)) return [];
  if (!Array.isArray(value)) {
    problems.push(
      complaint(["releases"], value, (name, value) =>
        l10n.t("The setting {0} must be a list of releases, but is {1}; no releases are used.", name, value),
      ),
    );
    return [];
  }
  return value.flatMap((one: unknown, index) => readRelease(one, ["releases", index], problems) ?? []);
}

function readRelease(value: unknown, at: Path, said: SettingProblem[]): Release | undefined {
  if (!isTable(value)) {
    said.push(
      complaint(at, value, (name, value) =>
        l10n.t(
          "The setting {0} must be a mapping with a name and values files, but is {1}; the release is ignored.",
          name,
          value,
        ),
      ),
    );
    return undefined;
  }
  const { name } = value;
  if (absent(name)) {
    said.push(
      complaint(at, value, (release) =>
        l10n.t("The release {0} has no name; the release is ignored.", release),
      ),
    );
    return undefined;
  }
  if (typeof name !== "string" || name.trim() === "") {
    said.push(
      complaint([...at, "name"], name, (setting, value) =>
        l10n.t(
          "The setting {0} must be the name of the release, but is {1}; the release is ignored.",
          setting,
          value,
        ),
      ),
    );
    return undefined;
  }
  const problems: SettingProblem[] = [];
  const texts: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const key of TEXTS) {
    const text = value[key];
    if (typeof text === "string") {
      if (text !== "") texts[key] = text;
    } else if (!absent(text))
      problems.push(
        complaint([...at, key], text, (name, value) =>
          l10n.t("The setting {0} must be text, but is {1}; it is ignored.", name, value),
        ),
      );
  }
  const release = {
    name,
    ...texts,
    values: textList(value.values, [...at, "values"], problems),
    set: textList(value.set, [...at, "set"], problems),
    setString: textList(value.setString, [...at, "setString"], problems),
    setJson: textList(value.setJson, [...at, "setJson"], problems),
  };
  for (const each of problems) said.push(each);
  return problems.length === 0 ? release : { ...release, unread: problems.map(({ message }) => message) };
}

function textList(value: unknown, at: Path, problems: SettingProblem[]): readonly string[] {
  if (absent(value) || (isTable(value) && Object.keys(value).length === 0)) return [];
  if (!Array.isArray(value)) {
    problems.push(
      complaint(at, value, (name, text) =>
        l10n.t("The setting {0} must be a list of texts, but is {1}; an empty list is used.", name, text),
      ),
    );
    return [];
  }
  return value.flatMap((one: unknown, index) => {
    if (typeof one === "string" && one.trim() !== "") return [one];
    problems.push(
      complaint([...at, index], one, (name, text) =>
        l10n.t("The setting {0} must be text that is not empty, but is {1}; it is ignored.", name, text),
      ),
    );
    return [];
  });
}
