import * as l10n from "@vscode/l10n";
import { CHANGE_CONTEXT, setting } from "../helm/recovery.ts";
import { CHOSEN_CONTEXT } from "../kubectl/target.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered, Refused } from "../operation/outcome.ts";
import type { Choice } from "../ports/editor.ts";
import { type KubeContext, type Kubeconfig, readKubeconfig } from "./kubeconfig.ts";

/** The ports for finding and choosing a context. */
export type ContextPorts = Pick<
  CommandContext,
  "files" | "prompts" | "settings" | "installationSettings" | "editor" | "memory"
>;

/** The reason for having no context, in one sentence. */
export interface Refusal {
  readonly refusal: string;
  /** Set if the kubeconfig names no cluster: Helm and kubectl then use the cluster that they run in, if any. */
  readonly isEmpty?: true;
}

/** The context in which commands work unless something names another one. */
export interface ContextInUse {
  /** Absent if none was chosen, and the kubeconfig has no current one. The kubeconfig may not have a context of this name. */
  readonly name?: string;
  /** The current context of the kubeconfig, if another one was chosen for this workspace. */
  readonly current?: string;
}

/** The kubeconfig of this machine, which is only read. */
export async function readContexts({ files }: Pick<ContextPorts, "files">): Promise<Kubeconfig | Refusal> {
  const paths = files.kubeconfigPaths();
  const read = await Promise.all(paths.map(async (path) => ({ path, text: await files.read(path) })));
  if (read.every(({ text }) => text === undefined)) {
    return { refusal: l10n.t("No kubeconfig found at {0}.", paths.join(", ")), isEmpty: true };
  }
  const kubeconfig = readKubeconfig(read);
  if (kubeconfig.problems.length === 0) return kubeconfig;
  return {
    refusal: l10n.t("Helm and kubectl cannot read the kubeconfig. {0}", kubeconfig.problems.join(" ")),
  };
}

/** The context that was chosen for this workspace, otherwise the current one of the kubeconfig. */
export function contextInUse(
  { currentContext }: Pick<Kubeconfig, "currentContext">,
  { memory }: Pick<ContextPorts, "memory">,
): ContextInUse {
  const name = memory.recall(CHOSEN_CONTEXT) || currentContext;
  return {
    name,
    ...(currentContext !== undefined && currentContext !== name && { current: currentContext }),
  };
}

/**
 * Lets the person choose the context for this workspace, or the current one of the kubeconfig, whichever that is at the time. The kubeconfig is not
 * changed. Refuses if it has no context.
 */
export async function changeContext(context: ContextPorts): Promise<void> {
  const kubeconfig = await readContexts(context);
  if ("refusal" in kubeconfig) return refuseContext(context, kubeconfig.refusal);
  const { contexts, currentContext } = kubeconfig;
  if (contexts.length === 0) return refuseContext(context, l10n.t("The kubeconfig has no context."));
  const inUse = contextInUse(kubeconfig, context).name;
  const choices: Choice<string>[] = contexts.map((context) => {
    const { label, description, detail } = contextChoice(context);
    const parts = [
      ...(context.name === inUse ? [l10n.t("in use")] : []),
      ...(description ? [description] : []),
    ];
    return { label, description: parts.join(" · "), ...(detail && { detail }), value: context.name };
  });
  const follow: Choice<string> = {
    label: `$(sync) ${l10n.t("The current context of the kubeconfig")}`,
    description: currentContext ?? "",
    detail: l10n.t("Follows kubectl config use-context."),
    value: "",
  };
  const offered = currentContext === undefined ? choices : [...choices, follow];
  const placeholder = l10n.t("Select the context for this workspace. The kubeconfig is not changed");
  await keep(context, answered(await context.prompts.pick(offered, contextTitle(), placeholder)));
}

/** Lets the person choose a context, because the one in use is missing; `placeholder` gives the reason. It is kept for this workspace. */
export async function chooseMissing(
  context: ContextPorts,
  contexts: readonly KubeContext[],
  placeholder: string,
): Promise<KubeContext> {
  const picked = answered(
    await context.prompts.pick(contexts.map(contextChoice), contextTitle(), placeholder),
  );
  await keep(context, picked.name);
  return picked;
}

/** Remembers a context for this workspace; an empty name stands for the current one of the kubeconfig. */
function keep({ memory }: ContextPorts, name: string): Promise<void> {
  return memory.remember(CHOSEN_CONTEXT, name);
}

/** The title of each list of contexts. */
export const contextTitle = () => l10n.t("CAP Operator: Kube Context");

/** A context as a line of a list. */
export function contextChoice(context: KubeContext): Choice<KubeContext> {
  const { name, server, problem } = context;
  return {
    label: name,
    description: server,
    detail: problem,
    value: context,
  };
}

/** Ends the operation, because no context can be used; with `canChange`, another one can be chosen. */
export async function refuseContext(
  context: ContextPorts,
  sentence: string,
  { canChange = false } = {},
): Promise<never> {
  const next = (await isIgnored(context))
    ? l10n.t(
        "capOperator.kubeconfig is ignored in the settings of the workspace. Set it in your user settings.",
      )
    : l10n.t("Check the variable KUBECONFIG and the setting capOperator.kubeconfig.");
  const recovery = [...(canChange ? [CHANGE_CONTEXT] : []), setting("kubeconfig")];
  throw new Refused({ kind: "refused", sentence, next, recovery });
}

/** Tells if the workspace sets a kubeconfig, which VS Code ignores: a repository must not decide which programs a kubeconfig starts. */
async function isIgnored({ files, editor, installationSettings }: ContextPorts): Promise<boolean> {
  if (installationSettings().kubeconfig !== "") return false;
  const paths = editor.folders().flatMap(({ uri }) => files.pathOf(`${uri}/.vscode/settings.json`) ?? []);
  const texts = await Promise.all(paths.map((path) => files.read(path)));
  return texts.some((text) => text?.includes('"capOperator.kubeconfig"'));
}
