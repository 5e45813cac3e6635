import { parseYaml } from "../yaml/reader/parse.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { Source } from "./entries.ts";
import { piecesOf } from "./pieces.ts";
import { type Difference, differenceOf } from "./same-meaning.ts";
import { type Piece, type Restored, replaced, restored } from "./stand-ins.ts";

/** Lays a text out. `undefined` if it cannot read it. */
export type Formatter = (text: string) => Promise<string | undefined>;

/** The reason for leaving a text as it is: formatting would change its values or comments, or the formatter cannot read it. */
export type Obstacle = Difference | "unreadable";

/** A text laid out without a change of its meaning, and as it is read then; or the reason why it cannot be. */
export type LaidOut = (Restored & { readonly file: YamlFile }) | { readonly obstacle: Obstacle };

/** Lays out all of a text but the pieces that move as they are, of which `kept` are some. */
export async function layOut(
  source: Source,
  format: Formatter,
  kept: readonly Piece[] = [],
): Promise<LaidOut> {
  const pieces = replaced(source.file.text, [...kept, ...piecesOf(source)]);
  const formatted = await format(pieces.text);
  const result = formatted === undefined ? undefined : restored(formatted, pieces);
  if (!result) return { obstacle: "unreadable" };
  const file = result.text === source.file.text ? source.file : parseYaml(result.text);
  const obstacle = differenceOf(source.file, file);
  return obstacle ? { obstacle } : { ...result, file };
}
