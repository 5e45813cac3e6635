/** A type of operator resources in a cluster. */
export interface OperatorType {
  /** Plural with its group, as kubectl takes it: `capoperators.operator.example.com`. */
  readonly type: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kind of an operator resource; the schema of the operator resource holds the same. */
export const OPERATOR_KIND = "CAPOperator";

const PLURAL = /^capoperators\.operator\./;

/** Whether this type is that of an operator resource. Its group begins with `operator.`, whoever publishes it. */
export function isOperatorType({ apiVersion, kind }: OperatorType): boolean {
  return kind === OPERATOR_KIND && apiVersion.startsWith("operator.");
}

/** The types of operator resources among the names that `kubectl api-resources --output=name` prints. */
export function operatorTypesAmong(names: readonly string[]): readonly string[] {
  return names.filter((name) => PLURAL.test(name));
}
