/** The reason why values cannot be checked by a schema. */
export type SchemaFault =
  | { readonly kind: "cycle" | "depth" | "work" | "unknown" }
  | { readonly kind: "pattern"; readonly pattern: string };

/** Thrown where values cannot be checked by a schema. */
export class UnusableSchema extends Error {
  readonly fault: SchemaFault;

  constructor(fault: SchemaFault) {
    super(fault.kind);
    this.fault = fault;
  }
}
