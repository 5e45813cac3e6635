import type { Path } from "../yaml/tree.ts";

/** The address of the page about a rule. */
export function ruleAddress({ place }: DocsAddresses, code: string): string {
  return place(`reference/rules/${code}.md`, "");
}

/** The anchor of a documented key on its page: `["controller", "image", "tag"]` is at `controller-image-tag`. */
export function docsAnchor(path: Path): string {
  return path.join("-").toLowerCase();
}

/**
 * The longest prefix of `path` that has an anchor of its own. Inside Kubernetes types, lists and free maps, that is the key that
 * contains them; for a path that the schema does not know at all, it is empty.
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

/** Makes the address of a place in the documentation; of the whole page if the anchor is empty. */
type DocsAddress = (page: string, anchor: string) => string;

/** The addresses of the documentation for a client. */
export interface DocsAddresses {
  /** For an address on its own. */
  readonly place: DocsAddress;
  /** For a link in a Markdown text. */
  readonly link: DocsAddress;
}

/** Addresses of pages in a folder; `folder` ends with a slash. */
export function docsIn(folder: string): DocsAddresses {
  const place: DocsAddress = (page, anchor) => `${folder}${page}${anchor === "" ? "" : `#${anchor}`}`;
  return { place, link: place };
}

/** The address of the documentation of a place; of the whole page if the place is not documented. */
export function docsLink(address: DocsAddress, page: string, builtSchema: object, path: Path): string {
  return address(page, docsAnchor(documentedPath(builtSchema, path)));
}

function propertiesOf(schema: object | undefined): Readonly<Record<string, object>> {
  return (schema as { readonly properties?: Record<string, object> } | undefined)?.properties ?? {};
}
