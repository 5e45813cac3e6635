import * as l10n from "@vscode/l10n";
import { type ClusterTarget, IN_CLUSTER, isOwnCluster, NO_KUBECONFIG } from "../kubectl/target.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import type { Choice } from "../ports/editor.ts";
import { type KubeContext, type Kubeconfig, readKubeconfig } from "./kubeconfig.ts";

/** What a command asks for; the rest is the current context and the namespace of the settings. */
interface WantedTarget {
  readonly context?: string;
  readonly namespace?: string;
}

type TargetContext = Pick<
  CommandContext,
  "files" | "prompts" | "settings" | "installationSettings" | "editor"
>;

/** A context with a server. */
type Usable = Pick<KubeContext, "name" | "user" | "connection"> & { readonly server: string };

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
  context: TargetContext,
  wanted: WantedTarget = {},
): Promise<ClusterTarget> {
  const found = await targetOrNone(context, wanted);
  return "none" in found ? refuseTarget(context, found.none) : found;
}

/** The same; if there is no kubeconfig or nothing in it, returns one sentence that says so. */
export async function targetOrNone(
  context: TargetContext,
  wanted: WantedTarget = {},
): Promise<ClusterTarget | { readonly none: string }> {
  const settings = context.installationSettings();
  const namespace = wanted.namespace ?? settings.namespace;
  const found = await contextFor(context, wanted.context);
  if ("refusal" in found) {
    if (!found.isEmpty) return refuseTarget(context, found.refusal);
    const own = await ownCluster(context, wanted.context);
    return own ? { ...own, namespace } : { none: found.refusal };
  }
  return {
    context: found.name,
    server: found.server,
    user: found.user,
    ...(found.connection && { connection: digests(context, found) }),
    namespace,
    ...(settings.kubeconfig !== "" && { kubeconfig: settings.kubeconfig }),
  };
}

async function refuseTarget(context: TargetContext, refusal: string): Promise<never> {
  const next = (await isIgnored(context))
    ? l10n.t(
        "capOperator.kubeconfig is ignored in the settings of the workspace. Set it in your user settings.",
      )
    : l10n.t("Check the variable KUBECONFIG and the setting capOperator.kubeconfig.");
  return refuse(refusal, next, { actions: [openSettings(context, "capOperator.kubeconfig")] });
}

/** The same namespace in another context of the kubeconfig, which the person selects. */
export async function otherTarget(context: TargetContext, at: ClusterTarget): Promise<ClusterTarget> {
  const kubeconfig = await readFiles(context);
  const others = "refusal" in kubeconfig ? [] : kubeconfig.contexts.filter(({ name }) => name !== at.context);
  if (others.length === 0) {
    const next = l10n.t("Add one to the kubeconfig, or name another kubeconfig in capOperator.kubeconfig.");
    const actions = [openSettings(context, "capOperator.kubeconfig")];
    refuse(l10n.t("The kubeconfig has no other context than {0}.", at.context), next, { actions });
  }
  const placeholder = l10n.t("Select the context to use this time");
  const picked = await context.prompts.pick(others.map(choice), contextTitle(), placeholder);
  return resolveTarget(context, { context: answered(picked).name, namespace: at.namespace });
}

/** One sentence about what has changed in the context since it was resolved; undefined if nothing has. */
export async function changeOf(context: TargetContext, target: ClusterTarget): Promise<string | undefined> {
  if (isOwnCluster(target)) return changeOfOwn(context, target);
  const kubeconfig = await readFiles(context);
  if ("refusal" in kubeconfig) return kubeconfig.refusal;
  const named = kubeconfig.contexts.find(({ name }) => name === target.context);
  if (named === undefined) return l10n.t('The kubeconfig no longer has the context "{0}".', target.context);
  const now = usable(named);
  if ("refusal" in now) return now.refusal;
  if (now.server !== target.server) {
    return l10n.t('The context "{0}" now points to {1}, not to {2}.', now.name, now.server, target.server);
  }
  if (target.user !== undefined && now.user !== target.user) {
    return l10n.t(
      'The context "{0}" is now for the user "{1}", not for "{2}".',
      now.name,
      now.user,
      target.user,
    );
  }
  const before = target.connection ?? {};
  const after = digests(context, now);
  const changed = Object.keys({ ...before, ...after }).find((key) => before[key] !== after[key]);
  if (changed === undefined) return undefined;
  return l10n.t('"{0}" of the context "{1}" was changed in the kubeconfig.', changed, now.name);
}

