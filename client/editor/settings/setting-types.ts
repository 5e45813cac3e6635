import * as l10n from "@vscode/l10n";
import { isGlobList } from "../../cluster/protected-context.ts";
import type { InspectedSetting } from "./settings-that-are-set.ts";

/** The settings that this extension reads itself, with their defaults. The language server reports wrong types of all others. */
export const READ_HERE = {
  indentOnPaste: true,
  coexistence: "auto",
  releaseName: "cap-operator",
  namespace: "cap-operator-system",
  "install.wait": true,
  "install.rollbackOnFailure": true,
  "install.timeout": "5m0s",
  "install.plainHttp": false,
  managerManifestDigest: "",
  helmPath: "",
  kubectlPath: "",
  kubeconfig: "",
  "agents.enable": false,
  "trace.server": "messages",
} as const;

/** The settings that can have some texts only. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  coexistence: ["auto", "always"],
  "trace.server": ["off", "messages", "compact", "verbose"],
};

const PROTECTED = "protectedContexts";

/** The settings of this extension, as an editor gives them: of any type, because a file can have any. */
export interface Configuration {
  get(name: string): unknown;
  inspect(name: string): InspectedSetting | undefined;
}

/** A setting, or its default if it is not set or has another type than that. */
export function settingOf<Name extends keyof typeof READ_HERE>(
  configuration: Configuration,
  name: Name,
): Widened<(typeof READ_HERE)[Name]> {
  const value = configuration.get(name);
  const otherwise = READ_HERE[name];
  return (isOfType(name, value, otherwise) ? value : otherwise) as Widened<(typeof READ_HERE)[Name]>;
}

type Widened<T> = T extends boolean ? boolean : string;

/** A setting that the language server reads as well and reports; empty if it is not text. */
export function textSetting(
  configuration: Configuration,
  name: "chart" | "chartVersion" | "managerReleaseUrl",
): string {
  const value = configuration.get(name);
  return typeof value === "string" ? value : "";
}

/** A digest that something must have. One of a wrong type is none that anything has: it must not count as if none was demanded. */
export function demandedDigest(configuration: Configuration): string {
  const value = configuration.get("managerManifestDigest");
  return typeof value === "string" ? value : isAbsent(value) ? "" : (JSON.stringify(value) ?? typeof value);
}

/** A sentence for each setting that has a wrong type: its name, what it must be, what it is, and what counts instead. */
export function wrongTypes(configuration: Configuration): readonly string[] {
  const problems = Object.entries(READ_HERE).flatMap(([name, otherwise]) => {
    const value = configuration.get(name);
    if (isAbsent(value) || isOfType(name, value, otherwise)) return [];
    return [sentence(name, value, otherwise)];
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

function sentence(name: string, value: unknown, otherwise: string | boolean): string {
  const [full, is, used] = [fullName(name), shown(value), JSON.stringify(otherwise)];
  if (name === "managerManifestDigest")
    return l10n.t("The setting {0} must be text, but is {1}; no manifest has this digest.", full, is);
  if (typeof otherwise === "boolean")
    return l10n.t(
      "The setting {0} must be true or false, but is {1}; the default {2} is used.",
      full,
      is,
      used,
    );
  const choices = CHOICES[name];
  return choices
    ? l10n.t(
        "The setting {0} must be one of {1}, but is {2}; the default {3} is used.",
        full,
        choices.join(", "),
        is,
        used,
      )
    : l10n.t("The setting {0} must be text, but is {1}; the default {2} is used.", full, is, used);
}

function isOfType(name: string, value: unknown, otherwise: string | boolean): boolean {
  if (typeof value !== typeof otherwise) return false;
  return CHOICES[name]?.includes(String(value)) ?? true;
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
