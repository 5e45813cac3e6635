import * as l10n from "@vscode/l10n";
import type { EffectiveValuesParams, ValuesOf } from "../server/lsp/protocol.ts";
import { fileName } from "./file-name.ts";

/** The scheme of the read-only documents that contain effective values. */
export const EFFECTIVE_SCHEME = "cap-operator-effective";

/**
 * Which effective values a read-only document shows: with their origins for reading, or without them for comparing; or the defaults
 * of their chart, which they are compared with. Whether only changed values are shown is not part of it, as that is switched within the same document.
 */
export interface EffectiveView {
  readonly of: ValuesOf;
  readonly form: Exclude<EffectiveValuesParams["form"], "changed" | undefined>;
}

/** The name by which a person knows these values. */
export function nameOfValues(of: ValuesOf): string {
  return "release" in of ? of.release : fileName(of.uri);
}

/** Path and query of the document's address. The path is what the editor shows as its name. */
export function effectiveAddress({ of, form }: EffectiveView): { path: string; query: string } {
  return {
    path: `/${form === "defaults" ? `${l10n.t("Chart defaults")}.yaml` : documentName(of)}`,
    query: JSON.stringify({ ...of, form }),
  };
}

function documentName(of: ValuesOf): string {
  const name = "release" in of ? `${of.release.replaceAll("/", "-")}.yaml` : fileName(of.uri);
  return l10n.t("Effective {0}", name);
}

/** The view that the query of an address stands for; `undefined` if it was not made by `effectiveAddress`. */
export function effectiveViewAt(query: string): EffectiveView | undefined {
  const { release, uri, form } = parsed(query);
  if (form !== "annotated" && form !== "plain" && form !== "defaults") return undefined;
  if (typeof release === "string") return { of: { release }, form };
  return typeof uri === "string" ? { of: { uri }, form } : undefined;
}

/** The values that a whole address shows; `undefined` for the address of anything else, and for the chart's defaults. */
export function effectiveValuesAt(address: string): ValuesOf | undefined {
  if (!address.startsWith(`${EFFECTIVE_SCHEME}:`)) return undefined;
  const query = /\?([^#]*)/.exec(address)?.[1] ?? "";
  const view = effectiveViewAt(decodeURIComponent(query));
  return view?.form === "defaults" ? undefined : view?.of;
}

function parsed(query: string): { release?: unknown; uri?: unknown; form?: unknown } {
  try {
    return Object(JSON.parse(query));
  } catch {
    return {};
  }
}
