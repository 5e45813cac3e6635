import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { FormattingNotice } from "../../../../client/editor/typing/formatting-notice.ts";
import type { FormattingObstacle } from "../../../../server/lsp/protocol.ts";
import { editor, resetEditor, Uri } from "../fake-vscode.ts";

const { createFormattingNotice } = await import("../../../../client/editor/typing/formatting-notice.ts");

const document = { uri: Uri.file("/work/values.yaml") } as never;
const position = { line: 2, character: 0 };
const SENTENCE = "values.yaml was not formatted, because line 3 is not valid YAML.";
const obstacle: FormattingObstacle = {
  message: SENTENCE,
  range: { start: position, end: position },
};

let told: string[];
let opened: unknown[];
let notice: FormattingNotice;
beforeEach(() => {
  resetEditor();
  told = [];
  opened = [];
  const warn = async (message: string, button: string) => {
    told.push(`${message} [${button}]`);
    return button;
  };
  const openAt = async (...place: unknown[]) => void opened.push(place);
  notice = createFormattingNotice({ warn } as never, { openAt } as never);
});

function save(): void {
  editor.saveBegins.fire({ document });
  editor.saved.fire(document);
}

describe("why a document was not formatted", () => {
  test("is told to a person who asked, with a button that leads there", async () => {
    await notice.notFormatted(document, Promise.resolve(obstacle));
    assert.deepEqual(told, [`${SENTENCE} [Go to Line 3]`]);
    assert.deepEqual(opened, [["file:///work/values.yaml", obstacle.range]]);
  });

  test("is not told at a save that formats, even if the server answers after it", async () => {
    editor.settings.set("editor.formatOnSave", true);
    let arrives: (obstacle: FormattingObstacle) => void = () => undefined;
    const answer = new Promise<FormattingObstacle>((resolve) => {
      arrives = resolve;
    });
    const done = notice.notFormatted(document, answer);
    save();
    arrives(obstacle);
    await done;
    assert.deepEqual(told, []);
  });

  test("is not told if nothing was in the way, or the server has stopped", async () => {
    await notice.notFormatted(document, Promise.resolve(null));
    await notice.notFormatted(document, Promise.reject(new Error("The connection is closed.")));
    assert.deepEqual(told, []);
  });
});
