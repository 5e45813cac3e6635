import { type LanguageService, SCHEMALESS } from "../core/language-service.ts";
import type { ChartKeys } from "../core/ownership/chart-keys.ts";

const NO_KEYS: ChartKeys = {
  knows: () => false,
  components: [],
  certain: [],
  certainWithAnotherComponent: [],
};

/** An engine that knows no key; it answers where the real one could not be made, so that the server stays up. */
export const IDLE_SERVICE: LanguageService = {
  ...SCHEMALESS,
  chartKeys: () => NO_KEYS,
  completion: () => [],
  resolveCompletion: (item) => item,
  hover: () => null,
  effectiveHover: () => null,
  diagnostics: () => Promise.resolve([]),
  codeActions: () => Promise.resolve([]),
  fixAll: () => Promise.resolve(null),
  valueDefinition: () => [],
  inlayHints: () => [],
  codeLenses: () => [],
  effectiveDocument: () => ({ text: "", origins: [] }),
  effectiveOrigin: () => undefined,
  stackProblems: () => [],
  entryProblems: () => Promise.resolve([]),
  valuesFacts: () => ({
    required: [],
    ingressGatewayLabels: {},
    certificates: [],
    monitoringEnabled: false,
  }),
  valueOrigins: () => [],
  snippets: () => [],
  defaultsDocument: () => "",
  missingDefaults: () => [],
};
