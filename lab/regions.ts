// Makes documents of other products with values in them, in which one line or character is wrong, and makes every edit that is offered for these values.
import { parseArgs } from "node:util";
import { FORMS, mutatedDocument } from "../test/embedded/regions/documents.ts";
import { EveryEdit } from "../test/embedded/regions/every-edit.ts";
import { Dice } from "../test/helm/dice.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
  },
});
const dice = new Dice(Number(values.seed));
const every = new EveryEdit();
const edits = new Map<string, Record<string, number>>();
const withEdits = new Map<string, number>();
for (let count = 0; count < Number(values.count); count++) {
  const document = mutatedDocument(dice);
  const found = await every.of(document, dice);
  if (found.length > 0) withEdits.set(document.form.row, (withEdits.get(document.form.row) ?? 0) + 1);
  for (const { kind, title, after, damages } of found) {
    const counts = edits.get(kind) ?? {
      edits: 0,
      "text around": 0,
      "values around": 0,
      "not YAML any more": 0,
      "cut off": 0,
    };
    edits.set(kind, counts);
    counts.edits = (counts.edits ?? 0) + 1;
    for (const damage of damages) counts[damage] = (counts[damage] ?? 0) + 1;
    if (!values.show || damages.length === 0) continue;
    console.log(
      `--- ${damages.join(", ")}: ${kind} ${title} (${document.form.row})\n${document.text}\n--- after\n${after}`,
    );
  }
}
console.table(Object.fromEntries(edits));
console.log(`${FORMS.length} forms; ${withEdits.size} of them with edits.`);
const without = FORMS.filter(({ row }) => !withEdits.has(row));
if (without.length > 0) console.log(without.map(({ row }) => row).join("\n"));
