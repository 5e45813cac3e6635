import * as l10n from "@vscode/l10n";
import { type ClusterTarget, IN_CLUSTER, isOwnCluster, NO_KUBECONFIG } from "../kubectl/target.ts";
import { openSettings } from "../operation/message-actions.ts";
import { answered, refuse } from "../operation/outcome.ts";
import {
  type ContextInUse,
  type ContextPorts,
  chooseMissing,
  contextChoice,
  contextInUse,
  contextTitle,
  type Refusal,
  readContexts,
  refuseContext,
} from "./contexts.ts";
import type { KubeContext } from "./kubeconfig.ts";

/** The target that a command asks for; the rest is the context in use and the namespace of the settings. */
interface WantedTarget {
  readonly context?: string;
  readonly namespace?: string;
}

/** A context with a server. */
type Usable = Pick<KubeContext, "name" | "user" | "connection"> & { readonly server: string };

/** A context that a command can use. */
type UsableContext = Usable & Pick<ContextInUse, "current"> & { readonly canChange?: true };

/** The refusal without a target; with `canChange`, another context can be chosen. */
type NotFound = Refusal & { readonly canChange?: true };

/**
 * The target of a command from now on: in the wanted context, otherwise in the one that was chosen for this workspace, otherwise in the current one of the
 * kubeconfig, which is only read, never written. Without a kubeconfig, the target is the cluster that this machine runs in. Refuses if there is neither.
 */
export async function resolveTarget(
  context: ContextPorts,
  wanted: WantedTarget = {},
): Promise<ClusterTarget> {
  const found = await targetOrNone(context, wanted);
  return "none" in found ? refuseContext(context, found.none) : found;
}

/** The same; if there is no kubeconfig or nothing in it, returns one sentence that says so. */
export async function targetOrNone(
  context: ContextPorts,
  wanted: WantedTarget = {},
): Promise<ClusterTarget | { readonly none: string }> {
  const settings = context.installationSettings();
  const namespace = wanted.namespace ?? settings.namespace;
  const found = await contextFor(context, wanted.context);
  if ("refusal" in found) {
    if (!found.isEmpty) return refuseContext(context, found.refusal, found);
    const local = await ownCluster(context, wanted.context);
    return local ? { ...local, namespace } : { none: found.refusal };
  }
  return {
    context: found.name,
    server: found.server,
    user: found.user,
    ...(found.connection && { connection: digests(context, found) }),
    namespace,
    ...(found.current !== undefined && { current: found.current }),
    ...(found.canChange && { canChange: true }),
    ...(settings.kubeconfig !== "" && { kubeconfig: settings.kubeconfig }),
  };
}

/** The same namespace in another context of the kubeconfig, which the person selects. */
export async function otherTarget(context: ContextPorts, target: ClusterTarget): Promise<ClusterTarget> {
  const kubeconfig = await readContexts(context);
  const others =
    "refusal" in kubeconfig ? [] : kubeconfig.contexts.filter(({ name }) => name !== target.context);
  if (others.length === 0) {
    const next = l10n.t("Add one to the kubeconfig, or name another kubeconfig in capOperator.kubeconfig.");
    const actions = [openSettings(context, "capOperator.kubeconfig")];
    refuse(l10n.t("The kubeconfig has no other context than {0}.", target.context), next, { actions });
  }
  const placeholder = l10n.t("Select the context to use this time");
  const picked = await context.prompts.pick(others.map(contextChoice), contextTitle(), placeholder);
  return resolveTarget(context, { context: answered(picked).name, namespace: target.namespace });
}

/** One sentence about what has changed in the context since it was resolved; undefined if nothing has. */
export async function changeOf(context: ContextPorts, target: ClusterTarget): Promise<string | undefined> {
  if (isOwnCluster(target)) return changeOfOwn(context, target);
  const kubeconfig = await readContexts(context);
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
function digests({ files }: ContextPorts, { connection = {} }: Usable): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(connection).map(([key, text]) => [key, files.digest(text)]));
}

/** Ends the operation if the context has changed since it was resolved: called right before objects are applied. */
export async function refuseChangedContext(context: ContextPorts, target: ClusterTarget): Promise<void> {
  const change = await changeOf(context, target);
  if (change !== undefined) refuse(change, l10n.t("Nothing was applied."));
}

/** The cluster that this machine runs in, unless another one is wanted or a setting names a kubeconfig. */
async function ownCluster(
  { files, installationSettings }: ContextPorts,
  wanted = IN_CLUSTER,
): Promise<Omit<ClusterTarget, "namespace"> | undefined> {
  if (wanted !== IN_CLUSTER || installationSettings().kubeconfig !== "") return undefined;
  const local = await files.inCluster();
  return local && { context: IN_CLUSTER, server: local.server, kubeconfig: NO_KUBECONFIG };
}

async function changeOfOwn(
  { files }: ContextPorts,
  { context, server }: ClusterTarget,
): Promise<string | undefined> {
  const now = await files.inCluster();
  if (now === undefined) return l10n.t("This machine no longer has the service account of a cluster.");
  return now.server === server
    ? undefined
    : l10n.t('The context "{0}" now points to {1}, not to {2}.', context, now.server, server);
}

async function contextFor(
  context: ContextPorts,
  wanted: string | undefined,
): Promise<UsableContext | NotFound> {
  const kubeconfig = await readContexts(context);
  if ("refusal" in kubeconfig) return kubeconfig;
  const { contexts, currentContext } = kubeconfig;
  const { name, current } = wanted === undefined ? contextInUse(kubeconfig, context) : { name: wanted };
  const found = contexts.find((context) => context.name === name);
  if (found !== undefined) {
    return {
      ...usable(found),
      current,
      ...(wanted === undefined && contexts.length > 1 && { canChange: true }),
    };
  }
  if (contexts.length === 0) {
    return {
      refusal: l10n.t("The kubeconfig has no context."),
      ...(currentContext === undefined && { isEmpty: true }),
    };
  }
  if (wanted !== undefined) {
    const known = contexts.map((context) => context.name).join(", ");
    return { refusal: l10n.t('The kubeconfig has no context "{0}". It has: {1}.', wanted, known) };
  }
  return usable(
    await chooseMissing(
      context,
      contexts,
      name === undefined
        ? l10n.t("The kubeconfig has no current context. Select the context for this workspace")
        : l10n.t('The kubeconfig has no context "{0}". Select the context for this workspace', name),
    ),
  );
}

function usable(context: KubeContext): Usable | Refusal {
  const { name, server, problem } = context;
  if (server !== undefined && problem === undefined) return { ...context, server };
  return {
    refusal: l10n.t('Nothing can be reached with the context "{0}". {1}', name, problem ?? "").trim(),
  };
}
