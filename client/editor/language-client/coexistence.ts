/** The features of another installed and enabled YAML extension, according to its settings. */
export interface OtherYamlExtension {
  readonly validate: boolean;
  readonly hover: boolean;
  readonly completion: boolean;
  readonly format: boolean;
  /** `yaml.schemas`: addresses of schemas, each with one glob or several. */
  readonly schemas: Readonly<Record<string, unknown>>;
}

/** The setting `capOperator.coexistence`. */
export type CoexistenceMode = "auto" | "always";

/** The features that two YAML extensions could both answer. */
export type SharedFeature =
  | "symbols"
  | "folding"
  | "selectionRanges"
  | "formatting"
  | "definition"
  | "rename"
  | "completion"
  | "hover"
  | "syntaxDiagnostics"
  | "schemaDiagnostics";

export interface CoexistenceQuestion {
  readonly mode: CoexistenceMode;
  readonly other: OtherYamlExtension | undefined;
  /** The text of the document; only its leading comments are read. */
  readonly text: string;
  readonly matches: (glob: string) => boolean;
}

const NOTHING: ReadonlySet<SharedFeature> = new Set();

/** The features that this extension leaves to the other one for a document. */
export function yieldedFeatures(question: CoexistenceQuestion): ReadonlySet<SharedFeature> {
  const { mode, other } = question;
  if (mode === "always" || other === undefined) return NOTHING;
  const yielded = new Set<SharedFeature>(["symbols", "folding", "selectionRanges", "definition", "rename"]);
  if (other.format) yielded.add("formatting");
  if (other.validate) yielded.add("syntaxDiagnostics");
  if (!hasSchemaHere(other, question)) return yielded;
  if (other.validate) yielded.add("schemaDiagnostics");
  if (other.hover) yielded.add("hover");
  if (other.completion) yielded.add("completion");
  return yielded;
}

// A schema reports these, too. Findings that only this extension has (a misplaced key, a missing domain) always stay.
const SCHEMA_CODES: ReadonlySet<string> = new Set([
  "unknown-key",
  "wrong-type",
  "not-allowed",
  "out-of-range",
]);

/**
 * Tells if a diagnostic with this code is left to the other extension. Keys that appear twice are not: the other one reports the key that Helm
 * keeps, and does not tell that Helm ignores the one before it.
 */
export function isYieldedDiagnostic(code: string, yielded: ReadonlySet<SharedFeature>): boolean {
  if (code === "syntax") return yielded.has("syntaxDiagnostics");
  return SCHEMA_CODES.has(code) && yielded.has("schemaDiagnostics");
}

/** Tells if a schema that is assigned to the document has the other extension take the place of this one for its keys and values. */
export function isLeftBySchema(yielded: ReadonlySet<SharedFeature>): boolean {
  return yielded.has("schemaDiagnostics") || yielded.has("hover") || yielded.has("completion");
}

/** Tells if a position in a line is on an alias, whose target every YAML extension knows. */
export function isOnAlias(line: string, character: number): boolean {
  return [...line.matchAll(/\*[^\s,[\]{}]+/g)].some(
    ({ index, 0: alias }) => index <= character && character <= index + alias.length,
  );
}

function hasSchemaHere(other: OtherYamlExtension, question: CoexistenceQuestion): boolean {
  if (namesSchema(question.text)) return true;
  return Object.values(other.schemas).some((globs) => matchesSomeGlob(globs, question.matches));
}

const SCHEMA_COMMENT = /^#\s+(?:yaml-language-server\s*:.*\$schema\s*[=:]\s*\S|\$schema:\s*\S)/;

function namesSchema(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    if (SCHEMA_COMMENT.test(line)) return true;
    const isHeader = line === "" || line.startsWith("#") || line.startsWith("%") || line === "---";
    if (!isHeader) return false;
    start = end + 1;
  }
  return false;
}

/** As in the other extension, later globs win, and one that starts with `!` excludes files. */
function matchesSomeGlob(globs: unknown, matches: (glob: string) => boolean): boolean {
  let matched = false;
  for (const glob of Array.isArray(globs) ? globs : [globs]) {
    if (typeof glob !== "string") continue;
    const excludes = glob.startsWith("!");
    const pattern = (excludes ? glob.slice(1) : glob).replace(/^\//, "");
    if (pattern !== "" && matches(`**/${pattern}`)) matched = !excludes;
  }
  return matched;
}
