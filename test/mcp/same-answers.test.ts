import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { CodeAction, Diagnostic } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { runCheck } from "../../server/cli/checking/check-run.ts";
import type { FileReport } from "../../server/cli/output/report.ts";
import { FIX_ALL_KIND } from "../../server/core/language-service.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { visibleIn } from "../../server/mcp/tool-error.ts";
import { addressOf } from "../../server/workspace/open/disk-workspace.ts";
import { folderWith } from "../cli/run.ts";
import { GOOD_FILES, MISTAKES } from "../core/support/corpus.ts";
import { damagedFiles } from "../core/support/damaged-files.ts";
import { inPublishedWords } from "../core/support/published-words.ts";
import { connect, type TestClient } from "../lsp/client.ts";
import { effort } from "../support/effort.ts";
import { repository } from "../support/repository.ts";
import { Agent, placed } from "./agent.ts";

/** Files in both vocabularies: good ones, mistakes, and damaged ones. */
function files(): string[] {
  const { numRuns, seed = 0 } = effort(30);
  const texts = [
    ...GOOD_FILES.map(({ text }) => text),
    ...GOOD_FILES.map(({ text }) => text.replace(/(replicas|port): (\d+)/g, '$1: "$2"')),
    MISTAKES,
    ...fc.sample(damagedFiles, { numRuns, seed }).map(({ text }) => text),
  ];
  return texts.flatMap((text) => [text, inPublishedWords(text)]);
}

test("an agent, the command line and the editor get the same findings and fixes", async () => {
  const texts = files();
  const names = texts.map((_, index) => `${index}/values.yaml`);
  const folder = folderWith(Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])));
  const paths = names.map((name) => path.join(folder, name));
  const reports: FileReport[] = [];
  const plan = {
    packageFolder: repository,
    cwd: folder,
    folders: [folder],
    settings: DEFAULT_SETTINGS,
    files: paths,
    named: new Set<string>(),
    meant: new Set<string>(),
    releases: [],
    mayLookAt: () => true,
    showsReleases: false,
  };
  const events = { report: (report: FileReport) => void reports.push(report), warn: () => undefined };
  await runCheck(plan, events, { withFixes: true });
  const agent = await Agent.start({ roots: [folder] });
  const editor = await connect({
    initialize: { workspaceFolders: [{ uri: addressOf(folder), name: "files" }] },
    capabilities: {
      workspace: { workspaceFolders: true },
      textDocument: {
        diagnostic: { relatedDocumentSupport: false },
        publishDiagnostics: { relatedInformation: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  });
  let findings = 0;
  let mended = 0;
  try {
    for (const [index, file] of paths.entries()) {
      const told = await agent.ask("check_values", { path: file, fixes: true });
      const report = reports[index];
      assert.ok(report);
      assert.equal(told.state, report.state, texts[index]);
      if (report.state !== "checked") continue;
      findings += report.findings.length;
      assert.equal(
        JSON.stringify(told.findings.map(placed).map(inOrder)),
        JSON.stringify(report.findings.map(inOrder), visibleIn),
        texts[index],
      );
      const shown = await inEditor(editor, addressOf(file), (texts[index] ?? "").replace(/^\uFEFF/, ""));
      assert.deepEqual(
        told.findings.map(placed).map(asDiagnostic),
        shown.diagnostics.map(asShown),
        texts[index],
      );
      const fixed = await agent.ask("suggest_fixes", { path: file });
      assert.equal(fixed.text, shown.fixed, texts[index]);
      assert.equal(told.repaired?.text ?? fixed.text, shown.fixed, texts[index]);
      if (fixed.edits.length > 0) mended += 1;
    }
  } finally {
    await agent.end();
    await editor.close();
  }
  assert.ok(findings > 100, `only ${findings} findings were compared`);
  assert.ok(mended > 10, `only ${mended} files were mended`);
});

// biome-ignore lint/suspicious/noExplicitAny: both hosts' findings are put into one form.
type Told = any;

/** A finding with all that both hosts report, in one order. */
function inOrder({ severity, code, message, range, isUnnecessary, related, fixes }: Told): object {
  return {
    severity,
    code,
    message,
    range: { start: range.start, end: range.end },
    isUnnecessary,
    related: related.map(({ file, range: place, message: why }: Told) => ({
      file,
      range: { start: place.start, end: place.end },
      message: why,
    })),
    fixes: fixes.map(({ title, isSafe, isPreferred, edits }: Told) => ({
      title,
      isSafe,
      isPreferred,
      edits: edits.map((edit: Told) => ({
        range: { start: edit.range.start, end: edit.range.end },
        newText: edit.newText,
      })),
    })),
  };
}

const SEVERITIES = ["error", "warning", "information", "hint"];

function asDiagnostic({ severity, code, message, range }: Told): object {
  return { severity, code, message, range };
}

function asShown({ severity, code, message, range }: Diagnostic): object {
  return { severity: SEVERITIES[(severity ?? 1) - 1], code, message, range };
}

/** The diagnostics of an editor in a file, and the text after all safe fixes. */
async function inEditor(editor: TestClient, uri: string, text: string) {
  editor.open(uri, text);
  const textDocument = { uri };
  const { items } = await editor.request<{ items: Diagnostic[] }>("textDocument/diagnostic", {
    textDocument,
  });
  const range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };
  const actions = await editor.request<CodeAction[] | null>("textDocument/codeAction", {
    textDocument,
    range,
    context: { diagnostics: [], only: [FIX_ALL_KIND] },
  });
  const edits = Object.values(actions?.[0]?.edit?.changes ?? {}).flat();
  return {
    diagnostics: items,
    fixed: TextDocument.applyEdits(TextDocument.create(uri, "yaml", 0, text), edits),
  };
}
