import type { RequiredRole, ValuesFacts } from "../../server/lsp/protocol.ts";
import { labelText, objectName } from "../cluster/cluster-object.ts";
import { type FoundName, isHostName, proposedDomain } from "../cluster/host-names.ts";
import { apiVersions } from "../cluster/kubectl.ts";
import { answerOr } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { modeline } from "../modeline.ts";
import type { ActiveFile, Choice, Command, Ports } from "../ports.ts";
import { fileAt } from "./active-file.ts";
import { ask } from "./ask-cluster.ts";
import { type ReadHosts, readClusterHosts } from "./read-cluster-hosts.ts";
import { readIssuers } from "./read-prerequisites.ts";
import { resolveTarget } from "./resolve-target.ts";
import { type ValuesAtHand, valuesAtHand } from "./values-at-hand.ts";

const TITLE = "CAP Operator: Fill Domain and DNS Target from Cluster";

/** A value that was chosen for one of the required keys. */
interface Filled {
  readonly role: RequiredRole;
  readonly value: string;
}

/** Reads the names of the public ingress gateway and of the cluster, and sets the two required values from them. */
export const fillDomain: Command = {
  id: "capOperator.fillDomain",
  async run(ports, target) {
    const values = await valuesAtHand(ports, target, TITLE);
    if (values === undefined || !(await ports.dialogs.trusted())) return;
    const { kubeContext, namespace } = values.release ?? {};
    const at = await resolveTarget(ports, {
      ...(kubeContext !== undefined && { context: kubeContext }),
      ...(namespace !== undefined && { namespace }),
    });
    if (at === undefined) return;
    const facts = await ports.server.valuesFacts(values.of);
    const hosts = await readNames(ports, at, facts);
    if (hosts === undefined) return;
    if (hosts.dnsTargets.length === 0 && hosts.clusterDomains.length === 0)
      return explainNone(ports, at, hosts, facts);
    const filled = await chooseValues(ports, at, facts, hosts);
    if (filled.length === 0) return;
    await insert(ports, values, target, facts, filled);
    await tellOfLabels(ports, hosts);
  },
};

/** Reads what the cluster has, and lets completion offer it; nothing when the person cancels. */
async function readNames(
  ports: Ports,
  at: ClusterTarget,
  facts: ValuesFacts,
): Promise<ReadHosts | undefined> {
  return ports.progress.show(
    `CAP Operator: reading domain and DNS target from ${at.context}`,
    async (_, signal) => {
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
        domains: hosts.clusterDomains.map(proposedDomain),
        dnsTargets: hosts.dnsTargets.map(({ name }) => name),
      });
      return hosts;
    },
  );
}

/** Asks for the values that were found. What is dismissed ends the command without a change. */
async function chooseValues(
  ports: Ports,
  { context }: ClusterTarget,
  facts: ValuesFacts,
  hosts: ReadHosts,
): Promise<Filled[]> {
  const dnsTarget = await pickName(ports, hosts.dnsTargets, {
    current: valueOf(facts, "dnsTarget"),
    placeholder: `DNS target: pick the name of the public ingress gateway in ${context}`,
  });
  if (dnsTarget === undefined && hosts.dnsTargets.length > 0) return [];
  const current = valueOf(facts, "domain");
  const clusterDomain =
    current === undefined
      ? await pickName(ports, hosts.clusterDomains, {
          placeholder: `Domain: pick the domain of the cluster ${context}`,
        })
      : undefined;
  if (current === undefined && clusterDomain === undefined && hosts.clusterDomains.length > 0) return [];
  const found = hosts.clusterDomains.find(({ name }) => name === clusterDomain);
  const proposal = current ?? (found && proposedDomain(found));
  const domain = await ports.dialogs.input({
    title: TITLE,
    prompt: `Domain of the subscription server${found === undefined ? "" : `, in the cluster domain ${found.name} (read from ${found.readFrom})`}`,
    ...(proposal !== undefined && { value: proposal }),
    placeholder: formOf(facts, "domain"),
    problemOf: (text) =>
      isHostName(text) ? undefined : `Write a full name, such as ${proposal ?? "cop.cluster.example.org"}.`,
  });
  if (domain === undefined) return [];
  return [
    ...(dnsTarget === undefined ? [] : [{ role: "dnsTarget" as const, value: dnsTarget }]),
    { role: "domain", value: domain },
  ];
}

/** One of the names; the only one is taken without a question, unless the values already say another. */
async function pickName(
  ports: Ports,
  names: readonly FoundName[],
  { current, placeholder }: { readonly current?: string | undefined; readonly placeholder: string },
): Promise<string | undefined> {
  const [only] = names;
  if (only === undefined) return undefined;
  const isOther = current !== undefined && !names.some(({ name }) => name === current);
  if (names.length === 1 && !isOther) return only.name;
  const choices: Choice<string>[] = names.map(({ name, readFrom }) => ({
    label: name,
    ...(name === current && { description: "in the values now" }),
    detail: `Read from ${readFrom}`,
    value: name,
  }));
  const keep = {
    label: current ?? "",
    description: "in the values now",
    detail: "Keep it",
    value: current ?? "",
  };
  return ports.prompts.pick(isOther ? [...choices, keep] : choices, TITLE, placeholder);
}

async function insert(
  ports: Ports,
  values: ValuesAtHand,
  target: string | undefined,
  facts: ValuesFacts,
  filled: readonly Filled[],
): Promise<void> {
  const file = await fileToFill(ports, values, target);
  if (file === undefined) return;
  const entries = filled.flatMap(({ role, value }) =>
    facts.required.filter((one) => one.role === role).map(({ path }) => ({ path, value })),
  );
  const edits = await ports.server.setValues({ uri: file.uri, values: entries });
  const said = entries.map(({ path, value }) => `${path}: ${value}`).join(", ");
  if (edits.length === 0) {
    await ports.prompts.info(`CAP Operator: ${file.name} already has ${said}.`);
  } else if (!(await ports.editor.applyEdits(file.uri, file.version, edits))) {
    await ports.prompts.warn(
      `CAP Operator: ${file.name} changed meanwhile, so nothing was filled in. Run the command again.`,
    );
  } else {
    await ports.prompts.info(`CAP Operator: ${file.name} now has ${said}.`);
  }
}

/** The values file as it is now, after all questions; without one, a new one. */
async function fileToFill(
  ports: Ports,
  { of }: ValuesAtHand,
  target: string | undefined,
): Promise<ActiveFile | undefined> {
  if (of === undefined) return ports.editor.openUntitled(`${modeline("values")}\n`);
  return fileAt(ports, target);
}

async function explainNone(
  ports: Ports,
  { context }: ClusterTarget,
  hosts: ReadHosts,
  facts: ValuesFacts,
): Promise<void> {
  const showLog = "Show Output";
  const why = hosts.notChecked[0] ?? `${lackOf(hosts, facts)} The cluster does not tell its domain either.`;
  const message = `CAP Operator: nothing to fill in was found in ${context}. ${why}`;
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
    `CAP Operator: the ingress gateway ${objectName(gateway.service)} has other labels than the values name. Set ingressGatewayLabels to ${labelText(gateway.labels)}.`,
  );
}

/** The value that is set already; a placeholder is none. */
function valueOf({ required }: ValuesFacts, role: RequiredRole): string | undefined {
  const value = required.find((one) => one.role === role)?.value;
  return value !== undefined && isHostName(value) ? value : undefined;
}

function formOf({ required }: ValuesFacts, role: RequiredRole): string {
  return required.find((one) => one.role === role)?.form ?? "";
}
