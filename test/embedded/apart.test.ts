// Values of a document move to a file of their own and back. Nothing that takes effect changes by it, and no comment is lost.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import type { EffectiveValuesDocument } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { asked, embeddedClient } from "./client.ts";
import { RIGHT, ROWS, valuesIn } from "./rows.ts";

type Files = Readonly<Record<string, string>>;
interface Case {
  readonly case: string;
  readonly crlf?: boolean;
  readonly before: Files;
  readonly after?: Files;
  readonly back?: Files | false;
  readonly none?: boolean;
  /** The message after the values are in the new file, which is shown. */
  readonly next?: string;
  /** Set if the files before are those from which values move back: at the line with this text. */
  readonly inline?: string;
  /** The reason why that is not possible. */
  readonly why?: string;
}

const CASES = load(readFileSync(new URL("apart.yaml", import.meta.url), "utf8")) as readonly Case[];

suite("values that move to a file of their own, and back", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "apart-"));
  after(() => rmSync(root, { recursive: true }));
  // Each of the folders is a separate workspace, so that no file is found from another one.
  const folders = Array.from({ length: 200 }, (_, index) => path.join(root, String(index)));
  const workspaceFolders = folders.map((name) => ({ uri: pathToFileURL(name).toString(), name }));
  const charts = new DiskChartFiles(wholeMachine);
  const initializationOptions = { extractedCommand: "show" };
  const client = await embeddedClient({ workspaceFolders, initializationOptions }, { charts });
  let opened = 0;

  /** The moves that are offered on the key of the values, what they make of the files, and the effective values. */
  async function moved(files: Files, name = "cop.yaml", selected?: string) {
    const folder = folders[opened++] ?? assert.fail();
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const address = pathToFileURL(folder).toString();
    if (".cap-operator.yaml" in files) {
      const changes = [{ uri: `${address}/.cap-operator.yaml`, type: 1 }];
      await client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
    }
    const { uri, status } = await asked(client, name, files[name] ?? "", address);
    const lines = (files[name] ?? "").split("\n");
    const line = lines.findLastIndex((candidate) =>
      selected
        ? candidate.includes(selected)
        : /^ +(?:values(?:From|Object|Content|Inline)?|valueFiles):/.test(candidate),
    );
    const cursor = { line, character: (lines[line] ?? "").search(/\w/) + 2 };
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: cursor, end: cursor },
      context: { diagnostics: [] },
    });
    const [action, ...others] = actions.filter(({ kind }) => kind?.startsWith("refactor."));
    assert.deepEqual(others, []);
    const [place] = status.embedded ?? [];
    const { title, kind, disabled, command } = action ?? {};
    const [shown, next] = command?.arguments ?? [];
    const result = {
      title,
      kind,
      why: disabled?.reason,
      shown,
      next,
      files: action && edited(files, address, action),
    };
    if (place === undefined) return { ...result, effective: undefined };
    const target = { uri: place.address };
    const { text } = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", {
      of: target,
      form: "changed-bare",
    });
    return { ...result, effective: load(text) };
  }

  for (const { case: title, crlf = false, none, ...testCase } of CASES) {
    test(title, async () => {
      const [before, expected, restored] = [testCase.before, testCase.after, testCase.back || {}].map(
        (files) => (crlf && files ? mapped(files, (text) => text.replaceAll("\n", "\r\n")) : files),
      );
      const name = Object.keys(testCase.before)[0] ?? "";
      if (testCase.inline !== undefined) {
        const inlined = await moved(testCase.before, name, testCase.inline);
        assert.equal(inlined.why, testCase.why);
        if (testCase.why !== undefined) return;
        assert.equal(inlined.kind, "refactor.inline.values");
        assert.deepEqual(inlined.files, testCase.after);
        const now = await moved(inlined.files ?? {}, name);
        return assert.deepEqual(now.effective, inlined.effective);
      }
      const out = await moved(before ?? {}, name);
      if (testCase.next !== undefined) {
        assert.equal(out.next, testCase.next);
        assert.match(out.shown, /\/cop-values\.yaml$/);
      }
      if (none) return assert.equal(out.title, undefined);
      assert.deepEqual([out.title, out.kind], [EXTRACT, "refactor.extract.values"]);
      if (expected) assert.deepEqual(out.files, { ...before, ...expected });
      const back = await moved(out.files ?? {}, name);
      assert.deepEqual(back.effective, out.effective);
      if (testCase.back === false) return assert.equal(back.title, undefined);
      assert.deepEqual([back.title, back.kind], [INLINE, "refactor.inline.values"]);
      assert.deepEqual(back.files, { ...before, ...restored });
    });
  }

  for (const row of ROWS) {
    test(`${row.row}: what takes effect stays`, async () => {
      const name = path.basename(row.path ?? "cop.yaml");
      const before = { [name]: valuesIn(row, RIGHT) };
      const out = await moved(before, name);
      if (!MOVING.includes(row.row)) return assert.equal(out.title, undefined);
      assert.ok(out.files);
      const back = await moved(out.files, name);
      assert.deepEqual(back.effective, out.effective);
      assert.deepEqual(
        load(back.files?.[name]?.split("---\n")[0] ?? ""),
        load(before[name]?.split("---\n")[0] ?? ""),
      );
    });
  }
});

const EXTRACT = "Extract to a Values File: cop-values.yaml";
const INLINE = "Inline from a Values File: cop-values.yaml";
const MOVING: readonly string[] = [
  "Flux HelmRelease, the chart in the document",
  "Flux HelmRelease, the chart in an OCIRepository of the same file",
  "Flux HelmRelease, the chart in a HelmChart of the same file",
  "Argo CD, one of several sources",
];

function mapped(files: Files, change: (text: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]));
}

/** The files after an action, as an editor applies it. */
function edited(files: Files, folder: string, { edit }: CodeAction): Files {
  const now = new Map(Object.entries(files));
  const nameOf = (uri: string) => uri.slice(folder.length + 1);
  for (const change of edit?.documentChanges ?? []) {
    if (!("kind" in change)) {
      const name = nameOf(change.textDocument.uri);
      const document = TextDocument.create(name, "yaml", 0, now.get(name) ?? assert.fail(name));
      now.set(name, TextDocument.applyEdits(document, change.edits as never));
    } else if (change.kind === "create") {
      assert.ok(!now.has(nameOf(change.uri)));
      now.set(nameOf(change.uri), "");
    } else if (change.kind === "delete") now.delete(nameOf(change.uri));
  }
  return Object.fromEntries(now);
}
