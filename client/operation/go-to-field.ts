import * as l10n from "@vscode/l10n";
import { FIELD_KEYS, type FieldName, type ObjectsOf } from "../../server/lsp/protocol.ts";
import type { Operation } from "./operation.ts";
import { answered, Cancelled, type MessageAction, refuse } from "./outcome.ts";
import { goToRefused } from "./refused-places.ts";

/** The button that opens the values that make fields of objects; none if there is no field, or no values are known. */
export function fieldActions(
  next: Operation["next"],
  objects: ObjectsOf | undefined,
  fields: readonly FieldName[],
): readonly MessageAction[] {
  if (objects === undefined || fields.length === 0) return [];
  return [
    { button: l10n.t("Go to Value"), go: () => next((operation) => goToField(operation, objects, fields)) },
  ];
}

/** Goes to the value that makes a field; the person selects one of several fields, and of several values. Helm runs for it, and nothing is guessed. */
async function goToField(
  operation: Operation,
  objects: ObjectsOf,
  fields: readonly FieldName[],
): Promise<void> {
  const [first] = fields;
  const choices = fields.map((field) => ({
    label: field.path,
    description: objectName(field),
    value: field,
  }));
  const field =
    choices.length === 1
      ? first
      : await operation.prompts.pick(
          choices,
          l10n.t("CAP Operator: Rejected Fields"),
          l10n.t("Select a field to go to its value"),
        );
  const asked = { ...objects, field: answered(field) };
  const title = l10n.t("Searching for the keys that set {0}", asked.field.path);
  const found = await operation.read(title, (step) => operation.server.ask(FIELD_KEYS, asked, step));
  if (found === null) throw new Cancelled();
  const { keys, problem } = found;
  if (problem !== undefined) refuse(problem, "", { tone: "info" });
  const places = keys.map(({ key, path }) => ({ path, words: key }));
  await goToRefused(operation, objects.of, places);
}

function objectName({ kind, name }: FieldName): string {
  return name === undefined ? kind : `${kind}/${name}`;
}
