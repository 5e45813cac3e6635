import type { Release } from "../core/settings.ts";
import type { Path } from "../core/yaml/tree.ts";
import { absent, complaint, isTable, type SettingProblem } from "./setting-types.ts";

const TEXTS = ["namespace", "chart", "version", "kubeContext"] as const;
const LISTS = ["values", "set", "setString", "setJson"] as const;

/** What a release may have. */
export const RELEASE_KEYS: readonly string[] = ["name", ...TEXTS, ...LISTS];

/** Reads the releases in the settings. Anything of the wrong type is left out and reported in `problems`. */
export function readReleases(value: unknown, problems: SettingProblem[]): readonly Release[] {
  // Lua cannot tell an empty table from an empty list.
  if (absent(value) || (isTable(value) && Object.keys(value).length === 0)) return [];
  if (!Array.isArray(value)) {
    problems.push(complaint(["releases"], "a list of releases", value, "no releases are used"));
    return [];
  }
  return value.flatMap((one: unknown, index) => readRelease(one, ["releases", index], problems) ?? []);
}

function readRelease(value: unknown, at: Path, said: SettingProblem[]): Release | undefined {
  const leftOut = "the release is ignored";
  if (!isTable(value)) {
    said.push(complaint(at, "an object with a name and values files", value, leftOut));
    return undefined;
  }
  const { name } = value;
  if (typeof name !== "string" || name.trim() === "") {
    said.push(complaint([...at, "name"], "the name of the release", name, leftOut));
    return undefined;
  }
  const problems: SettingProblem[] = [];
  const texts: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const key of TEXTS) {
    const text = value[key];
    if (typeof text === "string") {
      if (text !== "") texts[key] = text;
    } else if (!absent(text)) problems.push(complaint([...at, key], "a string", text, "it is ignored"));
  }
  const release = {
    name,
    ...texts,
    values: textList(value.values, [...at, "values"], "a list of paths", problems),
    set: textList(value.set, [...at, "set"], "a list of strings", problems),
    setString: textList(value.setString, [...at, "setString"], "a list of strings", problems),
    setJson: textList(value.setJson, [...at, "setJson"], "a list of strings", problems),
  };
  said.push(...problems);
  return problems.length === 0 ? release : { ...release, unread: problems.map(({ message }) => message) };
}

function textList(value: unknown, at: Path, wanted: string, problems: SettingProblem[]): readonly string[] {
  if (absent(value) || (isTable(value) && Object.keys(value).length === 0)) return [];
  if (!Array.isArray(value)) {
    problems.push(complaint(at, wanted, value, "an empty list is used"));
    return [];
  }
  return value.flatMap((one: unknown, index) => {
    if (typeof one === "string" && one.trim() !== "") return [one];
    problems.push(complaint([...at, index], "a string that is not empty", one, "it is ignored"));
    return [];
  });
}
