import * as l10n from "@vscode/l10n";
import type { Diagnostic } from "vscode-languageserver";
import { KINDS, rootsOf } from "../../core/kinds.ts";
import type { Ownership } from "../../core/ownership/claims.ts";
import { isProven } from "../../core/rules/proven.ts";
import { Analysis } from "../../core/semantics/analysis.ts";
import { entryText, type StackProblem } from "../../core/semantics/release-values.ts";
import { isRead } from "../../core/values/helm-documents.ts";
import { aloneStack, type ReleaseStack } from "../../core/values/release-stack.ts";
import type { OwnershipReason } from "../../core/wire/documents.ts";
import { regionOf } from "../../core/yaml/region.ts";
import type { OpenText } from "../../workspace/files/open-texts.ts";
import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { messageOf, severityOf } from "../../workspace/open/findings.ts";
import type { Workspace } from "../../workspace/open/workspace.ts";
import type { ValuesOf, ValuesProblem } from "../protocol.ts";
import { type ResolvedStack, resolveStack } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";

/** A values file as it is in one stack, with what was found in it. */
interface Examined {
  readonly analysis: Analysis;
  readonly problems: readonly ValuesProblem[];
}

/** The reasons that mean the user does not want a file to be checked. */
const SWITCHED_OFF: readonly OwnershipReason[] = ["modeline-off", "setting-excluded"];

/** The reasons that mean that nothing in a file could be read. */
const NOT_READ: readonly OwnershipReason[] = ["too-large", "unreadable"];

/**
 * The problems of a release and of all its files, or of a single file, which holds values or an operator resource. Those of the
 * release itself come first.
 */
export async function valuesProblems(state: ServerState, of: ValuesOf): Promise<ValuesProblem[]> {
  const { workspace } = state;
  const { service } = workspace;
  const asked = await workspace.settled(() => stackOf(state, of));
  if ("problem" in asked) {
    return [{ ...("uri" in of ? { uri: of.uri } : {}), severity: "error", message: asked.problem }];
  }
  const { stack } = asked;
  const resource = "uri" in of ? await operatorResource(workspace, stack) : undefined;
  if (resource !== undefined) return resource;
  const examined = await Promise.all(
    stack.files.map(({ name, uri, file }) =>
      uri === undefined || file === undefined ? undefined : examine(workspace, name, { uri, file }, stack),
    ),
  );
  const ofRelease = service
    .stackProblems(stack)
    // The problems of the files name the chart that they cannot be checked against.
    .filter(({ chart }) => chart === undefined || !examined.some((one) => one !== undefined))
    .flatMap((problem) => releaseProblem(problem, examined));
  const ofEntries = (await service.entryProblems(stack)).map(
    ({ set, severity, code, message }): ValuesProblem => ({
      severity,
      code,
      ...unproven(severity, code),
      message: `${entryText(stack, set)}: ${message}`,
    }),
  );
  return [...ofRelease, ...ofEntries, ...examined.flatMap((one) => one?.problems ?? [])];
}

async function stackOf(state: ServerState, of: ValuesOf): Promise<ResolvedStack> {
  const { ready, workspace } = state;
  await ready();
  const open = "uri" in of ? workspace.texts.get(sameSpelling(of.uri)) : undefined;
  return open ? { stack: await alone(workspace, open) } : resolveStack(state, of);
}

/** A file over nothing but the defaults; that of a chart around the operator's, over the values of that chart. */
async function alone({ files, helm }: Workspace, open: OpenText): Promise<ReleaseStack> {
  const stack = await files.alone(open);
  const { chart } = stack;
  return chart?.umbrella ? stack : aloneStack(open.uri, open.file, helm(open.uri), chart);
}

