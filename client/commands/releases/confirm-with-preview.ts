import type { Ports } from "../../ports.ts";

const PREVIEW = "Preview Changes";

/** What a person is asked before something happens. */
export interface Asked {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/**
 * Asks in a modal message whether to do it, with a way to look at the changes first: nothing can be seen behind a modal
 * message, so a message with a way back to the question stays while the person looks.
 */
export async function confirmWithPreview(
  ports: Ports,
  { message, detail, button }: Asked,
  preview: () => Promise<void>,
): Promise<boolean> {
  for (;;) {
    const pressed = await ports.dialogs.choose(message, detail, button, PREVIEW);
    if (pressed !== PREVIEW) return pressed === button;
    await preview();
    const goOn = `${button}...`;
    if ((await ports.prompts.info(`CAP Operator: ${message}`, goOn)) !== goOn) return false;
  }
}
