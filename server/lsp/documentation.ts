import { type DocsAddresses, docsIn } from "../core/schema/docs-anchor.ts";
import type { ClientFeatures } from "./client-features.ts";

/** Leads to the documentation as the client shows it, else to the files of the package in the folder `docsUrl`. */
export function documentationAt(docsUrl: string, features: () => ClientFeatures): DocsAddresses {
  return {
    place: (page, anchor) => docsIn(features().documentation?.url ?? docsUrl).place(page, anchor),
    link(page, anchor) {
      const command = features().documentation?.command;
      if (command === undefined) return docsIn(docsUrl).link(page, anchor);
      return `command:${command}?${encodeURIComponent(JSON.stringify([page, anchor]))}`;
    },
  };
}
