import * as l10n from "@vscode/l10n";
import { OPERATOR_KIND, type OperatorType } from "../cluster/operator-type.ts";
import { hasLabels, type Labels } from "../kubectl/cluster-object.ts";
import { type YamlObject, yamlObjects } from "../manifests/objects.ts";
import { writeYaml } from "../manifests/yaml.ts";
import { modeline } from "../texts/modeline.ts";

// Not translated: a comment for the language server.
const OTHER_LABELS = "# cap-operator-disable labels-differ-from-default";

/** An operator resource as written in a text. */
export interface OperatorResource {
  readonly text: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly namespace?: string;
  /** The labels that identify the mesh's ingress gateway (spec section 2.3). */
  readonly gatewayLabels: Labels;
}

/** Reads the only operator resource of a text; throws an error with one readable sentence if there is none, or more than one. */
export function readOperatorResource(text: string, shown: string): OperatorResource {
  const objects = yamlObjects(text, shown);
  const [object] = objects;
  if (object === undefined || objects.length > 1)
    throw new Error(
      l10n.t("{0} has {1} objects; it must have exactly one operator resource.", shown, objects.length),
    );
  if (object.kind !== OPERATOR_KIND)
    throw new Error(
      l10n.t(
        "{0} contains an object of kind {1}, not an operator resource (kind {2}).",
        shown,
        object.kind,
        OPERATOR_KIND,
      ),
    );
  const { name, namespace } = object.metadata;
  return {
    text,
    apiVersion: object.apiVersion,
    name,
    namespace,
    gatewayLabels: labelsOf(object),
  };
}

/**
 * The text of a new operator resource: the default one with other labels and everything else kept. It names the namespace that it
 * belongs to, so that it goes there whenever it is applied.
 */
export function resourceWithLabels(base: OperatorResource, labels: Labels, namespace: string): string {
  const [object] = yamlObjects(base.text, l10n.t("The default resource"));
  const { name, namespace: current = namespace, ...rest } = object?.metadata ?? {};
  return written(
    {
      ...object,
      metadata: { name, namespace: current, ...rest },
      spec: { ...Object(object?.spec), ingressGatewayLabels: listOf(labels) },
    },
    Object.keys(labels).length > 0 &&
      !(hasLabels(labels, base.gatewayLabels) && hasLabels(base.gatewayLabels, labels)),
  );
}

/** The text of a new operator resource if there is no default one to start from. */
export function newResource(
  { apiVersion, kind }: OperatorType,
  metadata: { readonly name: string; readonly namespace: string },
  labels: Labels,
): string {
  const spec = { ingressGatewayLabels: listOf(labels) };
  return written({ apiVersion, kind, metadata, spec }, Object.keys(labels).length > 0);
}

/** Labels for a sentence: `app=gateway, mesh=gateway`; `none` for none. */
export function shownLabels(labels: Labels): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return entries.length === 0 ? l10n.t("none") : entries.join(", ");
}

function labelsOf({ spec }: YamlObject): Labels {
  const { ingressGatewayLabels } = Object(spec);
  if (!Array.isArray(ingressGatewayLabels)) return {};
  const entries = ingressGatewayLabels.map(Object).filter(({ name }) => typeof name === "string");
  return Object.fromEntries(entries.map(({ name, value }) => [name, String(value ?? "")]));
}

function listOf(labels: Labels): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(labels).map(([name, value]) => ({ name, value }));
}

/** The message that comes with a resource with other labels explains this: a comment keeps the rule about them quiet in the file. */
function written(object: object, hasOtherLabels: boolean): string {
  const comments = [modeline("operator"), ...(hasOtherLabels ? [OTHER_LABELS] : [])];
  return `${comments.join("\n")}\n${writeYaml(object)}`;
}
