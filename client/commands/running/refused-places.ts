import type { ValueOrigin, ValuesOf } from "../../../server/lsp/protocol.ts";
import type { RefusedPlace } from "../../helm/schema-errors.ts";
import type { Ports } from "../../ports.ts";

const TITLE = "CAP Operator: Refused Values";

/** Leads to the one place that a chart refuses, or lets the person pick of several; each is named with where its value comes from. */
export async function goToRefused(
  ports: Ports,
  of: ValuesOf,
  refused: readonly RefusedPlace[],
): Promise<void> {
  const origins = await ports.server.valueOrigins({ of, paths: refused.map(({ path }) => path) });
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

async function goTo(ports: Ports, origin: ValueOrigin | undefined): Promise<void> {
  if (origin === undefined) return;
  const { place, entry } = origin;
  if (entry !== undefined) await ports.settings.showEntry("releases", entry);
  else if (place === undefined) return;
  else if (place.uri === undefined) await ports.editor.showDefaults(place.range);
  else await ports.editor.openAt(place.uri, place.range);
}