/** The problems of an operator resource, which is not merged with anything; `undefined` if the file is not one. */
async function operatorResource(
  { files, service }: Workspace,
  { files: [own] }: ReleaseStack,
): Promise<ValuesProblem[] | undefined> {
  const { uri, file } = own ?? {};
  if (uri === undefined || file === undefined || !regionOf(file).isWhole) return undefined;
  const { kind, roots } = await files.judge({ uri, file });
  if (kind === null || kind.isMerged) return undefined;
  const found = await service.diagnostics(new Analysis(uri, 0, file, roots, []));
  return found.map((diagnostic) => problemOf(uri, diagnostic));
}

/** Judges whether a file has values. Of values for a chart around the operator's, the stack has only the part for the operator's chart, and that is values. */
async function judgedIn({ files }: Workspace, own: OpenText, { chart }: ReleaseStack): Promise<Ownership> {
  const { uri, file } = own;
  const { isWhole, isEmbedded, around, top } = regionOf(file);
  const judged = await files.judge({ uri, file: around ?? top });
  const isUnread = NOT_READ.includes(judged.reason) || SWITCHED_OFF.includes(judged.reason);
  if (!(chart?.umbrella || isEmbedded) || isWhole || isUnread) return judged;
  return { ...judged, kind: KINDS.values, roots: rootsOf(file, KINDS.values) };
}

/** Checks a file as part of this one stack. Other releases do not matter here, nor do documents that Helm does not read. */
async function examine(
  workspace: Workspace,
  name: string,
  own: OpenText,
  stack: ReleaseStack,
): Promise<Examined> {
  const { service } = workspace;
  const { uri, file } = own;
  const { kind, roots, reason, explanation } = await judgedIn(workspace, own, stack);
  const read = roots.filter((root) => root.kind.isMerged && isRead(file, root.document, stack.helm));
  const analysis = new Analysis(uri, 0, file, read, [stack], stack.helm);
  // The reason why it cannot be read is reported with the release.
  if (NOT_READ.includes(reason)) return { analysis, problems: [] };
  if (!kind?.isMerged) {
    const severity = SWITCHED_OFF.includes(reason) ? "information" : "warning";
    return {
      analysis,
      problems: [{ uri, severity, message: l10n.t("{0} was not checked. {1}", name, explanation) }],
    };
  }
  const found = await service.diagnostics(analysis);
  const problems = found.map((diagnostic) => problemOf(uri, diagnostic));
  const { onlyPlace } = analysis.region;
  if (onlyPlace === undefined) return { analysis, problems };
  const { offset, length } = onlyPlace;
  const range = new Analysis(uri, 0, onlyPlace.file, []).range(offset, offset + length);
  return { analysis, problems: problems.map((one) => ({ ...one, range })) };
}

function unproven(
  severity: ValuesProblem["severity"],
  code: string | number | undefined,
): Pick<ValuesProblem, "isUnproven"> {
  return severity === "error" && !isProven(code) ? { isUnproven: true } : {};
}

function problemOf(uri: string, diagnostic: Diagnostic): ValuesProblem {
  const { range, code } = diagnostic;
  return {
    uri,
    range,
    severity: severityOf(diagnostic),
    ...(code === undefined ? {} : { code: String(code) }),
    ...unproven(severityOf(diagnostic), code),
    message: messageOf(diagnostic),
  };
}

/** A problem with the release itself; nothing if a file already has an error on the same line. */
function releaseProblem(
  { message, severity, file, offset, code }: StackProblem,
  examined: readonly (Examined | undefined)[],
): ValuesProblem[] {
  const at = file === undefined ? undefined : examined[file];
  // Helm rejects it, so it is certain, whatever else its rule finds.
  const said = { severity, code, message };
  if (!at || offset === undefined) return [said];
  const { analysis, problems } = at;
  const { start, end } = analysis.range(offset, offset);
  const isSaid = problems.some((one) => one.severity === "error" && one.range?.start.line === start.line);
  return isSaid ? [] : [{ uri: analysis.text.uri, range: { start, end }, ...said }];
}
