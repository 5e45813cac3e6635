import type { Range } from "vscode-languageserver-types";
import type { Kind, ValuesRoot } from "../../kinds.ts";
import type { Violation } from "../../schema/own-schema/own-schema.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Place, PlaceGroup } from "../../semantics/places.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import type { SeverityName } from "../../settings.ts";
import type { Edit } from "../../yaml/edits/edit.ts";
import type { PropertyNode, ValueNode, YamlNode } from "../../yaml/tree.ts";

export type { Place } from "../../semantics/places.ts";
export type { Edit } from "../../yaml/edits/edit.ts";

/** Something that a rule found, before it becomes a diagnostic. Offsets are offsets in the file. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** The value that is at fault, if the finding is not at it: of findings about one value, the first in `precedence.ts` is reported. */
  readonly about?: ValueNode;
  /** One plain sentence about the fault, with its remedy. */
  readonly message: string;
  /** Other places that belong to it. */
  readonly related?: readonly RelatedPlace[];
  /** Its severity, if that differs from the rule's. */
  readonly severity?: SeverityName;
  /** The block in which a key is missing: while the user is writing there, the key may still come. */
  readonly unfinished?: Unfinished;
  /** True if the range is greyed out, because it has no effect. */
  readonly unnecessary?: boolean;
  /** Ways to fix it, the best first. Computed only when asked for. */
  readonly fixes?: () => Fix[];
}

/** A block that may go on below its end, on lines that begin at `column` or further right; without it, at the column of its start. */
export interface Unfinished {
  readonly start: number;
  readonly end: number;
  readonly column?: number;
}

/** A place that belongs to a finding: offsets in the same file, or a range in another one. */
export type RelatedPlace =
  | { readonly start: number; readonly end: number; readonly message: string }
  | { readonly uri: string; readonly range: Range; readonly message: string };

/** One way to fix a finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** The one fix that is most likely right. */
  readonly preferred?: boolean;
  /** True if the fix can be applied without asking: Helm then reads what the text means, and nothing else changes. */
  readonly safe?: boolean;
  /** A range that becomes readable only with the fix, such as the block below a renamed key: its faults do not count against the fix. */
  readonly reveals?: { readonly start: number; readonly end: number };
  /** True for a fix that is made only when a person chooses it, never among many. */
  readonly deliberate?: true;
  /** True for a fix that is offered only if it ends the fault and no other does. */
  readonly lastResort?: true;
  /** True if the fix corrects a slip, so that the entry is read at all: it comes before all fixes of content. */
  readonly mendsSlip?: true;
  /** True if the fix removes a mapping or list with content that the user wrote. It comes after all fixes that lose less. */
  readonly losesBlock?: true;
}

/** The input of a rule: one document with values or the operator resource. */
export interface RuleContext {
  readonly analysis: Analysis;
  readonly root: ValuesRoot;
  /** The document with its schema and its releases, which rules ask about places. */
  readonly document: DocumentSemantics;
  /** Every value of the document, grouped by the part of the schema that applies. */
  readonly groups: readonly PlaceGroup[];
  placeOf(node: YamlNode): Place | undefined;
  /** Template expressions of the document, which Helm does not render. */
  readonly templates: readonly TemplateRange[];
  /** The objections of the schema of a local chart. */
  readonly violations: readonly Violation[];
  /** True for a value on a line that is not valid YAML, so that it may be something else. */
  isBroken(node: ValueNode): boolean;
  /** True if a line below a key is not valid YAML, so that more may be set there than the tree has. */
  isBrokenBelow(property: PropertyNode): boolean;
}

/** One rule of the table: its code, its severity, and its check. */
export interface Rule {
  readonly code: string;
  /** The severity unless the settings change it; `off` for a rule that must be switched on. */
  readonly severity: SeverityName;
  /** True if Helm certainly refuses the errors of the rule; otherwise a person may install all the same. */
  readonly proven?: true;
  /** True if the rule also judges lines that are not valid YAML or contain templates. Findings of other rules there are dropped. */
  readonly onAnyLine?: true;
  /** True if the rule finds unreadable text: its fixes are not to blame for other errors that show once the text can be read. */
  readonly unreadable?: true;
  /** True if users are meant to replace the values that the rule finds, so that a fix may insert one. */
  readonly toReplace?: true;
  /** The source of the schema of the documents that the rule is about; without it, it is about all that rules check. */
  readonly only?: Kind["schema"];
  readonly docs: RuleDocs;
  check(context: RuleContext): Finding[];
}

/** The documentation of a rule. Its examples are its first two cases. */
export interface RuleDocs {
  readonly what: string;
  readonly why: string;
  readonly fix?: string;
}

/** The examples of a rule, without the annotation lines of its cases. */
export interface RuleExamples {
  readonly wrong: string;
  readonly right: string;
  /** The content of a values file that comes later in the release of both. */
  readonly later?: string;
  /** Files of the chart that both are for, by path, if it is not one of those that are known anyway. */
  readonly chart?: Readonly<Record<string, string>>;
}

/** A finding and the rule that made it. */
export interface RuleFinding extends Finding {
  readonly rule: Rule;
}

/** A template expression in a document. */
export interface TemplateRange {
  readonly start: number;
  readonly end: number;
  /** The chart renders the text that it is in with `tpl`, or may do so. */
  readonly isRendered: boolean;
}
