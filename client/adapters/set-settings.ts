import { type ExtensionContext, workspace } from "vscode";
import type { ConfigurationMiddleware } from "vscode-languageclient";
import { settingsThatAreSet } from "../settings-that-are-set.ts";

const SECTION = "capOperator";

/** The names of all settings of this extension, without its section. */
export function settingNames({ extension }: Pick<ExtensionContext, "extension">): readonly string[] {
  const { configuration } = extension.packageJSON.contributes;
  // A manifest has one group of settings, or a list of groups.
  const groups: readonly { readonly properties: object }[] = [configuration].flat();
  return groups
    .flatMap(({ properties }) => Object.keys(properties))
    .map((name) => name.slice(SECTION.length + 1));
}

/** Answers the server's question for our settings with what is set: the file of a project decides the rest. */
export function ownSettingsMiddleware(names: readonly string[]): ConfigurationMiddleware {
  return {
    async configuration(params, token, next) {
      const answers = await next(params, token);
      if (!Array.isArray(answers)) return answers;
      return params.items.map(({ section }, index) =>
        section === SECTION ? settingsThatAreSet(names, workspace.getConfiguration(SECTION)) : answers[index],
      );
    },
  };
}
