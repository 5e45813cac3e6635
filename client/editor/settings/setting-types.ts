import * as l10n from "@vscode/l10n";
import {
  CLIENT_SETTINGS,
  isOfType,
  type SettingSchema,
  type ValuesOf,
} from "../../../server/core/settings-table.ts";
import { isGlobList } from "../../cluster/protected-context.ts";
import type { InspectedSetting } from "./settings-that-are-set.ts";

const PROTECTED = "protectedContexts";

type ClientSettings = ValuesOf<typeof CLIENT_SETTINGS>;

/** The settings of this extension, as an editor gives them: of any type, because a file can have any. */
export interface Configuration {
  get(name: string): unknown;
  inspect(name: string): InspectedSetting | undefined;
}

/** A setting, or its default if it is not set or has another type than that. */
export function settingOf<Name extends Exclude<keyof ClientSettings, typeof PROTECTED>>(
  configuration: Configuration,
  name: Name,
): ClientSettings[Name] {
  const value = configuration.get(name);
  const { schema } = CLIENT_SETTINGS[name];
  return (isOfType(value, schema) ? value : schema.default) as ClientSettings[Name];
}

/** A setting that the language server reads as well and reports; empty if it is not text. */
export function textSetting(
  configuration: Configuration,
  name: "chart" | "chartVersion" | "managerReleaseUrl",
): string {
  const value = configuration.get(name);
  return typeof value === "string" ? value : "";
}

/** A digest that something must have. A value of a wrong type matches no digest: it must not count as if no digest was demanded. */
export function demandedDigest(configuration: Configuration): string {
  const value = configuration.get("managerManifestDigest");
  return typeof value === "string" ? value : isAbsent(value) ? "" : (JSON.stringify(value) ?? typeof value);
}

/** A sentence for each setting that has a wrong type: its name, what it must be, what it is, and what counts instead. */
export function wrongTypes(configuration: Configuration): readonly string[] {
  const problems = Object.entries(CLIENT_SETTINGS).flatMap(([name, { schema }]) => {
    const value = configuration.get(name);
    if (name === PROTECTED || isAbsent(value) || isOfType(value, schema)) return [];
    return [sentence(name, value, schema)];
  });
  return [...problems, ...protectionProblems(configuration)];
}

function protectionProblems(configuration: Configuration): readonly string[] {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(PROTECTED) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue]
    .filter((value) => !isAbsent(value) && !isGlobList(value))
    .map((value) =>
      l10n.t(
        "The setting {0} must be a list of texts, but is {1}; all contexts are protected.",
        fullName(PROTECTED),
        shown(value),
      ),
    );
}

function sentence(name: string, value: unknown, schema: SettingSchema): string {
  const [full, is, used] = [fullName(name), shown(value), JSON.stringify(schema.default)];
  if (name === "managerManifestDigest")
    return l10n.t("The setting {0} must be text, but is {1}; no manifest has this digest.", full, is);
  if (schema.type === "boolean")
    return l10n.t(
      "The setting {0} must be true or false, but is {1}; the default {2} is used.",
      full,
      is,
      used,
    );
  return schema.enum
    ? l10n.t(
        "The setting {0} must be one of {1}, but is {2}; the default {3} is used.",
        full,
        schema.enum.join(", "),
        is,
        used,
      )
    : l10n.t("The setting {0} must be text, but is {1}; the default {2} is used.", full, is, used);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function fullName(name: string): string {
  return `capOperator.${name}`;
}

/** The part of a value that a sentence has, in characters. */
const LONGEST = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}
