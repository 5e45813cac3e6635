import { Disposable, OverviewRulerLane, Range, type TextEditor, ThemeColor, Uri, window } from "vscode";
import type { RenderedChanges } from "../../../server/lsp/protocol.ts";

/** Marks changes beside the lines of a text, as the editor does it for files in Git. */
export interface ChangeMarks extends Disposable {
  show(editor: TextEditor, changes: RenderedChanges | undefined): void;
}

/** A bar beside a line; a triangle where something below is gone. The colours are those of the editor's own marks. */
const SHAPES = {
  added: {
    shape: '<rect x="5" width="3" height="16" fill="#48985d"/>',
    colour: "editorGutter.addedBackground",
  },
  changed: {
    shape: '<rect x="5" width="3" height="16" fill="#1b81a8"/>',
    colour: "editorGutter.modifiedBackground",
  },
  removed: { shape: '<path d="M5 10l6 3-6 3z" fill="#f14c4c"/>', colour: "editorGutter.deletedBackground" },
} as const;

const KINDS = ["added", "changed", "removed"] as const;

/** Makes these marks, which are there until this is disposed. */
export function createChangeMarks(): ChangeMarks {
  const types = KINDS.map((kind) => {
    const { shape, colour } = SHAPES[kind];
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`;
    const type = window.createTextEditorDecorationType({
      gutterIconPath: Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(picture)}`),
      gutterIconSize: "contain",
      overviewRulerColor: new ThemeColor(colour),
      overviewRulerLane: OverviewRulerLane.Left,
    });
    return [kind, type] as const;
  });
  return {
    show(editor, changes) {
      for (const [kind, type] of types)
        editor.setDecorations(
          type,
          (changes?.[kind] ?? []).map((line) => new Range(line, 0, line, 0)),
        );
    },
    dispose: () => Disposable.from(...types.map(([, type]) => type)).dispose(),
  };
}
