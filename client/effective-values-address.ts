import type { EffectiveValuesParams } from "../server/lsp/protocol.ts";
import { fileName } from "./file-name.ts";

/** Effective values with their origins for reading, or without them for comparing. */
export type EffectiveForm = "annotated" | "plain";

/** Which effective values a read-only document shows, and in which form. */
export interface EffectiveView {
  readonly of: EffectiveValuesParams;
  readonly form: EffectiveForm;
}

/** Path and query of the document's address. The path is what the editor shows as its name. */
export function effectiveAddress({ of, form }: EffectiveView): { path: string; query: string } {
  const name = "release" in of ? `${of.release.replaceAll("/", "-")}.yaml` : fileName(of.uri);
  return { path: `/Effective ${name}`, query: JSON.stringify({ ...of, form }) };
}

/** What an address stands for; `undefined` when it was not made by `effectiveAddress`. */
export function effectiveViewAt(query: string): EffectiveView | undefined {
  const { release, uri, form } = parsed(query);
  if (form !== "annotated" && form !== "plain") return undefined;
  if (typeof release === "string") return { of: { release }, form };
  return typeof uri === "string" ? { of: { uri }, form } : undefined;
}

function parsed(query: string): { release?: unknown; uri?: unknown; form?: unknown } {
  try {
    return Object(JSON.parse(query));
  } catch {
    return {};
  }
}
