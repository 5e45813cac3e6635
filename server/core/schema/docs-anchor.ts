import type { DocumentKind, Path } from "../document/tree.ts";

/** The page of the documentation that describes each kind of document, within the folder of the documentation. */
export const DOCS_PAGES: Readonly<Record<DocumentKind, string>> = {
  values: "values.md",
  operator: "operator.md",
};

/** The anchor of a documented key on its page: `["controller", "image", "tag"]` is at `controller-image-tag`. */
export function docsAnchor(path: Path): string {
  return path.join("-").toLowerCase();
}

/**
 * The longest beginning of `path` that has an anchor of its own. Inside Kubernetes types, lists and free maps that is
 * the key that holds them; for a path that the schema does not know at all it is empty.
 */
export function documentedPath(builtSchema: object, path: Path): Path {
  let properties = propertiesOf(builtSchema);
  let length = 0;
  for (const key of path) {
    if (typeof key === "number" || !Object.hasOwn(properties, key)) break;
    properties = propertiesOf(properties[key]);
    length += 1;
  }
  return path.slice(0, length);
}

/** The address of what the documentation says about a place; of the page as a whole where it says nothing. */
export function docsLink(docsUrl: string, kind: DocumentKind, builtSchema: object, path: Path): string {
  const anchor = docsAnchor(documentedPath(builtSchema, path));
  return `${docsUrl}${DOCS_PAGES[kind]}${anchor === "" ? "" : `#${anchor}`}`;
}

function propertiesOf(schema: object | undefined): Readonly<Record<string, object>> {
  return (schema as { readonly properties?: Record<string, object> } | undefined)?.properties ?? {};
}
