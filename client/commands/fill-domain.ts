import type { ClusterIssuer, ValuesFacts } from "../../server/lsp/protocol.ts";
import { apiVersions } from "../cli/kubectl.ts";
import { labelText, objectName } from "../cluster/cluster-object.ts";
import { fitsCertificate, proposedDomains } from "../cluster/host-names.ts";
import type { Issuer } from "../cluster/issuers.ts";
import { certificateManagerOf } from "../cluster/kinds.ts";
import { type ReadHosts, readClusterHosts } from "../cluster/read-cluster-hosts.ts";
import { readIssuers } from "../cluster/read-prerequisites.ts";
import { answerOr } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { openNewFile } from "../files/new-document.ts";
import { targetOf, type ValuesAtHand, valuesToFill } from "../files/values-at-hand.ts";
import { type ChosenValue, chooseRequiredValues } from "../install/required-values.ts";
import type { Operation, Step, Surroundings } from "../operation/operation.ts";
import { type Done, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile } from "../ports.ts";

const TITLE = "CAP Operator: Fill Domain and DNS Target from Cluster";

/** Reads the names of the public ingress gateway and of the cluster, and sets the two required values from them. */
export const fillDomain = operation({
  id: "capOperator.fillDomain",
  needsTrust: true,
  async run(operation, target) {
    const values = await valuesToFill(operation, target, TITLE);
    const at = await targetOf(operation, values);
    const facts = await operation.server.valuesFacts(values.of);
    const hosts = await operation.read(`Reading domain and DNS target from ${at.context}`, (step) =>
      readNames(step, at, facts),
    );
    if (hosts.dnsTargets.length + hosts.clusterDomains.length === 0) {
      refuseNone(operation, at, hosts, facts);
    }
    const about = { title: TITLE, context: at.context, facts, hosts };
    const chosen = await chooseRequiredValues(operation, about);
    const said = await insert(operation, values, facts, chosen);
    return otherLabels(operation, hosts, said);
  },
});

/** Reads the names in the cluster, and lets completion offer them. */
async function readNames(step: Step, at: ClusterTarget, facts: ValuesFacts): Promise<ReadHosts> {
  const [hosts, issuers] = await Promise.all([
    readClusterHosts(step, at, facts),
    step.ask(at, apiVersions(at)).then((versions) => readIssuers(step, at, versions)),
  ]);
  if (step.signal.aborted) return hosts;
  await step.server.suggestClusterNames({
    context: at.context,
    issuers: Object.values(issuers).flatMap((reading) => answerOr(reading, []).flatMap(inAllWords)),
    domains: proposedDomains(hosts).flatMap(({ name }) => (fitsCertificate(name) ? [name] : [])),
    dnsTargets: hosts.dnsTargets.map(({ name }) => name),
  });
  return hosts;
}

/** Fills in the values, and returns a sentence about what the file has now. */
async function insert(
  around: Surroundings,
  values: ValuesAtHand,
  facts: ValuesFacts,
  chosen: readonly ChosenValue[],
): Promise<string> {
  const file = await fileToFill(around, values);
  if (file === undefined) {
    return refuse(`${values.name} was closed in the meantime, so nothing was filled in.`, "", {
      tone: "warning",
    });
  }
  const entries = chosen.flatMap(({ role, value }) =>
    facts.required.filter((one) => one.role === role).map(({ path }) => ({ path, value })),
  );
  const edits = await around.server.setValues({ uri: file.uri, values: entries });
  const said = entries.map(({ path, value }) => `${path}: ${value}`).join(", ");
  if (edits.length > 0 && !(await around.editor.applyEdits(file.uri, file.version, edits))) {
    const changed = `${file.name} changed in the meantime, so nothing was filled in.`;
    refuse(changed, "Run the command again.", { tone: "warning" });
  }
  around.walkthrough.achieved("filledDomain");
  const has = edits.length === 0 ? "already has" : "now has";
  return `${file.name} ${has} ${said}.`;
}

/** The current state of the values file, after all questions; a new file if there is none. */
async function fileToFill(around: Surroundings, { uri }: ValuesAtHand): Promise<ActiveFile | undefined> {
  return uri === undefined ? openNewFile(around, "values") : around.editor.opened(uri);
}

function refuseNone(
  around: Surroundings,
  { context }: ClusterTarget,
  hosts: ReadHosts,
  facts: ValuesFacts,
): never {
  const showLog = { button: "Show Output", go: async () => around.output.show() };
  const why = hosts.notChecked[0] ?? `${lackOf(hosts, facts)} The cluster does not tell its domain either.`;
  refuse(`Nothing to fill in was found in ${context}.`, why, { tone: "warning", ways: [showLog] });
}

function lackOf({ gateways, addresses }: ReadHosts, { ingressGatewayLabels }: ValuesFacts): string {
  const [gateway] = gateways;
  if (gateway === undefined) {
    return `There is no public ingress gateway with the labels ${labelText(ingressGatewayLabels)}.`;
  }
  const name = objectName(gateway.service);
  const [address] = addresses;
  if (address === undefined) return `The ingress gateway ${name} has neither a name nor an address yet.`;
  return `The ingress gateway ${name} has the address ${address.name}, but no name: enter the name of a DNS record for it in the values.`;
}

/** Warns if the names are those of another gateway than the values name: the installation would not use that gateway. */
async function otherLabels(operation: Operation, { gateways }: ReadHosts, said: string): Promise<Done> {
  const [gateway] = gateways;
  if (gateway === undefined || gateway.isNamed) return { message: said };
  await operation.prompts.info(said);
  return {
    message: `The ingress gateway ${objectName(gateway.service)} has other labels than the values name. Set ingressGatewayLabels to ${labelText(gateway.labels)}.`,
    isWarning: true,
  };
}

/** An issuer as completion is told of it: for the word that each chart has for its manager. */
function inAllWords({ manager, name, namespace, kind, group }: Issuer): ClusterIssuer[] {
  const values = certificateManagerOf(manager)?.values ?? [manager];
  return values.map((value) => ({
    manager: value,
    name,
    kind,
    group,
    ...(namespace !== undefined && { namespace }),
  }));
}
