import type { Surroundings } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import type { Choice } from "../ports.ts";
import { type KubeContext, type Kubeconfig, readKubeconfig } from "./kubeconfig.ts";
import { type ClusterTarget, IN_CLUSTER, isOwnCluster, NO_KUBECONFIG } from "./target.ts";

/** What a command asks for; the rest is the current context and the namespace of the settings. */
export interface WantedTarget {
  readonly context?: string;
  readonly namespace?: string;
}

/** What resolving a target needs. */
export type TargetSurroundings = Pick<
  Surroundings,
  "files" | "prompts" | "settings" | "installationSettings"
>;

/** A context with a server. */
interface Usable {
  readonly name: string;
  readonly server: string;
  readonly user: string;
}

/** Why there is no target, in one sentence. */
interface Refusal {
  readonly refusal: string;
  /** Set if the kubeconfig names no cluster: Helm and kubectl then use the cluster that they run in, if any. */
  readonly isEmpty?: true;
}

/**
 * Where a command works from now on: in the wanted context, otherwise in the current one of the kubeconfig, which is only read,
 * never written. Without a kubeconfig, the target is the cluster that this machine runs in. Refuses if there is neither.
 */
export async function resolveTarget(
  around: TargetSurroundings,
  wanted: WantedTarget = {},
): Promise<ClusterTarget> {
  const settings = around.installationSettings();
  const namespace = wanted.namespace ?? settings.namespace;
  const context = await contextFor(around, wanted.context);
  if ("refusal" in context) {
    const own = context.isEmpty && (await ownCluster(around, wanted.context));
    if (own) return { ...own, namespace };
    const next = "Check the variable KUBECONFIG and the setting capOperator.kubeconfig.";
    const openSettings = {
      button: "Open Settings",
      go: () => around.settings.show("capOperator.kubeconfig"),
    };
    return refuse(context.refusal, next, { ways: [openSettings] });
  }
  return {
    context: context.name,
    server: context.server,
    user: context.user,
    namespace,
    ...(settings.kubeconfig !== "" && { kubeconfig: settings.kubeconfig }),
  };
}

/** One sentence about what has changed in the context since it was resolved; undefined if nothing has. */
export async function changeOf(
  around: TargetSurroundings,
  target: ClusterTarget,
): Promise<string | undefined> {
  if (isOwnCluster(target)) return changeOfOwn(around, target);
  const kubeconfig = await readFiles(around);
  if ("refusal" in kubeconfig) return kubeconfig.refusal;
  const named = kubeconfig.contexts.find(({ name }) => name === target.context);
  if (named === undefined) return `The kubeconfig no longer has the context "${target.context}".`;
  const now = usable(named);
  if ("refusal" in now) return now.refusal;
  if (now.server !== target.server) {
    return `The context "${now.name}" now points to ${now.server}, not to ${target.server}.`;
  }
  if (target.user !== undefined && now.user !== target.user) {
    return `The context "${now.name}" is now for the user "${now.user}", not for "${target.user}".`;
  }
  return undefined;
}

/** The cluster that this machine runs in, unless another one is wanted or a setting names a kubeconfig. */
async function ownCluster(
  { files, installationSettings }: TargetSurroundings,
  wanted = IN_CLUSTER,
): Promise<Omit<ClusterTarget, "namespace"> | undefined> {
  if (wanted !== IN_CLUSTER || installationSettings().kubeconfig !== "") return undefined;
  const own = await files.inCluster();
  return own && { context: IN_CLUSTER, server: own.server, kubeconfig: NO_KUBECONFIG };
}

async function changeOfOwn(
  { files }: TargetSurroundings,
  { context, server }: ClusterTarget,
): Promise<string | undefined> {
  const now = await files.inCluster();
  if (now === undefined) return "This machine no longer has the service account of a cluster.";
  return now.server === server
    ? undefined
    : `The context "${context}" now points to ${now.server}, not to ${server}.`;
}

async function contextFor(around: TargetSurroundings, wanted: string | undefined): Promise<Usable | Refusal> {
  const kubeconfig = await readFiles(around);
  if ("refusal" in kubeconfig) return kubeconfig;
  const { contexts, currentContext } = kubeconfig;
  const found = contexts.find(({ name }) => name === (wanted ?? currentContext));
  if (found !== undefined) return usable(found);
  if (contexts.length === 0) {
    return {
      refusal: "The kubeconfig has no context.",
      ...(currentContext === undefined && { isEmpty: true }),
    };
  }
  if (wanted !== undefined) {
    const known = contexts.map(({ name }) => name).join(", ");
    return { refusal: `The kubeconfig has no context "${wanted}". It has: ${known}.` };
  }
  const lack = currentContext === undefined ? "no current context" : `no context "${currentContext}"`;
  const picked = await around.prompts.pick(
    contexts.map(choice),
    "CAP Operator: Kube Context",
    `The kubeconfig has ${lack}. Pick the context to use this time`,
  );
  return usable(answered(picked));
}

function choice(context: KubeContext): Choice<KubeContext> {
  const { name, server, problem } = context;
  return {
    label: name,
    ...(server !== undefined && { description: server }),
    ...(problem !== undefined && { detail: problem }),
    value: context,
  };
}

async function readFiles(around: TargetSurroundings): Promise<Kubeconfig | Refusal> {
  const paths = around.files.kubeconfigPaths();
  const files = await Promise.all(paths.map(async (path) => ({ path, text: await around.files.read(path) })));
  if (files.every(({ text }) => text === undefined)) {
    return { refusal: `No kubeconfig was found. Looked for ${paths.join(", ")}.`, isEmpty: true };
  }
  const kubeconfig = readKubeconfig(files);
  if (kubeconfig.problems.length === 0) return kubeconfig;
  return { refusal: `Helm and kubectl cannot read the kubeconfig. ${kubeconfig.problems.join(" ")}` };
}

function usable({ name, server, user, problem }: KubeContext): Usable | Refusal {
  if (server !== undefined && problem === undefined) return { name, server, user };
  return { refusal: `Nothing can be reached with the context "${name}". ${problem ?? ""}`.trim() };
}
