import * as l10n from "@vscode/l10n";
import { type RequiredRole, VALUES_FACTS, type ValuesFacts } from "../../server/lsp/protocol.ts";
import {
  type ClusterHosts,
  type FoundName,
  fitsCertificate,
  isHostName,
  LONGEST_COMMON_NAME,
  proposedDomains,
} from "../cluster/host-names.ts";
import { readClusterHosts } from "../cluster/read-cluster-hosts.ts";
import { setText } from "../helm/flags.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { writeYaml } from "../manifests/yaml.ts";
import type { CommandContext, Operation } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import type { Choice } from "../ports/editor.ts";
import type { InstallRequest } from "../release/install-request.ts";
import { modeline } from "../texts/modeline.ts";

export interface ChosenValue {
  readonly role: RequiredRole;
  readonly value: string;
}

interface ChoiceOfNames {
  readonly title: string;
  readonly context: string;
  /** The current facts of the values. */
  readonly facts: ValuesFacts;
  readonly hosts: ClusterHosts;
}

/** One value to choose: its name, and the proposals of the cluster, best first. */
interface Choosing {
  readonly role: RequiredRole;
  readonly name: string;
  readonly proposals: readonly FoundName[];
}

/** The characters that fit on a line of a pick list, with some to spare: a longer name leaves no room for a description. */
const ROOM = 75;

/** No host has this name. */
const ANOTHER = "";

/**
 * Lets the person choose the required values among the names of a cluster, or type others. A value that is already set stays if
 * the cluster proposes nothing.
 */
export async function chooseRequiredValues(
  context: CommandContext,
  about: ChoiceOfNames,
): Promise<readonly ChosenValue[]> {
  const { facts, hosts } = about;
  const all: readonly Choosing[] = [
    {
      role: "dnsTarget",
      name: l10n.t("DNS target of the public ingress gateway"),
      proposals: hosts.dnsTargets,
    },
    {
      role: "domain",
      name: l10n.t("Domain of the subscription server"),
      proposals: proposedDomains(hosts),
    },
  ];
  const chosen: ChosenValue[] = [];
  for (const choosing of all) {
    const { role, proposals } = choosing;
    if (!facts.required.some((value) => value.role === role)) continue;
    const now = valueNow(facts, role);
    if (proposals.length === 0 && now !== undefined) continue;
    chosen.push({ role, value: await choose(context, about, choosing, now) });
  }
  return chosen;
}

async function choose(
  context: CommandContext,
  about: ChoiceOfNames,
  choosing: Choosing,
  now: string | undefined,
): Promise<string> {
  if (choosing.proposals.length === 0) return askFor(context, about, choosing, now);
  const choices = [
    ...choicesOf(choosing, now),
    { label: `$(edit) ${l10n.t("Enter another...")}`, value: ANOTHER },
  ];
  const placeholder = l10n.t("{0}, as found in {1}", choosing.name, about.context);
  const picked = answered(await context.prompts.pick(choices, about.title, placeholder));
  return picked === ANOTHER ? askFor(context, about, choosing, now) : picked;
}

function choicesOf({ role, proposals }: Choosing, now: string | undefined): Choice<string>[] {
  const choices = proposals.map(({ name, origin, place }) => ({
    label: name,
    ...(name === now
      ? { description: l10n.t("in the values now") }
      : name.length + origin.length <= ROOM && { description: origin }),
    detail: role === "domain" && !fitsCertificate(name) ? tooLong(name) : place,
    value: name,
  }));
  if (now === undefined || proposals.some(({ name }) => name === now)) return choices;
  const keep = {
    label: now,
    description: l10n.t("in the values now"),
    detail: l10n.t("Keep it"),
    value: now,
  };
  // The cluster knows which name the gateway has; the person who wrote the values knows which domain is wanted.
  return role === "domain" ? [keep, ...choices] : [...choices, keep];
}

function tooLong({ length }: string): string {
  return l10n.t(
    "Too long: {0} characters, and the name in a certificate has at most {1}",
    length,
    LONGEST_COMMON_NAME,
  );
}

async function askFor(
  context: CommandContext,
  { title, context: kubeContext, facts }: ChoiceOfNames,
  { role, name, proposals: [best] }: Choosing,
  now: string | undefined,
): Promise<string> {
  const form = facts.required.find((value) => value.role === role)?.form ?? "";
  const value = now ?? best?.name;
  const typed = await context.dialogs.input({
    title,
    prompt:
      best === undefined
        ? l10n.t("{0}, in the form {1}. None found in {2}", name, form, kubeContext)
        : l10n.t("{0}, in the form {1}", name, form),
    placeholder: form,
    value,
    problemOf: hostProblem,
  });
  return answered(typed);
}

function hostProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("This value is required.");
  if (isHostName(text)) return undefined;
  return l10n.t("Enter a host name: lowercase letters, digits and hyphens, with dots between its parts.");
}

/** The value that is already set; a placeholder does not count. */
function valueNow({ required }: ValuesFacts, wanted: RequiredRole): string | undefined {
  const value = required.find(({ role }) => role === wanted)?.value;
  return value !== undefined && isHostName(value) ? value : undefined;
}

interface GivenValue {
  readonly path: string;
  readonly text: string;
}

function uses(): readonly Choice<"set" | "file">[] {
  return [
    {
      label: `$(terminal) ${l10n.t("Install with them")}`,
      detail: l10n.t("As --set entries, not saved in a file"),
      value: "set",
    },
    {
      label: `$(new-file) ${l10n.t("Write them to a new values file")}`,
      detail: l10n.t("The file is opened and used for the installation"),
      value: "file",
    },
  ];
}

/**
 * Asks for the values that every installation needs, with proposals from the cluster, and what to do with them: pass them as
 * `--set` entries of this installation, or write them to a new values file.
 */
export async function askRequiredValues(
  operation: Operation,
  title: string,
  request: InstallRequest,
  target: ClusterTarget,
): Promise<InstallRequest> {
  const facts = await operation.server.ask(VALUES_FACTS, {});
  const { context } = target;
  const hosts = await operation.read(l10n.t("Reading suggestions from {0}", context), (step) =>
    readClusterHosts(step, target, facts),
  );
  const chosen = await chooseRequiredValues(operation, { title, context, facts, hosts });
  const given: GivenValue[] = chosen.flatMap(({ role, value }) =>
    facts.required.filter((required) => required.role === role).map(({ path }) => ({ path, text: value })),
  );
  const use = await operation.prompts.pick(uses(), title, l10n.t("Select what to do with these values"));
  if (answered(use) === "set") {
    return { ...request, sets: [...request.sets, ...given.map(({ path, text }) => setText(path, text))] };
  }
  const saved = await operation.dialogs.saveNewFile("cap-operator-values.yaml", valuesText(given));
  const uri = answered(saved);
  await operation.editor.openAt(uri);
  return { ...request, of: { uri }, values: [uri] };
}

function valuesText(given: readonly GivenValue[]): string {
  const values: Tree = {};
  for (const { path, text } of given) put(values, path.split("."), text);
  return `${modeline("values")}\n${writeYaml(values)}`;
}

interface Tree {
  [key: string]: Tree | string;
}

function put(tree: Tree, [key = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    tree[key] = text;
    return;
  }
  const there = tree[key];
  const inner = typeof there === "object" ? there : {};
  tree[key] = inner;
  put(inner, rest, text);
}