/** Digests of the settings of a connection, to compare them later: the settings may contain secrets, which are not kept. */
function digests({ files }: TargetContext, { connection = {} }: Usable): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(connection).map(([key, text]) => [key, files.digest(text)]));
}

/** Ends the operation if the context has changed since it was resolved: called right before objects are applied. */
export async function refuseChangedContext(context: TargetContext, target: ClusterTarget): Promise<void> {
  const change = await changeOf(context, target);
  if (change !== undefined) refuse(change, l10n.t("Nothing was applied."));
}

/** Whether the workspace sets a kubeconfig, which VS Code ignores: a repository must not decide which programs a kubeconfig starts. */
async function isIgnored({ files, editor, installationSettings }: TargetContext): Promise<boolean> {
  if (installationSettings().kubeconfig !== "") return false;
  const paths = editor.folders().flatMap(({ uri }) => files.pathOf(`${uri}/.vscode/settings.json`) ?? []);
  const texts = await Promise.all(paths.map((path) => files.read(path)));
  return texts.some((text) => text?.includes('"capOperator.kubeconfig"'));
}

/** The cluster that this machine runs in, unless another one is wanted or a setting names a kubeconfig. */
async function ownCluster(
  { files, installationSettings }: TargetContext,
  wanted = IN_CLUSTER,
): Promise<Omit<ClusterTarget, "namespace"> | undefined> {
  if (wanted !== IN_CLUSTER || installationSettings().kubeconfig !== "") return undefined;
  const own = await files.inCluster();
  return own && { context: IN_CLUSTER, server: own.server, kubeconfig: NO_KUBECONFIG };
}

async function changeOfOwn(
  { files }: TargetContext,
  { context, server }: ClusterTarget,
): Promise<string | undefined> {
  const now = await files.inCluster();
  if (now === undefined) return l10n.t("This machine no longer has the service account of a cluster.");
  return now.server === server
    ? undefined
    : l10n.t('The context "{0}" now points to {1}, not to {2}.', context, now.server, server);
}

async function contextFor(context: TargetContext, wanted: string | undefined): Promise<Usable | Refusal> {
  const kubeconfig = await readFiles(context);
  if ("refusal" in kubeconfig) return kubeconfig;
  const { contexts, currentContext } = kubeconfig;
  const found = contexts.find(({ name }) => name === (wanted ?? currentContext));
  if (found !== undefined) return usable(found);
  if (contexts.length === 0) {
    return {
      refusal: l10n.t("The kubeconfig has no context."),
      ...(currentContext === undefined && { isEmpty: true }),
    };
  }
  if (wanted !== undefined) {
    const known = contexts.map(({ name }) => name).join(", ");
    return { refusal: l10n.t('The kubeconfig has no context "{0}". It has: {1}.', wanted, known) };
  }
  const picked = await context.prompts.pick(
    contexts.map(choice),
    contextTitle(),
    currentContext === undefined
      ? l10n.t("The kubeconfig has no current context. Select the context to use this time")
      : l10n.t('The kubeconfig has no context "{0}". Select the context to use this time', currentContext),
  );
  return usable(answered(picked));
}

const contextTitle = () => l10n.t("CAP Operator: Kube Context");

function choice(context: KubeContext): Choice<KubeContext> {
  const { name, server, problem } = context;
  return {
    label: name,
    ...(server !== undefined && { description: server }),
    ...(problem !== undefined && { detail: problem }),
    value: context,
  };
}

async function readFiles(context: TargetContext): Promise<Kubeconfig | Refusal> {
  const paths = context.files.kubeconfigPaths();
  const files = await Promise.all(
    paths.map(async (path) => ({ path, text: await context.files.read(path) })),
  );
  if (files.every(({ text }) => text === undefined)) {
    return { refusal: l10n.t("No kubeconfig found at {0}.", paths.join(", ")), isEmpty: true };
  }
  const kubeconfig = readKubeconfig(files);
  if (kubeconfig.problems.length === 0) return kubeconfig;
  return {
    refusal: l10n.t("Helm and kubectl cannot read the kubeconfig. {0}", kubeconfig.problems.join(" ")),
  };
}

function usable(context: KubeContext): Usable | Refusal {
  const { name, server, problem } = context;
  if (server !== undefined && problem === undefined) return { ...context, server };
  return {
    refusal: l10n.t('Nothing can be reached with the context "{0}". {1}', name, problem ?? "").trim(),
  };
}
