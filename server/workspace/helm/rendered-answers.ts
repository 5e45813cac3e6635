import { complaintText } from "../../core/language-service.ts";
import type { RenderedObject } from "../../core/rendered/rendered-object.ts";
import { keyText, readPath } from "../../core/yaml/key-path.ts";
import type { Path } from "../../core/yaml/tree.ts";
import type { Reasons, Trace } from "./traces.ts";

/** The object and the field that somebody names, such as `Deployment/web:spec.replicas`; or the reason why there is none. */
export function fieldIn(
  text: string,
  objects: readonly RenderedObject[],
): { readonly object: RenderedObject; readonly field: Path } | { readonly problem: string } {
  const colon = text.lastIndexOf(":") < 0 ? text.length : text.indexOf(":", text.indexOf("/"));
  const [name, field] = [text.slice(0, colon), text.slice(colon + 1)];
  const object = objects.find((candidate) => String(candidate) === name);
  if (object === undefined) return { problem: noObject(name, objects) };
  const path = field === "" ? [] : readPath(field);
  return path ? { object, field: path } : { problem: `${field} is not a field such as spec.replicas.` };
}

/** The maximum number of objects that a sentence names. */
const MOST_NAMED = 50;

/** The sentence that no object has a name, with the objects of that kind, else all. */
export function noObject(name: string, objects: readonly RenderedObject[]): string {
  const alike = objects.map(String).filter((id) => id.split("/")[0] === name.split("/")[0]);
  const named = (alike.length > 0 ? alike : objects.map(String)).slice(0, MOST_NAMED);
  return `No object ${name} is rendered. There are: ${named.join(", ")}.`;
}

/** The fields that a key makes, as JSON. */
export function traceJson({ path, changes, because, complaints, ...rest }: Trace): object {
  return {
    key: keyText(path),
    ...rest,
    fields: changes.map(({ object, path: field, ...values }) => ({
      object: `${object}`,
      template: object.template,
      field: keyText(field),
      ...values,
    })),
    because: because.map((reason) => ({ key: keyText(reason.path), value: reason.value })),
    complaints: complaints.map(complaintText),
  };
}

/** The keys that make a field, as JSON. */
export function whyJson({ object, keys, ...rest }: Reasons, field: Path): object {
  return {
    object: `${object}`,
    field: keyText(field),
    keys: keys.map(({ path, value }) => ({ key: keyText(path), value })),
    ...rest,
  };
}
