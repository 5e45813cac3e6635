import { readDocuments } from "./yaml-documents.ts";
import { isMap, mapOf, type YamlMap } from "./yaml-map.ts";

/** One object as it stands in a manifest, secrets and all: not for showing. */
export interface RawObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** Whether it is one of Helm's hooks. */
  readonly hook: boolean;
  /** Absent where its document cannot be read. */
  readonly value?: YamlMap;
}

/** The objects of a manifest in its order, lists taken apart. Documents that are no objects are left out. */
export function readObjects(yaml: string): readonly RawObject[] {
  return readDocuments(yaml).flatMap(({ value }, index) => {
    if (value === undefined) {
      return [{ apiVersion: "", kind: "Unreadable", name: `document-${index + 1}`, hook: false }];
    }
    return isMap(value) ? flatten(value) : [];
  });
}

/** A `List`, or a list of one kind, whose items may leave their kind out. */
function flatten(value: YamlMap): readonly RawObject[] {
  const kind = textOf(value.kind);
  const { items } = value as { items?: unknown };
  if (!kind.endsWith("List") || !Array.isArray(items)) return [rawObject(value)];
  const itemKind = kind.slice(0, -"List".length);
  const given = itemKind === "" ? {} : { apiVersion: value.apiVersion, kind: itemKind };
  return items.filter(isMap).flatMap((item) => flatten({ ...given, ...item }));
}

function rawObject(value: YamlMap): RawObject {
  const metadata = mapOf(value.metadata);
  const { namespace } = metadata as { namespace?: unknown };
  return {
    apiVersion: textOf(value.apiVersion),
    kind: textOf(value.kind),
    name: textOf(metadata.name ?? metadata.generateName),
    ...(typeof namespace === "string" && namespace !== "" ? { namespace } : {}),
    hook: mapOf(metadata.annotations)["helm.sh/hook"] !== undefined,
    value,
  };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
