import * as l10n from "@vscode/l10n";
import { isProtected } from "../cluster/protected-context.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { clusterLines } from "../kubectl/target.ts";
import type { CommandContext } from "../operation/operation.ts";
import { agreed, answered, Cancelled } from "../operation/outcome.ts";
import type { Page } from "../ports/installation.ts";

export interface ConfirmQuestion {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

export interface Look {
  readonly button: string;
  show(): Promise<void>;
}

/** A change of a release that cannot simply be undone. */
export interface Destructive {
  readonly message: string;
  readonly detail: readonly string[];
  readonly button: string;
  /** Shows what it changes. */
  readonly preview?: () => Promise<void>;
}

export function previewLook(show: () => Promise<void>): Look {
  return { button: l10n.t("Preview Changes"), show };
}

/** The thing that is changed, with its name, which a person types in a protected context. */
export interface ChangedThing {
  readonly what: "release" | "namespace" | "operator resource";
  readonly name: string;
}

/** Details that can be shown before the answer; with `first`, Enter shows them instead of agreeing. */
export interface Looks {
  readonly looks: readonly Look[];
  readonly first: boolean;
  /** A button that ends the question without agreeing. */
  readonly other?: string;
}

/**
 * Asks whether to change something in a context, after offering to show it. In a protected context (a setting), the name of the
 * changed thing has to be typed as well; every change is confirmed in this way. Ends the operation unless the person agrees, or
 * presses the other button: then it returns false.
 */
export async function confirmChange(
  context: CommandContext,
  kubeContext: string,
  asked: ConfirmQuestion,
  named: ChangedThing,
  looks: Looks = { looks: [], first: false },
): Promise<boolean> {
  if (looks.looks.length > 0 || looks.other !== undefined) {
    if (!(await confirmAfterLooks(context, asked, looks))) return false;
  } else agreed(await context.dialogs.confirm(asked.message, asked.detail, asked.button));
  await typedIfProtected(context, kubeContext, asked.message, named);
  return true;
}

/** The same for a change of a release that cannot simply be undone. */
export async function confirmDestructive(
  context: CommandContext,
  target: ReleaseRef,
  { message, detail, button, preview }: Destructive,
): Promise<void> {
  const asked = { message, detail: [...placeLines(target), ...detail].join("\n"), button };
  const looks = preview === undefined ? [] : [previewLook(preview)];
  await confirmChange(
    context,
    target.context,
    asked,
    { what: "release", name: target.release },
    { looks, first: false },
  );
}

/**
 * Asks with a page behind the question, which is closed with it, unless the person wanted to read it: `read` shows it, and then it stays.
 */
export async function withPage<T>(
  { pages }: CommandContext,
  page: Page,
  ask: (read: Look) => Promise<T>,
): Promise<T> {
  let isRead = false;
  const show = async () => {
    isRead = true;
    await pages.showMarkdown(page);
  };
  await pages.showMarkdown({ ...page, isBehindQuestion: true });
  try {
    return await ask({ button: l10n.t("Read Details"), show });
  } finally {
    if (!isRead) await pages.close(page.name);
  }
}

/**
 * Asks in a modal message, which can show something first: nothing can be seen behind a modal message, so a message with a
 * way back to the question stays while the person looks. The first button is the one that Enter presses: that of the question,
 * unless it is better to look first. Returns false if the other button was pressed.
 */
async function confirmAfterLooks(
  context: CommandContext,
  { message, detail, button }: ConfirmQuestion,
  { looks, first, other }: Looks,
): Promise<boolean> {
  const names = looks.map((look) => look.button);
  const buttons = [...(first ? [...names, button] : [button, ...names]), ...(other ? [other] : [])];
  for (;;) {
    const pressed = answered(await context.dialogs.choose(message, detail, ...buttons));
    if (pressed === other) return false;
    const look = looks.find((look) => look.button === pressed);
    if (look === undefined) return true;
    await look.show();
    const goOn = `${button}...`;
    if ((await context.prompts.info(message, goOn)) !== goOn) throw new Cancelled();
  }
}

async function typedIfProtected(
  context: CommandContext,
  kubeContext: string,
  title: string,
  { what, name }: ChangedThing,
): Promise<void> {
  if (!isProtected(kubeContext, context.installationSettings().protectedContexts)) return;
  const typed = await context.dialogs.input({
    title,
    prompt: typingPrompt(kubeContext, { what, name }),
    problemOf: (text) => (text === name ? undefined : l10n.t("This is not {0}.", name)),
  });
  agreed(typed === name);
}

function typingPrompt(kubeContext: string, { what, name }: ChangedThing): string {
  if (what === "release") {
    return l10n.t(
      "{0} is a protected context. Type the name of the release to continue: {1}",
      kubeContext,
      name,
    );
  }
  if (what === "namespace") {
    return l10n.t(
      "{0} is a protected context. Type the name of the namespace to continue: {1}",
      kubeContext,
      name,
    );
  }
  return l10n.t(
    "{0} is a protected context. Type the name of the operator resource to continue: {1}",
    kubeContext,
    name,
  );
}

/** The cluster, the namespace and the release of a change, line by line. */
function placeLines(target: ReleaseRef): readonly string[] {
  return [
    ...clusterLines(target),
    l10n.t("Namespace: {0}", target.namespace),
    l10n.t("Release: {0}", target.release),
  ];
}
