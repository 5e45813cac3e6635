import type { ValueOrigin, ValuesOf } from "../../server/lsp/protocol.ts";
import type { RefusedPlace } from "../cli/schema-errors.ts";
import { type Markdown, table } from "../markdown.ts";
import type { Ports } from "../ports.ts";

const TITLE = "CAP Operator: Refused Values";

/** Leads to the one place that a chart refuses, or lets the person pick of several; each is named with where its value comes from. */
export async function goToRefused(
  ports: Ports,
  of: ValuesOf,
  refused: readonly RefusedPlace[],
): Promise<void> {
  const origins = await originsOf(ports, of, refused);
  const places = refused.map(({ words }, index) => ({ words, origin: origins[index] }));
  const [only] = places;
  if (places.length === 1) return goTo(ports, only?.origin);
  const choices = places.map(({ words, origin }) => ({
    label: words,
    description: origin?.text ?? "",
    value: origin,
  }));
  await goTo(ports, await ports.prompts.pick(choices, TITLE, "Pick a value to go to it"));
}

/** The places with where each value comes from, as a part of a page. */
export async function refusedTable(
  ports: Ports,
  of: ValuesOf,
  refused: readonly RefusedPlace[],
): Promise<Markdown> {
  const origins = await originsOf(ports, of, refused);
  return table(
    ["What the chart refuses", "Where it comes from"],
    refused.map(({ words }, index) => [words, origins[index]?.text ?? ""]),
  );
}

function originsOf(ports: Ports, of: ValuesOf, refused: readonly RefusedPlace[]) {
  return ports.server.valueOrigins({ of, paths: refused.map(({ path }) => path) });
}

async function goTo(ports: Ports, origin: ValueOrigin | undefined): Promise<void> {
  if (origin === undefined) return;
  const { place, entry } = origin;
  if (entry !== undefined) await ports.settings.showEntry("releases", entry);
  else if (place === undefined) return;
  else if (place.uri === undefined) await ports.editor.showDefaults(place.range);
  else await ports.editor.openAt(place.uri, place.range);
}
