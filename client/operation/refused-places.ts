import * as l10n from "@vscode/l10n";
import { VALUE_ORIGINS, type ValueOrigin, type ValuesOf } from "../../server/lsp/protocol.ts";
import type { RefusedPlace } from "../helm/schema-errors.ts";
import { type Markdown, table } from "../texts/markdown.ts";
import type { CommandContext } from "./operation.ts";

/**
 * Goes to the place that a chart refuses, or to the one that the person selects if there are several. Each is listed with the
 * origin of its value.
 */
export async function goToRefused(
  context: CommandContext,
  values: ValuesOf,
  refused: readonly RefusedPlace[],
): Promise<void> {
  const origins = await originsOf(context, values, refused);
  const places = refused.map(({ words }, index) => ({ words, origin: origins[index] }));
  const [only] = places;
  if (places.length === 1) return goTo(context, only?.origin);
  const choices = places.map(({ words, origin }) => ({
    label: words,
    description: origin?.text ?? "",
    value: origin,
  }));
  await goTo(
    context,
    await context.prompts.pick(
      choices,
      l10n.t("CAP Operator: Rejected Values"),
      l10n.t("Select a value to go to it"),
    ),
  );
}

/** The places with the origin of each value, as part of a page. */
export async function refusedTable(
  context: CommandContext,
  values: ValuesOf,
  refused: readonly RefusedPlace[],
): Promise<Markdown> {
  const origins = await originsOf(context, values, refused);
  return table(
    [l10n.t("What the chart rejects"), l10n.t("Where it comes from")],
    refused.map(({ words }, index) => [words, origins[index]?.text ?? ""]),
  );
}

function originsOf(context: CommandContext, of: ValuesOf, refused: readonly RefusedPlace[]) {
  return context.server.ask(VALUE_ORIGINS, { of, paths: refused.map(({ path }) => path) });
}

async function goTo(context: CommandContext, origin: ValueOrigin | undefined): Promise<void> {
  if (origin === undefined) return;
  const { place, entry } = origin;
  if (entry !== undefined) await context.settings.showEntry("releases", entry);
  else if (place === undefined) return;
  else if (place.uri === undefined) await context.editor.showDefaults(place.range, place.chart);
  else await context.editor.openAt(place.uri, place.range);
}
