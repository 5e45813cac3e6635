/** How loud a diagnostic is; `off` silences it. */
export type SeverityName = "error" | "warning" | "information" | "hint" | "off";

/** The settings under `capOperator.*` that the language server reads. */
export interface Settings {
  /** Globs of files that are values files of this operator. */
  readonly files: readonly string[];
  /** Globs of files that are not, whatever they hold. */
  readonly excludeFiles: readonly string[];
  readonly completion: { readonly snippets: boolean };
  readonly diagnostics: {
    readonly enable: boolean;
    readonly severity: Readonly<Record<string, SeverityName>>;
  };
  readonly format: { readonly enable: boolean };
  /** Files larger than this are left alone, with a message. In megabytes. */
  readonly maxFileSize: number;
}

export const DEFAULT_SETTINGS: Settings = {
  files: ["**/cap-operator*values*.yaml", "**/cap-operator*values*.yml"],
  excludeFiles: [],
  completion: { snippets: true },
  diagnostics: { enable: true, severity: {} },
  format: { enable: true },
  maxFileSize: 8,
};
