import { type HelmCursor, HelmStops } from "./helm-cursor.ts";

/*
 * Directives, names of anchors and aliases, and tags, as Helm's reader reads them. Each function moves the cursor past the
 * mark, and throws `HelmStops` where Helm refuses it.
 */

const NAME = /[\w-]*/y;
/** Characters that newer YAML also allows in a name and in a tag. */
const REST = /[^\s,[\]{}]*/y;
const URI = /(?:[-\w;/?:@&=+$,.!~*'()[\]]|%[0-9a-fA-F]{2})*/y;
const DIRECTIVE =
  /%(?:(YAML)[ \t]+(\d{1,2}\.\d{1,2})|TAG[ \t]+(!(?:[\w-]*!)?)[ \t]+([^\s\u0085]+)(?=[ \t\r\n\u0085\u2028\u2029]|$))/y;

/**
 * Reads a directive up to the end of its line: the version of a `%YAML`, or the handle of a `%TAG`. `isFirst` means that there is nothing
 * but directives before it.
 */
export function readDirective(
  cursor: HelmCursor,
  isFirst: boolean,
): { kind: "version" | "tag-directive"; value: string } {
  const start = cursor.offset;
  DIRECTIVE.lastIndex = start;
  const [whole, version, number = "", handle = ""] = DIRECTIVE.exec(cursor.text) ?? [];
  const isOther = whole === undefined && !/^%(?:YAML|TAG)\s/.test(cursor.text.slice(start, start + 6));
  if (isOther && isFirst && cursor.tolerant) {
    while (!cursor.isBreakOrEnd()) cursor.skip();
    return { kind: "tag-directive", value: `%${start}` };
  }
  if (whole === undefined) throw new HelmStops("found unknown directive name", start);
  cursor.skip(whole.length);
  cursor.skipBlanks();
  cursor.skipComment();
  if (!cursor.isBreakOrEnd()) throw new HelmStops("did not find expected comment or line break", start);
  return version ? { kind: "version", value: number } : { kind: "tag-directive", value: handle };
}

/** The name of an anchor or an alias. */
export function readName(cursor: HelmCursor): string {
  const start = cursor.offset;
  const name = matchAt(NAME, cursor.text, start + 1);
  cursor.skip(1 + name.length);
  if (cursor.tolerant) cursor.skip(matchAt(REST, cursor.text, cursor.offset).length);
  if (
    cursor.offset === start + 1 ||
    !(cursor.isGap() || "?:,]}%@`".includes(cursor.text.charAt(cursor.offset)))
  ) {
    throw new HelmStops("did not find expected alphabetic or numeric character", start);
  }
  return name;
}

/** The handle of a tag; empty if it has none. */
export function readTag(cursor: HelmCursor): string {
  const start = cursor.offset;
  const handle = cursor.text.charAt(start + 1) === "<" ? verbatimTag(cursor) : shortTag(cursor);
  if (!cursor.isGap() && !(cursor.tolerant && ",]}".includes(cursor.text.charAt(cursor.offset))))
    throw new HelmStops("did not find expected whitespace or line break", start);
  return handle;
}

function verbatimTag(cursor: HelmCursor): string {
  const start = cursor.offset;
  const uri = matchAt(URI, cursor.text, start + 2);
  if (uri === "") throw new HelmStops("did not find expected tag URI", start);
  cursor.skip(2 + uri.length);
  if (cursor.text.charAt(cursor.offset) !== ">") throw new HelmStops("did not find the expected '>'", start);
  cursor.skip();
  return "";
}

/** A tag with a handle, which may be just `!`; the tag `!` on its own has none. */
function shortTag(cursor: HelmCursor): string {
  const start = cursor.offset;
  const name = matchAt(NAME, cursor.text, start + 1);
  const isNamed = cursor.text.charAt(start + 1 + name.length) === "!";
  const from = start + 1 + name.length + (isNamed ? 1 : 0);
  const uri = matchAt(cursor.tolerant ? REST : URI, cursor.text, from);
  cursor.skip(from + uri.length - start);
  if (isNamed && uri === "" && !cursor.tolerant) throw new HelmStops("did not find expected tag URI", start);
  if (isNamed) return `!${name}!`;
  return name === "" && uri === "" ? "" : "!";
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}
