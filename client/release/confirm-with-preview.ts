import type { Ports } from "../ports.ts";

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

/** The look at what would change. */
export function previewLook(show: () => Promise<void>): Look {
  return { button: "Preview Changes", show };
}

/**
 * Asks in a modal message whether to do it, with ways to look at something first: nothing can be seen behind a modal
 * message, so a message with a way back to the question stays while the person looks. The first button is the one that
 * Enter presses: that of the question, unless it is better to look first.
 */
export async function confirmAfterLooks(
  ports: Ports,
  { message, detail, button }: Asked,
  looks: readonly Look[],
  lookFirst = false,
): Promise<boolean> {
  const names = looks.map((look) => look.button);
  const buttons = lookFirst ? [...names, button] : [button, ...names];
  for (;;) {
    const pressed = await ports.dialogs.choose(message, detail, ...buttons);
    const look = looks.find((one) => one.button === pressed);
    if (look === undefined) return pressed === button;
    await look.show();
    const goOn = `${button}...`;
    if ((await ports.prompts.info(message, goOn)) !== goOn) return false;
  }
}
