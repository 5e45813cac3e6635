import * as l10n from "@vscode/l10n";
import {
  CLUSTER_NAMES,
  type ClusterIssuer,
  SET_VALUES,
  VALUES_FACTS,
  type ValuesFacts,
} from "../../server/lsp/protocol.ts";
import { fitsCertificate, proposedDomains } from "../cluster/host-names.ts";
import type { Issuer } from "../cluster/issuers.ts";
import { type ReadHosts, readClusterHosts } from "../cluster/read-cluster-hosts.ts";
import { readIssuers } from "../cluster/read-prerequisites.ts";
import { newValuesFile } from "../files/new-document.ts";
import { type SelectedValues, targetOf, valuesToFill } from "../files/select-values.ts";
import { CHANGE_CONTEXT } from "../helm/recovery.ts";
import { type ChosenValue, chooseRequiredValues } from "../install/required-values.ts";
import { apiVersions } from "../kubectl/calls.ts";
import { labelText, objectName } from "../kubectl/cluster-object.ts";
import { certificateManagerOf } from "../kubectl/kinds.ts";
import { answerOr } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { showOutput } from "../operation/message-actions.ts";
import type { CommandContext, Operation, Step } from "../operation/operation.ts";
import { type Done, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile } from "../ports/editor.ts";
import { type CommandOffers, VALUES_FILE } from "./offer.ts";

export const offers: CommandOffers = {
  fillDomain: {
    title: "Fill Domain and DNS Target from Cluster...",
    does: "Reads the domain and the DNS target from the cluster and writes them into the values file. Completion then offers the issuers of the cluster.",
    section: "Installation",
    order: 100,
    needs: "kubectl",
    menus: [["editor/context", "8_capOperatorCluster@2", VALUES_FILE]],
  },
};

/** Reads the names of the public ingress gateway and of the cluster, and sets the two required values from them. */
export const fillDomain = operation({
  id: "capOperator.fillDomain",
  needsTrust: true,
  async run(operation, target) {
    const title = l10n.t("CAP Operator: Fill Domain and DNS Target from Cluster");
    const values = await valuesToFill(operation, target, title);
    const cluster = await targetOf(operation, values);
    operation.about({ target: cluster, doing: l10n.t("reading the cluster") });
    const facts = await operation.server.ask(VALUES_FACTS, { of: values.of });
    const hosts = await operation.read(
      l10n.t("Reading domain and DNS target from {0}", cluster.context),
      (step) => readNames(step, cluster, facts),
    );
    if (hosts.dnsTargets.length + hosts.clusterDomains.length === 0) {
      refuseNone(operation, cluster, hosts, facts);
    }
    const about = { title, context: cluster.context, facts, hosts };
    const chosen = await chooseRequiredValues(operation, about);
    const said = await insert(operation, values, facts, chosen);
    return otherLabels(operation, hosts, said);
  },
});

/** Reads the names in the cluster, and lets completion offer them. */
async function readNames(step: Step, target: ClusterTarget, facts: ValuesFacts): Promise<ReadHosts> {
  const [hosts, issuers] = await Promise.all([
    readClusterHosts(step, target, facts),
    step.ask(target, apiVersions(target)).then((versions) => readIssuers(step, target, versions)),
  ]);
  if (step.signal.aborted) return hosts;
  await step.server.ask(CLUSTER_NAMES, {
    context: target.context,
    issuers: Object.values(issuers).flatMap((reading) => answerOr(reading, []).flatMap(inAllWords)),
    domains: proposedDomains(hosts).flatMap(({ name }) => (fitsCertificate(name) ? [name] : [])),
    dnsTargets: hosts.dnsTargets.map(({ name }) => name),
  });
  return hosts;
}

/** Fills in the values, and returns a sentence about what the file has now. */
async function insert(
  context: CommandContext,
  values: SelectedValues,
  facts: ValuesFacts,
  chosen: readonly ChosenValue[],
): Promise<string> {
  const file = await fileToFill(context, values);
  if (file === undefined) {
    return refuse(l10n.t("{0} was closed in the meantime, so nothing was filled in.", values.name), "", {
      tone: "warning",
    });
  }
  const entries = chosen.flatMap(({ role, value }) =>
    facts.required.filter((needed) => needed.role === role).map(({ path }) => ({ path, value })),
  );
  const edits = await context.server.ask(SET_VALUES, { uri: file.uri, values: entries });
  const said = entries.map(({ path, value }) => `${path}: ${value}`).join(", ");
  if (edits.length > 0 && !(await context.editor.applyEdits(file.uri, file.version, edits))) {
    const changed = l10n.t("{0} changed in the meantime, so nothing was filled in.", file.name);
    refuse(changed, l10n.t("Run the command again."), { tone: "warning" });
  }
  return edits.length === 0
    ? l10n.t("{0} already has {1}.", file.name, said)
    : l10n.t("{0} now has {1}.", file.name, said);
}

/** The current state of the values file, after all questions; a new file if there is none. */
async function fileToFill(context: CommandContext, { uri }: SelectedValues): Promise<ActiveFile | undefined> {
  return uri === undefined ? newValuesFile(context) : context.editor.opened(uri);
}

function refuseNone(
  context: CommandContext,
  target: ClusterTarget,
  hosts: ReadHosts,
  facts: ValuesFacts,
): never {
  const noDomain = l10n.t("The cluster does not report its domain either.");
  const why = hosts.notChecked[0] ?? `${lackOf(hosts, facts)} ${noDomain}`;
  const sentence = l10n.t("No domain or DNS target found in {0}.", target.context);
  refuse(sentence, why, { tone: "warning", actions: [showOutput(context)] }, [CHANGE_CONTEXT]);
}

function lackOf({ gateways, addresses }: ReadHosts, { ingressGatewayLabels }: ValuesFacts): string {
  const [gateway] = gateways;
  if (gateway === undefined) {
    return l10n.t("No public ingress gateway with the labels {0} found.", labelText(ingressGatewayLabels));
  }
  const name = objectName(gateway.service);
  const [address] = addresses;
  if (address === undefined) {
    return l10n.t("The ingress gateway {0} has neither a name nor an address yet.", name);
  }
  return l10n.t(
    "The ingress gateway {0} has the address {1}, but no name. Enter the name of a DNS record for it in the values.",
    name,
    address.name,
  );
}

/** Warns if the names are those of another gateway than the values name: the installation would not use that gateway. */
async function otherLabels(operation: Operation, { gateways }: ReadHosts, said: string): Promise<Done> {
  const [gateway] = gateways;
  if (gateway === undefined || gateway.isNamed) return { message: said };
  await operation.prompts.info(said);
  return {
    message: l10n.t(
      "The ingress gateway {0} has other labels than the values name. Set ingressGatewayLabels to {1}.",
      objectName(gateway.service),
      labelText(gateway.labels),
    ),
    isWarning: true,
  };
}

/** An issuer as completion gets it: for the word that each chart has for its manager. */
function inAllWords({ manager, name, namespace, kind, group }: Issuer): ClusterIssuer[] {
  const values = certificateManagerOf(manager)?.values ?? [manager];
  return values.map((value) => ({
    manager: value,
    name,
    kind,
    group,
    namespace,
  }));
}
