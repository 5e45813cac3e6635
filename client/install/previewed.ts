import type { NextStep } from "../installation-ports.ts";
import type { Wanted } from "./wanted.ts";

const SCHEME = "cap-operator-preview:";

/** Installing, in this context, what a preview showed. */
export function installAfterPreview(wanted: Wanted, context: string): NextStep {
  const pinned: Wanted = { ...wanted, context };
  return { way: "install", address: `${SCHEME}${encodeURIComponent(JSON.stringify(pinned))}` };
}

/** What the preview showed that an address stands for; nothing when it was not made by `installAfterPreview`. */
export function previewedAt(address: string | undefined): Wanted | undefined {
  if (!address?.startsWith(SCHEME)) return undefined;
  return JSON.parse(decodeURIComponent(address.slice(SCHEME.length)));
}
