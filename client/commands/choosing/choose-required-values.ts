import type { RequiredRole, ValuesFacts } from "../../../server/lsp/protocol.ts";
import { type ClusterHosts, type FoundName, isHostName, proposedDomain } from "../../cluster/host-names.ts";
import type { Choice, Ports } from "../../ports.ts";

/** A value that was chosen for one of the required keys. */
export interface ChosenValue {
  readonly role: RequiredRole;
  readonly value: string;
}

/** What choosing is about. */
export interface ChoiceOfNames {
  /** The title of all questions. */
  readonly title: string;
  readonly context: string;
  /** What the values say now. */
  readonly facts: ValuesFacts;
  readonly hosts: ClusterHosts;
}

/**
 * Lets the person choose the required values among the names of a cluster: the DNS target, if the cluster has names for
 * it, and the domain. Nothing when a question is dismissed.
 */
export async function chooseRequiredValues(
  ports: Ports,
  about: ChoiceOfNames,
): Promise<readonly ChosenValue[] | undefined> {
  const { facts, hosts, context } = about;
  const dnsTargets: ChosenValue[] = [];
  if (hosts.dnsTargets.length > 0) {
    const placeholder = `DNS target: pick the name of the public ingress gateway in ${context}`;
    const value = await pickName(ports, about, hosts.dnsTargets, placeholder, valueNow(facts, "dnsTarget"));
    if (value === undefined) return undefined;
    dnsTargets.push({ role: "dnsTarget", value });
  }
  const value = await chooseDomain(ports, about);
  return value === undefined ? undefined : [...dnsTargets, { role: "domain", value }];
}

/** The domain of the values to be changed, else one in a domain of the cluster. */
async function chooseDomain(ports: Ports, about: ChoiceOfNames): Promise<string | undefined> {
  const { facts, hosts, context } = about;
  const current = valueNow(facts, "domain");
  if (current !== undefined || hosts.clusterDomains.length === 0) return askDomain(ports, about, current);
  const placeholder = `Domain: pick the domain of the cluster ${context}`;
  const picked = await pickName(ports, about, hosts.clusterDomains, placeholder);
  const found = hosts.clusterDomains.find(({ name }) => name === picked);
  if (found === undefined) return undefined;
  const where = `, in the cluster domain ${found.name} (read from ${found.readFrom})`;
  return askDomain(ports, about, proposedDomain(found), where);
}

async function askDomain(
  ports: Ports,
  { title, facts }: ChoiceOfNames,
  proposal: string | undefined,
  where = "",
): Promise<string | undefined> {
  return ports.dialogs.input({
    title,
    prompt: `Domain of the subscription server${where}`,
    ...(proposal !== undefined && { value: proposal }),
    placeholder: facts.required.find(({ role }) => role === "domain")?.form ?? "",
    problemOf: (text) =>
      isHostName(text) ? undefined : `Write a full name, such as ${proposal ?? "cop.cluster.example.org"}.`,
  });
}

/** One of the names; the only one is taken without a question, unless the values say another now. */
async function pickName(
  ports: Ports,
  { title }: ChoiceOfNames,
  names: readonly FoundName[],
  placeholder: string,
  current?: string,
): Promise<string | undefined> {
  const now = "in the values now";
  const choices: Choice<string>[] = names.map(({ name, readFrom }) => ({
    label: name,
    ...(name === current && { description: now }),
    detail: `Read from ${readFrom}`,
    value: name,
  }));
  if (current !== undefined && !names.some(({ name }) => name === current)) {
    choices.push({ label: current, description: now, detail: "Keep it", value: current });
  }
  const [only] = choices;
  if (choices.length === 1) return only?.value;
  return ports.prompts.pick(choices, title, placeholder);
}

/** The value that is set already; a placeholder is none. */
function valueNow({ required }: ValuesFacts, wanted: RequiredRole): string | undefined {
  const value = required.find(({ role }) => role === wanted)?.value;
  return value !== undefined && isHostName(value) ? value : undefined;
}
