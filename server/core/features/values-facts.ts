import type { Fact } from "../schema/annotations.ts";
import { isChartPlaceholder, type SchemaModel, type SchemaNode } from "../schema/model.ts";
import { neededPaths } from "../schema/schema-keys.ts";
import { placeholderIn } from "../schema/types/placeholders.ts";
import { isUnset } from "../semantics/effective-value.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import { type HelmMap, type HelmNode, nodeAt } from "../values/helm-tree.ts";
import type { CertificateFact, RequiredValue, ValuesFacts } from "../wire/values.ts";
import { setKeyText } from "../yaml/key-path.ts";
import type { Path } from "../yaml/tree.ts";

const ISSUER_FACTS = ["issuerName", "issuerNamespace", "issuerKind", "issuerGroup"] as const;

/** Collects the facts about the cluster in the values of a release. */
export function valuesFacts({ schema: model, values, stack }: ReleaseValues): ValuesFacts {
  const key = stack.chart?.umbrella?.key;
  const node = (fact: Fact) => {
    const [path] = factPaths(model.root, fact);
    return path && nodeAt(values, path);
  };
  const texts = {
    meshSystemNamespace: node("meshSystemNamespace"),
    metricsServerAddress: node("metricsServerAddress"),
  };
  return {
    required: requiredValues(model, values, key === undefined ? [] : [key]),
    ingressGatewayLabels: labelsOf(node("ingressGatewayLabels")),
    ...textsOf(texts),
    certificates: certificateFacts(model, values),
    certificateManagers: allowedManagers(model),
    monitoringEnabled: !isUnset(node("monitoringEnabled")),
    keys: textsOfKeys(model),
  };
}

function allowedManagers({ root }: SchemaModel): string[] {
  const allowed = [...root.properties.values()]
    .flatMap(({ properties }) => [...properties.values()])
    .filter(({ annotations }) => annotations.meaning === "certificate-manager")
    .flatMap((node) => node.allowed ?? []);
  return [...new Set(allowed.map(String))];
}

function textsOfKeys({ root }: SchemaModel): ValuesFacts["keys"] {
  const key = factPaths(root, "meshSystemNamespace")[0]?.at(-1);
  return typeof key === "string" ? { meshSystemNamespace: key } : {};
}

/** `above` is the path from the top of the installed values to those of the operator's chart. */
function requiredValues(model: SchemaModel, values: HelmMap, above: Path): RequiredValue[] {
  return neededPaths(model).flatMap((path) => {
    const schema = model.at(path);
    const { fact, placeholder = "" } = schema?.annotations ?? {};
    if (!schema || (fact !== "domain" && fact !== "dnsTarget")) return [];
    const node = nodeAt(values, path);
    const text = node?.origin.kind === "chart-default" ? undefined : leafText(node);
    const isReal =
      text !== undefined && placeholderIn(text) === undefined && !isChartPlaceholder(schema, text);
    const value = isReal ? text : undefined;
    return {
      role: fact,
      path: setKeyText([...above, ...path]),
      form: placeholder,
      ...(value === undefined ? {} : { value }),
    };
  });
}

function certificateFacts({ root }: SchemaModel, values: HelmMap): CertificateFact[] {
  const found: CertificateFact[] = [];
  for (const [component, schema] of root.properties) {
    if (schema.annotations.meaning !== "component") continue;
    for (const [key, { annotations }] of schema.properties) {
      if (annotations.meaning !== "certificate-manager") continue;
      const manager = leafText(nodeAt(values, [component, key]));
      if (manager !== undefined)
        found.push({ component, manager, ...issuer(component, schema, manager, values) });
    }
  }
  return found;
}

/** The issuer in the part of the certificate configuration that a manager reads. */
function issuer(
  component: string,
  schema: SchemaNode,
  manager: string,
  values: HelmMap,
): Partial<Record<(typeof ISSUER_FACTS)[number], string>> {
  for (const [key, config] of schema.properties) {
    if (config.annotations.meaning !== "certificate-config") continue;
    for (const [name, part] of config.properties) {
      if (part.annotations.manager !== manager) continue;
      const node = nodeAt(values, [component, key, name]);
      const texts = ISSUER_FACTS.flatMap((fact) =>
        factPaths(part, fact).map((path) => [fact, node && nodeAt(node, path)] as const),
      );
      return textsOf(Object.fromEntries(texts));
    }
  }
  return {};
}

/** The paths of a fact below a node of the schema. */
function factPaths(node: SchemaNode, fact: Fact): Path[] {
  return [...node.properties].flatMap(([key, child]) => {
    if (child.annotations.fact === fact) return [[key]];
    return child.shared ? [] : factPaths(child, fact).map((path) => [key, ...path]);
  });
}

function textsOf<K extends string>(
  nodes: Readonly<Record<K, HelmNode | undefined>>,
): Partial<Record<K, string>> {
  const texts: Partial<Record<K, string>> = {};
  for (const key in nodes) {
    const text = leafText(nodes[key]);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

/** A scalar as a template writes it; `undefined` if it is null, empty or blank. */
function leafText(node: HelmNode | undefined): string | undefined {
  if (node?.type !== "leaf" || node.value === null) return undefined;
  const text = String(node.value);
  return text.trim() === "" ? undefined : text;
}

function labelsOf(node: HelmNode | undefined): Record<string, string> {
  const entries = node?.type === "map" ? [...node.entries] : [];
  const labels = entries.flatMap(([key, child]) =>
    child.type === "leaf" && child.value !== null ? [[key, String(child.value)] as const] : [],
  );
  return Object.fromEntries(labels);
}
