import type { Judged } from "./outcome.ts";

/** A known reason for which the editor and the judge differ. */
export interface Reason {
  readonly what: string;
  readonly why: string;
}

/** Rules that are errors although Helm and the API server accept the file, by code. */
const ERRORS: Readonly<Record<string, string>> = {
  "invalid-host":
    "No certificate is issued and no DNS record is created for such a host, so the installation cannot be reached. The webhook of Istio, which this cluster does not have, rejects some of these hosts.",
  "invalid-url":
    "The value becomes an environment variable, which accepts any text. The controller cannot reach such an address.",
  "invalid-duration": "The operator cannot read the value and uses another duration without a message.",
  "invalid-number":
    "The value becomes an environment variable, which accepts any text. The controller needs a number.",
  "invalid-name": "An object with this name cannot exist, and the API server does not check references.",
  "invalid-image":
    "The API server does not read image references. The container runtime cannot read this one, so the pod ends in `InvalidImageName`.",
  "invalid-certificate":
    "The value becomes part of a Secret, which accepts any content. The gateway cannot use it.",
  "invalid-label":
    "No pod can have this label, so no gateway is selected. The webhook of Istio, which this cluster does not have, checks it.",
  "not-allowed":
    "For an unknown value, the templates omit the certificate. Values for the controller are passed on unchanged.",
  "certificate-config-incomplete":
    "The specification requires issuer and kind. cert-manager itself uses an `Issuer` if the kind is empty.",
  "duplicate-key": "Helm keeps the last one and ignores the others without a message.",
  "missing-field": "The API server accepts an empty reference, which refers to nothing.",
  "wrong-type":
    "No template reads the value, or a template converts it: these templates accept only integers as replicas, and write a quoted number without the quotes. A chart with a schema, such as the example chart, rejects it.",
  "out-of-range":
    "Server-side apply keeps the last 32 bits, so the deployment has another number of replicas. Create rejects the value.",
  "wrong-shape": "No template reads the value. A chart with a schema rejects it.",
};

/** Refusals that the editor does not see, by their texts. */
const SILENT: readonly (readonly [says: RegExp, what: string, why: string])[] = [
  [
    /got null, want/,
    "a null in an entry of a list",
    "Kubernetes reads it as a field that is not set, and so does the editor. The schema of the chart of the examples refuses it; where that schema is available, `chart-schema` says so.",
  ],
];

/** The known reason of a disagreement; `undefined` if it has none. An error is explained if each of its rules is. */
export function reasonFor({ outcome, editor, refusal }: Judged): Reason | undefined {
  if (outcome === "error-but-accepted") {
    const codes = [...new Set(editor.errors.map(({ code }) => code))].sort();
    const whys = codes.flatMap((code) => ERRORS[code] ?? []);
    return whys.length === codes.length ? { what: codes.join(", "), why: whys.join(" ") } : undefined;
  }
  const known = SILENT.find(([says]) => says.test(refusal?.message ?? ""));
  return known && { what: known[1], why: known[2] };
}

/** The reason for which a rule is an error although nothing refuses the file. */
export function reasonOfRule(code: string): string {
  return ERRORS[code] ?? "";
}
