import { extensions, languages, type TextDocument, workspace } from "vscode";
import {
  type CoexistenceMode,
  type OtherYamlExtension,
  type SharedFeature,
  yieldedFeatures,
} from "../coexistence.ts";

const EXTENSION_ID = "redhat.vscode-yaml";

/** The features that are currently left to the other YAML extension for a document. */
export function yieldedFor(document: TextDocument): ReadonlySet<SharedFeature> {
  return yieldedFeatures({
    mode: workspace.getConfiguration("capOperator").get<CoexistenceMode>("coexistence", "auto"),
    other: otherExtension(document),
    text: document.getText(),
    matches: (glob) => languages.match({ pattern: glob }, document) > 0,
  });
}

function otherExtension(document: TextDocument): OtherYamlExtension | undefined {
  // Like this extension, it activates with the first YAML document: enabled is as good as active, and waiting for the activation
  // would show everything twice in the first second.
  if (extensions.getExtension(EXTENSION_ID) === undefined) return undefined;
  const yaml = workspace.getConfiguration("yaml", document);
  return {
    validate: yaml.get("validate", true),
    hover: yaml.get("hover", true),
    completion: yaml.get("completion", true),
    format: yaml.get("format.enable", true),
    schemas: yaml.get<Record<string, unknown>>("schemas", {}),
  };
}
