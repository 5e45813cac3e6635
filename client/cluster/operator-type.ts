/** A type of operator resource in a cluster. */
export interface OperatorType {
  /** Plural with its group, as kubectl takes it: `capoperators.operator.example.com`. */
  readonly type: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kind of an operator resource, which the schema of the operator resource contains as well. */
export const OPERATOR_KIND = "CAPOperator";

const PLURAL = "capoperators";

/** True for the type of an operator resource. Its group begins with `operator.`, whoever publishes it. */
export function isOperatorType({ apiVersion, kind }: OperatorType): boolean {
  return kind === OPERATOR_KIND && mayHoldOperators(apiVersion);
}

/** True if this API version may contain operator resources. */
export function mayHoldOperators(apiVersion: string): boolean {
  return apiVersion.startsWith("operator.");
}

/** The type of operator resource among the resources of an API version, if it has one. */
export function operatorTypeAmong(plurals: readonly string[], apiVersion: string): OperatorType | undefined {
  if (!plurals.includes(PLURAL)) return undefined;
  const [group = ""] = apiVersion.split("/");
  return { type: `${PLURAL}.${group}`, apiVersion, kind: OPERATOR_KIND };
}
