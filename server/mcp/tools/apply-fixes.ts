import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextEdit } from "vscode-languageserver-types";
import { isReported } from "../../core/ownership/claims.ts";
import type { Looked, TextSource } from "../engine.ts";
import { digestOf, replaceFiles } from "../files.ts";
import { LIMITS } from "../limits.ts";
import { quoted, Refused } from "../refused.ts";
import { SHA256, TEXT_ARGUMENTS, type ToolContext, tool } from "../tool.ts";
import { countsOf, fixesOf } from "./check-values.ts";

interface ApplyFixes extends TextSource {
  readonly fixes?: "safe" | "likely" | readonly string[];
  readonly sha256?: string;
  readonly write?: boolean;
}

export const applyFixes = tool<ApplyFixes>({
  name: "apply_fixes",
  title: "Apply fixes",
  description:
    "Applies fixes that check_values has named, or all that are safe, and returns the text with them and what is still wrong with it. Comments, quotes, line breaks and " +
    "everything that is not the point of a fix stay as they are. Writes the file only with write: true and the SHA-256 of what it replaces.",
  arguments: {
    ...TEXT_ARGUMENTS,
    fixes: {
      description:
        'The ids of fixes from check_values of the same text; "safe" for all that only make Helm read a value as it was meant, the default; "likely" for all ' +
        "that are most likely right as well.",
      anyOf: [
        { type: "string", enum: ["safe", "likely"] },
        { type: "array", items: { type: "string", maxLength: 20 }, minItems: 1, maxItems: LIMITS.fixes },
      ],
    },
    sha256: SHA256,
    write: { type: "boolean", description: "Whether to write the file; false by default." },
  },
  writes: true,
  run: async (args, context) => {
    const looked = await context.engine.look(args, context.folders);
    const { ownership } = looked.file;
    if (!isReported(ownership)) throw new Refused(`This text is not changed. ${ownership.explanation}`);
    if (args.sha256 !== undefined && args.text === undefined && args.sha256.toLowerCase() !== looked.sha256) {
      throw new Refused(`The file has been changed: its SHA-256 is ${looked.sha256}. Check it again first.`);
    }
    const { edits, titles } = await editsOf(looked, args);
    const document = TextDocument.create("text:", "yaml", 0, looked.text);
    const text = TextDocument.applyEdits(document, [...edits]);
    const written = args.write === true ? write(looked, args, text, context) : undefined;
    return {
      ...(looked.path !== undefined && { file: looked.path }),
      applied: titles,
      isChanged: text !== looked.text,
      isWritten: written !== undefined,
      sha256: written ?? digestOf(text),
      edits,
      text,
      remaining: await remainingIn(text, looked, args, context),
    };
  },
});

async function editsOf(
  looked: Looked,
  { fixes = "safe" }: ApplyFixes,
): Promise<{ readonly edits: readonly TextEdit[]; readonly titles: readonly string[] }> {
  const { workspace, file } = looked;
  if (typeof fixes === "string") {
    const action = await workspace.service.fixAll(file.analysis, fixes);
    const edits = Object.values(action?.edit?.changes ?? {}).flat();
    return { edits, titles: action ? [action.title] : [] };
  }
  const known = await fixesOf(looked, await workspace.problems.of(file));
  const chosen = [...new Set(fixes)].map((id) => {
    const fix = known.find((one) => one.id === id);
    if (!fix)
      throw new Refused(
        `No fix found with id ${quoted(id)} for this text. Check it again for those that there are.`,
      );
    return fix;
  });
  const edits = chosen.flatMap((fix) => fix.edits).toSorted((a, b) => compare(a.range.start, b.range.start));
  const clash = edits.some((edit, index) => {
    const next = edits[index + 1];
    return next !== undefined && compare(next.range.start, edit.range.end) < 0;
  });
  if (clash)
    throw new Refused("Two of these fixes change the same place. Apply one of them, and check again.");
  return { edits, titles: chosen.map(({ title }) => title) };
}

function write(looked: Looked, args: ApplyFixes, text: string, { folders }: ToolContext): string | undefined {
  if (looked.path === undefined || args.text !== undefined) {
    throw new Refused(
      "Only a file is written, and only its own text with fixes: name its path, and no text.",
    );
  }
  if (args.sha256 === undefined) {
    throw new Refused(
      "Writing a file requires the SHA-256 of its current content, which check_values returns.",
    );
  }
  if (text === looked.text) return undefined;
  return replaceFiles([{ file: looked.path, text, sha256: args.sha256 }], folders)[0];
}

async function remainingIn(
  text: string,
  { path }: Looked,
  args: ApplyFixes,
  { engine, folders }: ToolContext,
) {
  const source = { ...(path !== undefined && { path }), ...chartOf(args), text };
  const { workspace, file } = await engine.look(source, folders);
  return countsOf(await workspace.problems.of(file));
}

function chartOf({ chart_version }: ApplyFixes): Pick<TextSource, "chart_version"> {
  return chart_version === undefined ? {} : { chart_version };
}

function compare(a: TextEdit["range"]["start"], b: TextEdit["range"]["start"]): number {
  return a.line - b.line || a.character - b.character;
}
