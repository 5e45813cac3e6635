import type { TextDocumentsConfiguration } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

const NOWHERE: readonly number[] = [];

/**
 * The places in the open documents at which the user is typing: after the text that the last change of each inserted, until typing has ended. A
 * client that sends the text as a whole does not send the place.
 */
export class TypedPlaces {
  readonly #places = new Map<string, readonly number[]>();

  /** Creates and updates documents, and sees each change. */
  readonly documents: TextDocumentsConfiguration<TextDocument> = {
    create: TextDocument.create,
    update: (document, changes, version) => {
      let places: number[] = [];
      let updated = document;
      for (const change of changes) {
        if (!("range" in change)) {
          places = [];
        } else {
          const start = updated.offsetAt(change.range.start);
          const removed = updated.offsetAt(change.range.end) - start;
          const added = change.text.length;
          const moved = places.map((place) => (place > start ? place - removed + added : place));
          places = [...moved, start + added];
        }
        updated = TextDocument.update(updated, [change], version);
      }
      this.#places.set(document.uri, places);
      return updated;
    },
  };

  /** The offsets in a document at which the user is typing. */
  of(uri: string): readonly number[] {
    return this.#places.get(uri) ?? NOWHERE;
  }

  /** Notes that typing in a document has ended. Returns whether a place was known. */
  forget(uri: string): boolean {
    return this.#places.delete(uri);
  }
}
