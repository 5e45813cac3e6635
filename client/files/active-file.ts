import type { ActiveFile, Ports } from "../ports.ts";

/** The named file, else the active one. */
export function fileAt(ports: Ports, target: string | undefined): ActiveFile | undefined {
  return target === undefined ? ports.editor.active() : ports.editor.opened(target);
}

/** The address of the named file, else of the active one: what a command goes on with, also when it runs again later. */
export function addressAt(ports: Ports, target: string | undefined): string | undefined {
  return target ?? ports.editor.active()?.uri;
}

/** Brings a file to the front, so that the person sees what a command goes on with; nothing where it cannot be opened. */
export async function inFront(ports: Ports, uri: string): Promise<ActiveFile | undefined> {
  await ports.editor.openAt(uri);
  return ports.editor.opened(uri);
}
