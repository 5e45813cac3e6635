import * as l10n from "@vscode/l10n";
import { faultText, saysHelm4 } from "../../fault-text.ts";
import type { Span } from "../../values/helm-tree.ts";
import { refusalOf } from "../../values/helm-value.ts";
import type { HelmMajor } from "../../values/refusal.ts";
import type { Fault } from "../../yaml/fault.ts";
import type { YamlFile } from "../../yaml/tree.ts";

/** The refusal of Helm for a file that is valid YAML, and its place. */
export interface HelmRefusal extends Span {
  readonly fault: Fault;
  readonly message: string;
  /** True if only Helm 4 refuses the file, while Helm 3, which installs it, accepts it. */
  readonly onlyHelm4: boolean;
}

/** The refusal of a file by this version of Helm; by Helm 4, if Helm 3 accepts it; `undefined` if both accept it. */
export function helmRefusal(file: YamlFile, helm: HelmMajor): HelmRefusal | undefined {
  const refusal = refusalOf(file, helm);
  if (refusal || helm === 4) {
    return refusal && { ...refusal, message: faultText(refusal.fault), onlyHelm4: false };
  }
  // If no line starts a document, both read the same text in the same way.
  if (!file.helm4Reads && !/(?<![^\n])---/.test(file.text)) return undefined;
  const newer = refusalOf(file, 4);
  if (!newer) return undefined;
  const message = saysHelm4(newer.fault)
    ? faultText(newer.fault)
    : `${faultText(newer.fault)} ${l10n.t("This applies to Helm 4; Helm 3 reads only the first document.")}`;
  return { ...newer, message, onlyHelm4: true };
}
