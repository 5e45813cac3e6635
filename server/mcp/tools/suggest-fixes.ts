import type { Position, TextEdit } from "vscode-languageserver-types";
import { isReported } from "../../core/ownership/claims.ts";
import { isText } from "../../workspace/files/yaml-text.ts";
import type { AnalyzedFile, TextSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { editsOf as placed } from "../places.ts";
import { TEXT_ARGUMENTS, tool } from "../tool.ts";
import { quotedWord, ToolError } from "../tool-error.ts";
import { countsOf, fixesOf } from "./check-values.ts";
import { afterEdits, type Choice, repairOf } from "./repair.ts";

interface SuggestFixes extends TextSource {
  readonly fixes?: Choice | readonly string[];
}

export const suggestFixes = tool<SuggestFixes>({
  name: "suggest_fixes",
  title: "Suggest fixes",
  description: "Returns the edits of fixes, the whole text after them, and what is still wrong with it.",
  arguments: {
    ...TEXT_ARGUMENTS,
    fixes: {
      description: "safe (default), likely, or ids of check_values with `fixes`.",
      type: ["string", "array"],
      items: { type: "string", maxLength: 20 },
      minItems: 1,
      maxItems: LIMITS.fixes,
    },
  },
  answer: { edits: "array", text: "string", remaining: "object" },
  always: ["edits", "text", "remaining"],
  run: async ({ fixes = "safe", ...source }, { engine, folders }) => {
    const analyzed = await engine.analyze(source, folders);
    const { ownership } = analyzed.file;
    if (!isReported(ownership)) throw new ToolError(`No fixes for this text. ${ownership.explanation}`);
    if (!isText(analyzed.text)) throw new ToolError("This text is not valid UTF-8, so it has no fixes.");
    const { edits, titles } = await editsOf(analyzed, fixes);
    const text = afterEdits(analyzed.text, edits);
    const after = await engine.analyze({ ...source, text }, folders);
    return {
      file: analyzed.path,
      fixes: titles,
      edits: placed(edits),
      text,
      remaining: countsOf(await after.workspace.problems.of(after.file)),
    };
  },
});

interface Edits {
  readonly edits: readonly TextEdit[];
  readonly titles: readonly string[];
}

async function editsOf(analyzed: AnalyzedFile, fixes: Choice | readonly string[]): Promise<Edits> {
  const { workspace, file } = analyzed;
  if (typeof fixes === "string") {
    if (fixes !== "safe" && fixes !== "likely")
      throw new ToolError('"fixes" must be safe, likely, or a list of ids such as fix-1.');
    return (await repairOf(analyzed, fixes)) ?? { edits: [], titles: [] };
  }
  const { fixes: known } = await fixesOf(analyzed, await workspace.problems.of(file));
  const chosen = [...new Set(fixes)].map((id) => {
    const fix = known.find((candidate) => candidate.id === id);
    if (fix) return fix;
    throw new ToolError(
      `No fix found with id ${quotedWord(id)} for this text. Check it again for those that there are.`,
    );
  });
  const edits = chosen.flatMap((fix) => fix.edits).toSorted((a, b) => compare(a.range.start, b.range.start));
  const clash = edits.some((edit, index) => {
    const next = edits[index + 1];
    return next !== undefined && compare(next.range.start, edit.range.end) < 0;
  });
  if (clash) throw new ToolError("Two of these fixes change the same place. Choose one of them.");
  return { edits, titles: chosen.map(({ title }) => title) };
}

function compare(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
