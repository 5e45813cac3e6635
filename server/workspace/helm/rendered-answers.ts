import { complaintText } from "../../core/language-service.ts";
import type { RenderedObject } from "../../core/rendered/rendered-object.ts";
import { keyText, readPath } from "../../core/yaml/key-path.ts";
import type { Path } from "../../core/yaml/tree.ts";
import type { Reasons, Trace } from "./traces.ts";

/** The object and the field that somebody names, such as `Deployment/web:spec.replicas`; or why there is none. */
export function fieldIn(
  text: string,
  objects: readonly RenderedObject[],
): { readonly object: RenderedObject; readonly field: Path } | { readonly problem: string } {
  const at = text.lastIndexOf(":") < 0 ? text.length : text.indexOf(":", text.indexOf("/"));
  const [name, field] = [text.slice(0, at), text.slice(at + 1)];
  const object = objects.find((one) => String(one) === name);
  if (object === undefined) return { problem: noObject(name, objects) };
  const path = field === "" ? [] : readPath(field);
  return path ? { object, field: path } : { problem: `${field} is not a field such as spec.replicas.` };
}

/** How many objects a sentence names at most. */
const MOST_NAMED = 50;

/** That no object has a name, with those that are of its kind, else all. */
export function noObject(name: string, objects: readonly RenderedObject[]): string {
  const alike = objects.map(String).filter((one) => one.split("/")[0] === name.split("/")[0]);
  const named = (alike.length > 0 ? alike : objects.map(String)).slice(0, MOST_NAMED);
  return `No object ${name} is rendered. There are: ${named.join(", ")}.`;
}

/** What a key makes, as JSON. */
export function traceJson({ path, changes, because, complaints, ...rest }: Trace): object {
  return {
    key: keyText(path),
    ...rest,
    fields: changes.map(({ object, path: at, ...values }) => ({
      object: `${object}`,
      template: object.template,
      field: keyText(at),
      ...values,
    })),
    because: because.map((one) => ({ key: keyText(one.path), value: one.value })),
    complaints: complaints.map(complaintText),
  };
}

/** Which keys make a field, as JSON. */
export function whyJson({ object, keys, ...rest }: Reasons, field: Path): object {
  return {
    object: `${object}`,
    field: keyText(field),
    keys: keys.map(({ path, value }) => ({ key: keyText(path), value })),
    ...rest,
  };
}
