import type { Judged } from "./outcome.ts";

/** Why the editor and the judge may differ. */
export interface Reason {
  readonly what: string;
  readonly why: string;
}

/** Rules that are errors although Helm and the API server accept the file, by code. */
const ERRORS: Readonly<Record<string, string>> = {
  "invalid-host":
    "No certificate is issued for such a host, and no DNS name is made for it. That shows when the installation is used; Istio's own webhook, which the cluster here does not have, refuses some of them before.",
  "invalid-url":
    "It is an environment variable, so that any text is accepted; the controller cannot reach such an address.",
  "invalid-duration": "The operator cannot read it, and silently uses another duration.",
  "invalid-number":
    "It is an environment variable, so that any text is accepted; the controller needs a number.",
  "invalid-name":
    "The object with this name cannot exist, so nothing that refers to it will work. References are not checked.",
  "invalid-certificate": "It is put into a Secret, in which anything is accepted; the gateway cannot use it.",
  "invalid-label":
    "As a label of the gateway it can be on no pod, so no gateway is chosen. Istio's own webhook, which the cluster here does not have, checks it.",
  "not-allowed":
    "The templates compare words, and leave out the certificate for one that they do not know. The words of the controller itself are passed on as they are.",
  "certificate-config-incomplete":
    "The specification demands issuer and kind. cert-manager itself takes an `Issuer` where the kind is empty.",
  "duplicate-key": "Helm keeps the last one and ignores the others silently.",
  "missing-field": "The API server accepts an empty reference, with which nothing can be found.",
  "wrong-type":
    "Nothing reads the value at the moment, or a template makes something else of it: our templates take whole numbers of replicas, and a number in quotes is one again where a template writes it without them. A chart with a schema, such as that of the examples, refuses it.",
  "out-of-range":
    "Of more than 32 bits, server-side apply keeps the last 32, so that a deployment silently gets another number of replicas; a creation is refused.",
  "wrong-shape": "Nothing reads the value at the moment. A chart with a schema refuses it.",
};

/** Refusals that the editor does not see, by what they say. */
const SILENT: readonly (readonly [says: RegExp, what: string, why: string])[] = [
  [
    /got null, want/,
    "a null in an entry of a list",
    "Kubernetes reads it as a field that is not set, and so does the editor. The schema of the chart of the examples refuses it; where that schema is at hand, `chart-schema` says so.",
  ],
];

/** Why a disagreement is known; `undefined` if it is not. An error is explained if each of its rules is. */
export function reasonFor({ outcome, editor, refusal }: Judged): Reason | undefined {
  if (outcome === "error-but-accepted") {
    const codes = [...new Set(editor.errors.map(({ code }) => code))].sort();
    const whys = codes.flatMap((code) => ERRORS[code] ?? []);
    return whys.length === codes.length ? { what: codes.join(", "), why: whys.join(" ") } : undefined;
  }
  const known = SILENT.find(([says]) => says.test(refusal?.message ?? ""));
  return known && { what: known[1], why: known[2] };
}

/** Why a rule is an error although nothing refuses the file. */
export function reasonOfRule(code: string): string {
  return ERRORS[code] ?? "";
}
