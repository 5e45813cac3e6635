import { commandTitle } from "../../test/support/command-title.ts";
import { persist } from "../../test/support/workbench/persist.ts";
import type { Person } from "../../test/support/workbench/person.ts";
import type { PICTURES } from "./table.ts";

/** The name of a picture in the table. */
export type PictureName = keyof typeof PICTURES;

/** The functions that take pictures at a place; each scene begins with nothing open. */
export type Scenes<Place> = { readonly [Name in PictureName]?: (place: Place) => Promise<void> };

/** The scenes of those pictures that are wanted, in their order. */
export function wantedScenes<Place>(
  scenes: Scenes<Place>,
  wanted: ReadonlySet<PictureName>,
): readonly (readonly [name: PictureName, scene: (place: Place) => Promise<void>])[] {
  return Object.entries(scenes).flatMap(([key, scene]) => {
    const name = key as PictureName;
    return wanted.has(name) ? [[name, scene] as const] : [];
  });
}

/** Waits until the lines above a file are there, whatever they say: lines move when they come in. */
export async function seesLenses(person: Person, file: string): Promise<void> {
  await person.editor(file).locator(".codelens-decoration a").first().waitFor();
}

/** Opens the menu of quick fixes at the cursor, once it has this one. */
export async function opensQuickFixes(person: Person, words: string): Promise<void> {
  const fix = person.page
    .locator(".action-widget .monaco-list-row.action")
    .filter({ hasText: words })
    .first();
  await persist(
    async () => {
      if (!(await fix.isVisible())) await person.presses("Escape", "Control+.");
    },
    (timeout) => fix.waitFor({ timeout }),
  );
}

/** Does something while the side bar is hidden, and shows it again however that ends. */
export async function withoutSideBar(person: Person, act: () => Promise<void>): Promise<void> {
  await person.togglesSideBar();
  try {
    await act();
  } finally {
    await person.togglesSideBar();
  }
}

/** Opens the effective values of the active editor beside it, without the defaults of the chart. */
export async function showsChangedValues(person: Person): Promise<void> {
  await person.resizesWindow(1320);
  await person.runsCommand(commandTitle("capOperator.showEffectiveValues"));
  const effective = person.effectiveValues();
  await person.seesText(effective, "pullPolicy:");
  await person.followsLensIn(effective, "Select what is shown...");
  await person.picks("Only changed values with their origins");
  await person.seesNoText(effective, "pullPolicy:");
}
