import * as l10n from "@vscode/l10n";
import type { Output, SettingsStore } from "../ports/editor.ts";
import type { MessageAction } from "./outcome.ts";

/** Opens a setting, which is named with its prefix. */
export function openSettings(
  { settings }: { readonly settings: SettingsStore },
  setting: string,
): MessageAction {
  return { button: l10n.t("Open Settings"), go: () => settings.show(setting) };
}

/** Opens the log. */
export function showOutput({ output }: { readonly output: Output }): MessageAction {
  return { button: l10n.t("Show Output"), go: async () => output.show() };
}

/** The label of each button that lets the person choose the context. */
export const changeContextLabel = () => l10n.t("Change Context...");
