import type { HelmReason } from "./reader/helm-reasons.ts";
import type { SyntaxReason } from "./reader/syntax-reasons.ts";

/** A reason why a text or an entry of `--set` cannot be read, or is refused by Helm, with the words that its message quotes. */
export type Fault = FileFault | TextFault | HelmFault | EntryFault;

/** A reason for not reading a file at all. */
export type FileFault =
  | { readonly code: "nested-too-deeply" | "nested-too-deeply-for-helm" | "no-text-file" }
  | { readonly code: "too-large"; readonly size: number }
  | { readonly code: "too-many-documents"; readonly most: number };

/** True if Helm cannot read such a file either; otherwise it only exceeds the limits of this server. */
export function isRefusedByHelm({ code }: FileFault): boolean {
  return code === "nested-too-deeply-for-helm" || code === "no-text-file";
}

/** A syntax error, or YAML that Helm refuses as well. */
type TextFault =
  | { readonly code: Exclude<SyntaxReason, "other"> }
  | {
      readonly code:
        | "bracket-closes-nothing"
        | "colon-in-value"
        | "conflict-marker"
        | "dash-in-brackets"
        | "escaped-slash"
        | "infinite-number"
        | "key-type"
        | "list-after-key"
        | "merged-scalar"
        | "misplaced-item"
        | "missing-dash"
        | "missing-dash-space"
        | "no-character"
        | "no-utf-8"
        | "question-mark"
        | "stray-quote"
        | "refused-key"
        | "tab-after-dash"
        | "template"
        | "text-after-bracket"
        | "text-after-quote"
        | "too-many-errors"
        | "trailing-comma"
        | "unknown-directive"
        | "value-above-keys";
    }
  | { readonly code: "not-yaml"; readonly words: string }
  | { readonly code: "begun-key"; readonly word: string }
  | { readonly code: "missing-colon" | "missing-space"; readonly key: string; readonly value: string }
  | { readonly code: "other-sign"; readonly key: string; readonly value: string; readonly character: string }
  | { readonly code: "bullet" | "key-start" | "value-start"; readonly character: string }
  | { readonly code: "forbidden-character" | "other-space" | "unseen-character"; readonly number: string }
  | { readonly code: "tag-mismatch"; readonly tag: string }
  | { readonly code: "unknown-alias" | "circular-anchor"; readonly name: string };

/** Valid YAML that Helm refuses. */
type HelmFault =
  | {
      readonly code:
        | "half-character"
        | "helm4-directive"
        | "helm4-separator"
        | "helm4-utf-16"
        | "line-break-character"
        | "merged-other"
        | "not-base64"
        | "tab-line"
        | "too-many-aliases"
        | "top-level"
        | "yaml-version";
    }
  | { readonly code: "anchor-name"; readonly name: string }
  | { readonly code: "helm-stop"; readonly reason: HelmReason; readonly words: string };

/** A reason for which Helm refuses an entry of `--set` or a similar flag. */
type EntryFault =
  | {
      readonly code:
        | "after-index"
        | "negative-index"
        | "no-json"
        | "no-json-object"
        | "number-too-large"
        | "too-many-empty-items"
        | "too-many-indexes"
        | "unclosed-index"
        | "unclosed-list";
    }
  | { readonly code: "comma-in-key" | "key-without-value" | "nothing-below-key"; readonly key: string }
  | { readonly code: "not-a-mapping"; readonly key: string; readonly is: "null" | "list" | "scalar" }
  | { readonly code: "not-a-list"; readonly key: string; readonly is: "null" | "mapping" | "scalar" }
  | { readonly code: "index-too-large" | "too-many-names"; readonly most: number }
  | { readonly code: "no-index"; readonly text: string }
  | { readonly code: "unreadable-file"; readonly name: string };
