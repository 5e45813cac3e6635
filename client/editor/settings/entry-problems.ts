import {
  Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  languages,
  Range,
  type TextDocument,
  Uri,
  workspace,
} from "vscode";
import type { EntryProblemsParams, ReportedChart, ReportedEntry } from "../../../server/lsp/protocol.ts";
import { chartInSettings, entryInSettings } from "./settings-entries.ts";

/** Shows the problems of releases' entries and of charts at their places in the settings. */
interface EntryProblems extends Disposable {
  /** Replaces the problems with the current ones. */
  show(params: EntryProblemsParams): Promise<void>;
}

const SEVERITIES: Record<ReportedEntry["severity"], DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Shows problems at their entries. If an entry cannot be found, its problem is shown at the top of the release's files. */
export function createEntryProblems(): EntryProblems {
  const collection = languages.createDiagnosticCollection("cap-operator-entries");
  let last: EntryProblemsParams = { problems: [], settings: [] };
  const isAny = ({ problems, settings }: EntryProblemsParams) => problems.length + settings.length > 0;

  async function show(params: EntryProblemsParams): Promise<void> {
    last = params;
    const settings = isAny(params) ? await settingsDocument() : undefined;
    // A later call has newer problems.
    if (last !== params) return;
    const byFile = new Map<string, Diagnostic[]>();
    const found = [
      ...params.problems.flatMap((problem) => diagnosticsInFiles(problem, settings)),
      ...params.settings.flatMap((chart) => placedChart(chart, settings)),
    ];
    for (const { uri, diagnostic } of found) {
      byFile.set(uri, [...(byFile.get(uri) ?? []), diagnostic]);
    }
    collection.clear();
    for (const [uri, diagnostics] of byFile) collection.set(Uri.parse(uri), diagnostics);
  }

  // Lines added above an entry move it without changing what is wrong with it.
  const saved = workspace.onDidSaveTextDocument(({ uri }) => {
    if (isAny(last) && uri.toString() === settingsUri()?.toString()) show(last);
  });

  return {
    show,
    dispose() {
      saved.dispose();
      collection.dispose();
    },
  };
}

/** The settings that a problem may be about. */
const SETTINGS = ["releases", "chart", "chartVersion"];

/** The file with such settings of the workspace; extensions cannot access those of the user. */
function settingsUri(): Uri | undefined {
  const configured = workspace.getConfiguration("capOperator");
  if (SETTINGS.every((name) => configured.inspect(name)?.workspaceValue === undefined)) return undefined;
  const [folder] = workspace.workspaceFolders ?? [];
  return workspace.workspaceFile ?? (folder && Uri.joinPath(folder.uri, ".vscode/settings.json"));
}

async function settingsDocument(): Promise<TextDocument | undefined> {
  const uri = settingsUri();
  try {
    return uri && (await workspace.openTextDocument(uri));
  } catch {
    // For example, the file was removed a moment ago; its settings will go, too.
    return undefined;
  }
}

interface DiagnosticInFile {
  readonly uri: string;
  readonly diagnostic: Diagnostic;
}

function diagnosticsInFiles(problem: ReportedEntry, settings: TextDocument | undefined): DiagnosticInFile[] {
  const place = settings && entryInSettings(settings.getText(), problem);
  if (settings && place) return [inSettings(problem, settings, place)];
  const top = new Range(0, 0, 0, Number.MAX_SAFE_INTEGER);
  return problem.files.map((uri) => ({ uri, diagnostic: diagnosticOf(problem, problem.sentence, top) }));
}

/** A chart that the settings of the workspace do not name is reported in its values files alone. */
function placedChart(chart: ReportedChart, settings: TextDocument | undefined): DiagnosticInFile[] {
  const place = settings && chartInSettings(settings.getText(), chart);
  return settings && place ? [inSettings(chart, settings, place)] : [];
}

function inSettings(
  problem: ReportedChart | ReportedEntry,
  settings: TextDocument,
  { offset, length }: { readonly offset: number; readonly length: number },
): DiagnosticInFile {
  const range = new Range(settings.positionAt(offset), settings.positionAt(offset + length));
  return { uri: settings.uri.toString(), diagnostic: diagnosticOf(problem, problem.message, range) };
}

function diagnosticOf(
  { severity, code, href }: Pick<ReportedEntry, "severity" | "code" | "href">,
  message: string,
  range: Range,
): Diagnostic {
  const diagnostic = new Diagnostic(range, message, SEVERITIES[severity]);
  diagnostic.source = "cap-operator";
  if (code !== undefined && href !== undefined) diagnostic.code = { value: code, target: Uri.parse(href) };
  return diagnostic;
}
