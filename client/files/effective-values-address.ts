import * as l10n from "@vscode/l10n";
import type { UpgradeTarget, ValuesOf } from "../../server/lsp/protocol.ts";
import type { EffectiveView } from "../ports/editor.ts";
import { fileName } from "../texts/file-name.ts";

export const EFFECTIVE_SCHEME = "cap-operator-effective";

export function nameOfValues(values: ValuesOf): string {
  return "release" in values ? values.release : fileName(values.uri);
}

/** Path and query of the document's address. The path is what the editor shows as its name. */
export function effectiveAddress({ of: values, form, chart, beside }: EffectiveView): {
  path: string;
  query: string;
} {
  return {
    path: `/${form === "defaults" ? `${l10n.t("Chart defaults")}.yaml` : documentName(values)}`,
    query: JSON.stringify({ ...values, form, chart, beside }),
  };
}

function documentName(values: ValuesOf): string {
  const name = "release" in values ? `${values.release.replaceAll("/", "-")}.yaml` : fileName(values.uri);
  return l10n.t("Effective {0}", name);
}

/** The view that the query of an address names; `undefined` if it was not made by `effectiveAddress`. */
export function effectiveViewAt(query: string): EffectiveView | undefined {
  const { form, chart, beside } = parsed(query);
  if (form !== "annotated" && form !== "plain" && form !== "defaults") return undefined;
  const values = valuesAt(query);
  // The server checks what names the chart, and the other side.
  return (
    values && {
      ...{ of: values, form },
      ...(chart === undefined ? {} : { chart: chart as UpgradeTarget }),
      ...(beside === undefined ? {} : { beside: beside as NonNullable<EffectiveView["beside"]> }),
    }
  );
}

/** The values that the query of an address names; `undefined` if it names none. */
export function valuesAt(query: string): ValuesOf | undefined {
  const { release, uri } = parsed(query);
  if (typeof release === "string") return { release };
  return typeof uri === "string" ? { uri } : undefined;
}

/** The values that a whole address shows; `undefined` for the address of anything else, and for the chart's defaults. */
export function effectiveValuesAt(address: string): ValuesOf | undefined {
  const view = effectiveViewAt(queryOf(address, EFFECTIVE_SCHEME));
  return view?.form === "defaults" ? undefined : view?.of;
}

/** The query of a whole address with a scheme; empty if it has none, or another scheme. */
export function queryOf(address: string, scheme: string): string {
  const query = address.startsWith(`${scheme}:`) ? /\?([^#]*)/.exec(address)?.[1] : undefined;
  return decodeURIComponent(query ?? "");
}

function parsed(query: string): {
  release?: unknown;
  uri?: unknown;
  form?: unknown;
  chart?: unknown;
  beside?: unknown;
} {
  try {
    return Object(JSON.parse(query));
  } catch {
    return {};
  }
}
