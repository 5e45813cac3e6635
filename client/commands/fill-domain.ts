import type { ValuesFacts } from "../../server/lsp/protocol.ts";
import { apiVersions } from "../cli/kubectl.ts";
import { labelText, objectName } from "../cluster/cluster-object.ts";
import { fitsCertificate, proposedDomains } from "../cluster/host-names.ts";
import { type ReadHosts, readClusterHosts } from "../cluster/read-cluster-hosts.ts";
import { readIssuers } from "../cluster/read-prerequisites.ts";
import { answerOr } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { openNewFile } from "../files/new-document.ts";
import { targetOf, type ValuesAtHand, valuesToFill } from "../files/values-at-hand.ts";
import { type ChosenValue, chooseRequiredValues } from "../install/choose-required-values.ts";
import { ask } from "../operation/ask-cluster.ts";
import type { ActiveFile, Command, Ports } from "../ports.ts";

const TITLE = "CAP Operator: Fill Domain and DNS Target from Cluster";

/** Reads the names of the public ingress gateway and of the cluster, and sets the two required values from them. */
export const fillDomain: Command = {
  id: "capOperator.fillDomain",
  async run(ports, target) {
    const values = await valuesToFill(ports, target, TITLE);
    if (values === undefined || !(await ports.dialogs.trusted())) return;
    const at = await targetOf(ports, values);
    if (at === undefined) return;
    const facts = await ports.server.valuesFacts(values.of);
    const hosts = await readNames(ports, at, facts);
    if (hosts === undefined) return;
    if (hosts.dnsTargets.length + hosts.clusterDomains.length === 0) {
      return explainNone(ports, at, hosts, facts);
    }
    const chosen = await chooseRequiredValues(ports, { title: TITLE, context: at.context, facts, hosts });
    if (chosen === undefined) return;
    await insert(ports, values, facts, chosen);
    await tellOfLabels(ports, hosts);
  },
};

/** Reads what the cluster has, and lets completion offer it; nothing when the person cancels. */
async function readNames(
  ports: Ports,
  at: ClusterTarget,
  facts: ValuesFacts,
): Promise<ReadHosts | undefined> {
  return ports.progress.show(`Reading domain and DNS target from ${at.context}`, async (_, signal) => {
    const [hosts, issuers] = await Promise.all([
      readClusterHosts(ports, at, facts, signal),
      ask(ports, at, apiVersions(at), { signal }).then((versions) =>
        readIssuers(ports, at, versions, signal),
      ),
    ]);
    if (signal.aborted) return undefined;
    await ports.server.suggestClusterNames({
      context: at.context,
      issuers: Object.values(issuers).flatMap((reading) =>
        answerOr(reading, []).map(({ manager, name, namespace, kind, group }) => ({
          manager,
          name,
          kind,
          group,
          ...(namespace !== undefined && { namespace }),
        })),
      ),
      domains: proposedDomains(hosts).flatMap(({ name }) => (fitsCertificate(name) ? [name] : [])),
      dnsTargets: hosts.dnsTargets.map(({ name }) => name),
    });
    return hosts;
  });
}

async function insert(
  ports: Ports,
  values: ValuesAtHand,
  facts: ValuesFacts,
  chosen: readonly ChosenValue[],
): Promise<void> {
  const file = await fileToFill(ports, values);
  if (file === undefined) {
    await ports.prompts.warn(`${values.name} was closed meanwhile, so nothing was filled in.`);
    return;
  }
  const entries = chosen.flatMap(({ role, value }) =>
    facts.required.filter((one) => one.role === role).map(({ path }) => ({ path, value })),
  );
  const edits = await ports.server.setValues({ uri: file.uri, values: entries });
  const said = entries.map(({ path, value }) => `${path}: ${value}`).join(", ");
  if (edits.length > 0 && !(await ports.editor.applyEdits(file.uri, file.version, edits))) {
    await ports.prompts.warn(
      `${file.name} changed meanwhile, so nothing was filled in. Run the command again.`,
    );
    return;
  }
  ports.walkthrough.achieved("filledDomain");
  const has = edits.length === 0 ? "already has" : "now has";
  await ports.prompts.info(`${file.name} ${has} ${said}.`);
}

/** The values file as it is now, after all questions; without one, a new one. */
async function fileToFill(ports: Ports, { uri }: ValuesAtHand): Promise<ActiveFile | undefined> {
  return uri === undefined ? openNewFile(ports, "values") : ports.editor.opened(uri);
}

async function explainNone(
  ports: Ports,
  { context }: ClusterTarget,
  hosts: ReadHosts,
  facts: ValuesFacts,
): Promise<void> {
  const showLog = "Show Output";
  const why = hosts.notChecked[0] ?? `${lackOf(hosts, facts)} The cluster does not tell its domain either.`;
  const message = `Nothing to fill in was found in ${context}. ${why}`;
  if ((await ports.prompts.warn(message, showLog)) === showLog) ports.output.show();
}

function lackOf({ gateways, addresses }: ReadHosts, { ingressGatewayLabels }: ValuesFacts): string {
  const [gateway] = gateways;
  if (gateway === undefined) {
    return `There is no public ingress gateway with the labels ${labelText(ingressGatewayLabels)}.`;
  }
  const name = objectName(gateway.service);
  const [address] = addresses;
  if (address === undefined) return `The ingress gateway ${name} has neither a name nor an address yet.`;
  return `The ingress gateway ${name} has the address ${address.name}, but no name: values take the name of a DNS entry for it.`;
}

/** The names were read from another gateway than the values name: the installation would not use it. */
async function tellOfLabels(ports: Ports, { gateways }: ReadHosts): Promise<void> {
  const [gateway] = gateways;
  if (gateway === undefined || gateway.isNamed) return;
  await ports.prompts.warn(
    `The ingress gateway ${objectName(gateway.service)} has other labels than the values name. Set ingressGatewayLabels to ${labelText(gateway.labels)}.`,
  );
}
