import { type DocsAddresses, docsIn } from "../../core/schema/docs-anchor.ts";
import type { ClientFeatures } from "./client-features.ts";

/** Links to the documentation the way the client shows it, else to the package's files in the folder `docsUrl`. */
export function documentationAt(docsUrl: string, { documentation }: ClientFeatures): DocsAddresses {
  return {
    place: (page, anchor) => docsIn(documentation?.url ?? docsUrl).place(page, anchor),
    link(page, anchor) {
      if (documentation === undefined) return docsIn(docsUrl).link(page, anchor);
      return `command:${documentation.command}?${encodeURIComponent(JSON.stringify([page, anchor]))}`;
    },
  };
}
