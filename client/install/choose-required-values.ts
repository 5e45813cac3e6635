import type { RequiredRole, ValuesFacts } from "../../server/lsp/protocol.ts";
import {
  type ClusterHosts,
  type FoundName,
  fitsCertificate,
  isHostName,
  LONGEST_COMMON_NAME,
  proposedDomains,
} from "../cluster/host-names.ts";
import type { Choice, Ports } from "../ports.ts";

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

/** One value to choose: what it is called, and what the cluster proposes, the best first. */
interface Choosing {
  readonly role: RequiredRole;
  readonly name: string;
  readonly proposals: readonly FoundName[];
}

const NOW = "in the values now";

/** How many characters a line of a pick list shows, with some to spare: beside a longer name there is no room for a word. */
const ROOM = 75;

/** No host has this name. */
const ANOTHER = "";

/**
 * Lets the person choose the required values among the names of a cluster, or type others. What the values say already stays
 * where the cluster proposes nothing else. Nothing when a question is dismissed.
 */
export async function chooseRequiredValues(
  ports: Ports,
  about: ChoiceOfNames,
): Promise<readonly ChosenValue[] | undefined> {
  const { facts, hosts } = about;
  const all: readonly Choosing[] = [
    { role: "dnsTarget", name: "DNS target of the public ingress gateway", proposals: hosts.dnsTargets },
    { role: "domain", name: "Domain of the subscription server", proposals: proposedDomains(hosts) },
  ];
  const chosen: ChosenValue[] = [];
  for (const choosing of all) {
    const { role, proposals } = choosing;
    if (!facts.required.some((one) => one.role === role)) continue;
    const now = valueNow(facts, role);
    if (proposals.length === 0 && now !== undefined) continue;
    const value = await choose(ports, about, choosing, now);
    if (value === undefined) return undefined;
    chosen.push({ role, value });
  }
  return chosen;
}

async function choose(
  ports: Ports,
  about: ChoiceOfNames,
  choosing: Choosing,
  now: string | undefined,
): Promise<string | undefined> {
  if (choosing.proposals.length === 0) return askFor(ports, about, choosing, now);
  const choices = [...choicesOf(choosing, now), { label: "$(edit) Enter another...", value: ANOTHER }];
  const placeholder = `${choosing.name}, as found in ${about.context}`;
  const picked = await ports.prompts.pick(choices, about.title, placeholder);
  return picked === ANOTHER ? askFor(ports, about, choosing, now) : picked;
}

function choicesOf({ role, proposals }: Choosing, now: string | undefined): Choice<string>[] {
  const choices = proposals.map(({ name, by, place }) => ({
    label: name,
    ...(name === now ? { description: NOW } : name.length + by.length <= ROOM && { description: by }),
    detail: role === "domain" && !fitsCertificate(name) ? tooLong(name) : place,
    value: name,
  }));
  if (now === undefined || proposals.some(({ name }) => name === now)) return choices;
  const keep = { label: now, description: NOW, detail: "Keep it", value: now };
  // Which name the gateway has is for the cluster to say; which domain is wanted, for the person who wrote it down.
  return role === "domain" ? [keep, ...choices] : [...choices, keep];
}

function tooLong({ length }: string): string {
  return `Too long: ${length} characters, and the name in a certificate has at most ${LONGEST_COMMON_NAME}`;
}

function askFor(
  ports: Ports,
  { title, context, facts }: ChoiceOfNames,
  { role, name, proposals: [best] }: Choosing,
  now: string | undefined,
): Promise<string | undefined> {
  const form = facts.required.find((one) => one.role === role)?.form ?? "";
  const value = now ?? best?.name;
  return ports.dialogs.input({
    title,
    prompt: `${name}, in the form ${form}${best === undefined ? `. None was found in ${context}` : ""}`,
    placeholder: form,
    ...(value !== undefined && { value }),
    problemOf: hostProblem,
  });
}

function hostProblem(text: string): string | undefined {
  if (text.trim() === "") return "Every installation needs this value.";
  if (isHostName(text)) return undefined;
  return "Enter a host name: lower-case letters, digits and hyphens, with dots between its parts.";
}

/** The value that is set already; a placeholder is none. */
function valueNow({ required }: ValuesFacts, wanted: RequiredRole): string | undefined {
  const value = required.find(({ role }) => role === wanted)?.value;
  return value !== undefined && isHostName(value) ? value : undefined;
}
