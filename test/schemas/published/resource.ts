import { readFileSync } from "node:fs";

/** A row of the table that was gathered from the published definitions of the operator resource. */
export interface ResourceRow {
  /** Dotted, from `spec` on; `[]` stands for the items of a list. */
  readonly field: string;
  readonly since: string;
  readonly last: string;
  readonly definition: FieldDefinition;
}

/** The definition of a field. */
export interface FieldDefinition {
  readonly type: string;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minItems?: number;
  /** The type of all entries of a mapping. */
  readonly map?: string;
  readonly "x-kubernetes-validations"?: readonly { readonly rule: string; readonly message: string }[];
}

/** The versions in which something changed, and some between them, the oldest first. */
export const MANAGER_VERSIONS: readonly string[] = [
  "0.0.1",
  "0.0.1-helm",
  "0.1.0",
  "0.9.0",
  "0.10.0",
  "0.11.0",
  "0.11.1",
  "0.13.0",
  "0.14.0",
  "0.24.0",
  "0.25.0",
  "0.28.0",
  "0.29.0",
  "0.29.1",
  "0.30.0",
  "0.31.0",
  "0.32.0",
  "0.34.0",
];

const ROWS: readonly ResourceRow[] = readFileSync(new URL("resource.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [field = "", since = "", last = "", definition = ""] = line.split("\t");
    return { field, since, last, definition: JSON.parse(definition) };
  });

/** The fields of a version. */
export function fieldsOf(version: string): readonly ResourceRow[] {
  const at = order(version);
  return ROWS.filter(({ since, last }) => order(since) <= at && at <= order(last));
}

/** A number that grows with the version; the version for Helm came right after the first. */
function order(version: string): number {
  const [, minor = 0, patch = 0] = version.replace("-helm", "").split(".").map(Number);
  return minor * 100 + patch * 10 + (version.endsWith("-helm") ? 1 : 0);
}

/** A custom resource definition with the fields of a version, as the manager's manifest has it. */
export function definitionOf(version: string, group = "operator.sme.sap.com"): object {
  const root: Node = { type: "object", properties: {} };
  for (const { field, definition } of fieldsOf(version)) {
    const { map, ...own } = definition;
    const names = field.replaceAll("[]", ".[]").split(".");
    const last = names.pop() ?? "";
    const holder = names.reduce<Node>(below, root);
    const node = below(holder, last);
    Object.assign(node, own, map === undefined ? {} : { additionalProperties: { type: map } });
    // The table stops at what Kubernetes describes.
    if (node.type === "array" && !node.items) node.items = ANYTHING;
    if (KUBERNETES.includes(last)) Object.assign(node, { "x-kubernetes-preserve-unknown-fields": true });
  }
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `capoperators.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: {
        kind: "CAPOperator",
        listKind: "CAPOperatorList",
        plural: "capoperators",
        singular: "capoperator",
      },
      versions: [
        {
          name: "v1alpha1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                apiVersion: { type: "string" },
                kind: { type: "string" },
                metadata: { type: "object" },
                ...root.properties,
              },
            },
          },
        },
      ],
    },
  };
}

interface Node {
  type?: string;
  properties?: Record<string, Node>;
  items?: Node;
}

const ANYTHING: Node & object = { type: "object", ...{ "x-kubernetes-preserve-unknown-fields": true } };
const KUBERNETES: readonly string[] = ["affinity", "podSecurityContext", "securityContext", "resources"];

function below(node: Node, name: string): Node {
  if (name === "[]") {
    if (!node.items || node.items === ANYTHING) node.items = { type: "object" };
    return node.items;
  }
  node.properties ??= {};
  node.properties[name] ??= { type: "object" };
  return node.properties[name];
}
