import * as l10n from "@vscode/l10n";
import { createLanguageService } from "../../core/create-language-service.ts";
import type { LanguageService, Sources } from "../../core/language-service.ts";
import type { ResourceDefinition } from "../../core/schema/resource/resource-definition.ts";
import type { SettingsFor } from "../../core/settings.ts";
import { errorText } from "../../workspace/files/unforeseen-error.ts";
import type { ClientFeatures } from "../editor/client-features.ts";
import { documentationAt } from "../editor/documentation.ts";
import type { ReportedNames } from "./cluster-names.ts";

/** An engine and, if it knows less than it should, a sentence for the user with the reason. */
export interface MadeEngine {
  readonly service: LanguageService;
  readonly problem?: string;
}

/** Schemas without any keys: all that is reported about a file then is what YAML and Helm reject in it. */
export const NO_KEYS: Sources = {
  schemas: { values: {}, operator: {} },
  snippets: { values: {}, operator: {} },
  docsUrl: "",
};

/** Makes the engine with `create`. If that rejects its data, makes one that knows no keys, so that the server stays up. */
export function makeEngine(
  sources: Sources,
  settings: SettingsFor,
  names: ReportedNames,
  features: ClientFeatures,
  definitions: () => readonly ResourceDefinition[],
  create: typeof createLanguageService = createLanguageService,
): MadeEngine {
  try {
    const docs = documentationAt(sources.docsUrl, features);
    return {
      service: create(sources, settings, () => names.all, docs, definitions),
    };
  } catch (error) {
    return {
      service: createLanguageService(NO_KEYS, settings),
      problem: l10n.t("The schemas cannot be used, so no key is known in any file: {0}", errorText(error)),
    };
  }
}
