import * as l10n from "@vscode/l10n";
import { RESOURCE_DEFINITION } from "../../server/lsp/protocol.ts";
import { OPERATOR_KIND } from "../cluster/operator-type.ts";
import { get } from "../kubectl/calls.ts";
import { answerOr } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { readObjects } from "../manifests/objects.ts";
import { splitDocuments } from "../manifests/yaml.ts";
import type { CommandContext, Step } from "../operation/operation.ts";

const DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";

/**
 * Tells the language server the definition of the operator resource in a manifest, so that resources are checked by it. The rest
 * of the manifest, which may hold Secrets, is kept back. The definition helps while writing; no command depends on it.
 */
export async function reportManifestDefinition(
  { server }: CommandContext,
  text: string,
  source: string,
): Promise<void> {
  const definitions = splitDocuments(text).filter(
    (document) => document.includes(OPERATOR_KIND) && isDefinition(document),
  );
  if (definitions.length === 0) return;
  await server.ask(RESOURCE_DEFINITION, { source, text: definitions.join("---") }).catch(() => undefined);
}

/** The same with the definitions of a cluster. `types` are those of operator resources that the cluster knows. */
export async function reportClusterDefinitions(
  step: Step,
  target: ClusterTarget,
  types: readonly string[],
): Promise<void> {
  const found = await Promise.all(
    types.map(async (name) => answerOr(await step.ask(target, get(target, DEFINITIONS, { name })), [])),
  );
  const text = found.flat().map((object) => JSON.stringify(object));
  if (text.length === 0 || step.signal.aborted) return;
  const source = l10n.t("the cluster of {0}", target.context);
  await step.server.ask(RESOURCE_DEFINITION, { source, text: text.join("\n---\n") }).catch(() => undefined);
}

function isDefinition(document: string): boolean {
  return readObjects(document).some(({ kind }) => kind === "CustomResourceDefinition");
}
