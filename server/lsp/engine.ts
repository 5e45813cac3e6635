import { createLanguageService, type LanguageService, type Sources } from "../core/language-service.ts";
import type { Settings } from "../core/settings.ts";
import type { ClientFeatures } from "./client-features.ts";
import type { ToldNames } from "./cluster-names.ts";
import { documentationAt } from "./documentation.ts";

/** An engine, and why it knows less than it should, for the person. */
export interface MadeEngine {
  readonly service: LanguageService;
  readonly problem?: string;
}

/** Schemas that know no key: what is said of a file is what YAML and Helm say. */
export const NO_KEYS: Sources = {
  schemas: { values: {}, operator: {} },
  snippets: { values: {}, operator: {} },
  docsUrl: "",
};

/** Makes the engine by `create`; where it refuses its data, one that knows no key, so that the server stays up. */
export function makeEngine(
  sources: Sources,
  settings: () => Settings,
  names: ToldNames,
  features: ClientFeatures,
  create: typeof createLanguageService = createLanguageService,
): MadeEngine {
  try {
    const docs = documentationAt(sources.docsUrl, features);
    return { service: create(sources, settings, () => names.all, docs) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      service: createLanguageService(NO_KEYS, settings),
      problem: `The schemas cannot be used, so no key is known in any file: ${reason}`,
    };
  }
}
