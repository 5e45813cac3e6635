import type { ReleaseAt } from "../cli/release.ts";
import { isProtected } from "../cluster/protected-context.ts";
import { clusterLines } from "../cluster/target.ts";
import type { Ports } from "../ports.ts";
import { confirmAfterLooks, previewLook } from "./confirm-with-preview.ts";

/** What is about to be done to a release that cannot simply be taken back. */
export interface Destructive {
  readonly message: string;
  readonly detail: readonly string[];
  readonly button: string;
  /** Shows what it changes. */
  readonly preview?: () => Promise<void>;
}

/** Asks whether to do it; in a protected context (setting) the name of the release is to be typed as well. */
export async function confirmDestructive(
  ports: Ports,
  at: ReleaseAt,
  { message, detail, button, preview }: Destructive,
): Promise<boolean> {
  const asked = { message, detail: [...placeLines(at), ...detail].join("\n"), button };
  const agreed =
    preview === undefined
      ? await ports.dialogs.confirm(asked.message, asked.detail, button)
      : await confirmAfterLooks(ports, asked, [previewLook(preview)]);
  return agreed && typedIfProtected(ports, at.context, message, { what: "release", name: at.release });
}

/** Whether a change may go on: in a protected context (setting), the name of what is changed is to be typed first. */
export async function typedIfProtected(
  ports: Ports,
  context: string,
  title: string,
  { what, name }: { readonly what: string; readonly name: string },
): Promise<boolean> {
  if (!isProtected(context, ports.installationSettings().protectedContexts)) return true;
  const typed = await ports.dialogs.input({
    title,
    prompt: `${context} is a protected context. Type the name of the ${what} to go on: ${name}`,
    problemOf: (text) => (text === name ? undefined : `This is not ${name}.`),
  });
  return typed === name;
}

/** Where something is about to be done, line by line. */
export function placeLines(at: ReleaseAt): readonly string[] {
  return [...clusterLines(at), `Namespace: ${at.namespace}`, `Release: ${at.release}`];
}
