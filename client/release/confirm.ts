import type { ReleaseRef } from "../cli/release.ts";
import { isProtected } from "../cluster/protected-context.ts";
import { clusterLines } from "../cluster/target.ts";
import type { Surroundings } from "../operation/operation.ts";
import { agreed, answered, Cancelled } from "../operation/outcome.ts";

/** What a person is asked before something happens. */
export interface Asked {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/** Something to look at before the answer. */
export interface Look {
  readonly button: string;
  show(): Promise<void>;
}

/** What is about to be done to a release that cannot simply be taken back. */
export interface Destructive {
  readonly message: string;
  readonly detail: readonly string[];
  readonly button: string;
  /** Shows what it changes. */
  readonly preview?: () => Promise<void>;
}

/** The look at what would change. */
export function previewLook(show: () => Promise<void>): Look {
  return { button: "Preview Changes", show };
}

/**
 * Asks in a modal message whether to do it, with ways to look at something first: nothing can be seen behind a modal
 * message, so a message with a way back to the question stays while the person looks. The first button is the one that
 * Enter presses: that of the question, unless it is better to look first. Ends the operation unless the person agrees.
 */
export async function confirmAfterLooks(
  around: Surroundings,
  { message, detail, button }: Asked,
  looks: readonly Look[],
  lookFirst = false,
): Promise<void> {
  const names = looks.map((look) => look.button);
  const buttons = lookFirst ? [...names, button] : [button, ...names];
  for (;;) {
    const pressed = answered(await around.dialogs.choose(message, detail, ...buttons));
    const look = looks.find((one) => one.button === pressed);
    if (look === undefined) return;
    await look.show();
    const goOn = `${button}...`;
    if ((await around.prompts.info(message, goOn)) !== goOn) throw new Cancelled();
  }
}

/**
 * Asks whether to do it; in a protected context (setting) the name of the release is to be typed as well. Ends the operation
 * unless the person agrees.
 */
export async function confirmDestructive(
  around: Surroundings,
  at: ReleaseRef,
  { message, detail, button, preview }: Destructive,
): Promise<void> {
  const asked = { message, detail: [...placeLines(at), ...detail].join("\n"), button };
  if (preview !== undefined) await confirmAfterLooks(around, asked, [previewLook(preview)]);
  else agreed(await around.dialogs.confirm(asked.message, asked.detail, button));
  await typedIfProtected(around, at.context, message, { what: "release", name: at.release });
}

/** In a protected context (setting), a change goes on only when the name of what is changed was typed. */
export async function typedIfProtected(
  around: Surroundings,
  context: string,
  title: string,
  { what, name }: { readonly what: string; readonly name: string },
): Promise<void> {
  if (!isProtected(context, around.installationSettings().protectedContexts)) return;
  const typed = await around.dialogs.input({
    title,
    prompt: `${context} is a protected context. Type the name of the ${what} to go on: ${name}`,
    problemOf: (text) => (text === name ? undefined : `This is not ${name}.`),
  });
  agreed(typed === name);
}

/** Where something is about to be done, line by line. */
export function placeLines(at: ReleaseRef): readonly string[] {
  return [...clusterLines(at), `Namespace: ${at.namespace}`, `Release: ${at.release}`];
}
