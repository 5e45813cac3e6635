import * as l10n from "@vscode/l10n";
import type { Meaning } from "../meanings.ts";
import { repositoryFault, tagFault } from "./image-reference.ts";
import { dnsLabelFault, dnsNameFault, labelKeyFault, labelValueFault } from "./kubernetes-names.ts";
import { parseQuantity } from "./quantity.ts";
import { sysctlNameFault } from "./sysctl-name.ts";

/** The fault of a text, as the rest of a sentence; `undefined` for a valid text. */
export type FaultOf = (text: string) => string | undefined;

const amountFault: FaultOf = (text) =>
  parseQuantity(text) ? undefined : l10n.t("Kubernetes cannot read it");

const FAULTS: Partial<Record<Meaning, FaultOf>> = {
  cpu: amountFault,
  "image-repository": repositoryFault,
  "image-tag": tagFault,
  "label-key": labelKeyFault,
  "label-value": labelValueFault,
  memory: amountFault,
  namespace: dnsLabelFault,
  "object-name": dnsNameFault,
  quantity: amountFault,
  "sysctl-name": sysctlNameFault,
  "volume-name": dnsLabelFault,
};

/** The fault of a text as the name, label or amount that a place needs; `undefined` for a valid text, or if any text will do. */
export function textFault(meaning: Meaning | undefined, text: string): string | undefined {
  return meaning && FAULTS[meaning]?.(text);
}
