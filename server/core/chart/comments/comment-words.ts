import type { PropertyNode } from "../../yaml/tree.ts";
import type { KeyComment } from "../chart.ts";
import type { KeyPaths } from "./key-paths.ts";

/** What a comment says in words. */
export type CommentWords = Omit<KeyComment, "schema">;

/** Words about a key that they name by its path. */
export interface NamedWords {
  readonly property: PropertyNode;
  readonly words: CommentWords;
}

/*
 * The annotations of helm-docs: https://github.com/norwoodj/helm-docs/blob/v1.14.2/pkg/helm/chart_info.go#L18-L24. It looks for the signs
 * in a line as a whole; here `#` and the blank after it are gone. Unlike there, an option of a program (`--verbose`) is none of them.
 */
const DESCRIPTION = /^[ \t]*--(?=[ \t(]|$)[ \t]*/;
const TYPE = /^\(([^()]*)\)[ \t]*/;
const ANNOTATION = /^[ \t]*@(default|section|notationType)[ \t]+--[ \t]+(.*)$/;
const IGNORED = /^[ \t]*@ignored?\b/;
const RAW = /^[ \t]*@raw\b/;

/*
 * The tags of Bitnami's README generator, which begin with `##` there:
 * https://github.com/bitnami/readme-generator-for-helm/blob/main/lib/parser.js
 */
const PARAMETER = /^[ \t]*@(param|extra|skip)[ \t]+(\S+)[ \t]*(.*)$/;
const HEADING = /^[ \t]*@section(?![ \t]+--)[ \t]+(.*)$/;
const PROSE_OF_SECTION = /^[ \t]*@description(?:Start|End)\b/;

/** What is written for other programs than those that make documentation. */
const FOR_TOOLS = /^(?:yaml-language-server:|vim?:|yamllint |prettier-ignore|renovate:)/;
/** A line that only separates. */
const RULE = /^[-=*~_+#][-=*~_+# \t]{2,}$/;

/**
 * Takes the lines that name keys of the file by their paths out of a comment: `path -- text` with what follows it, as helm-docs once
 * wanted it, and `@param path [type] text`. `section` is the heading that counts before and, in the result, after it.
 */
export function detachedWords(
  lines: readonly string[],
  paths: KeyPaths,
  section: string | undefined,
): {
  readonly named: readonly NamedWords[];
  readonly rest: readonly string[];
  readonly section: string | undefined;
} {
  const named: NamedWords[] = [];
  const rest: string[] = [];
  let heading = section;
  /** The key that the lines are about at the moment, and its lines. */
  let about: { readonly property: PropertyNode; readonly lines: string[] } | undefined;
  let isProse = false;
  const finish = (): void => {
    if (about) named.push({ property: about.property, words: readWords(about.lines) });
    about = undefined;
  };
  for (const line of lines) {
    const [, tag, path = "", words = ""] = PARAMETER.exec(line) ?? [];
    if (tag !== undefined) {
      finish();
      const property = paths.find(path);
      if (property) named.push({ property, words: parameter(tag, words, heading) });
      continue;
    }
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined || PROSE_OF_SECTION.test(line)) {
      finish();
      heading = title ?? heading;
      isProse = /@descriptionStart\b/.test(line);
      continue;
    }
    if (isProse) continue;
    const other = oldStyle(line, paths);
    if (other) {
      finish();
      about = { property: other.property, lines: [`-- ${other.words}`] };
    } else if (DESCRIPTION.test(line)) {
      finish();
      rest.push(line);
    } else (about?.lines ?? rest).push(line);
  }
  finish();
  return { named, rest, section: heading };
}

/** `path -- text`, if the file has that key. */
function oldStyle(line: string, paths: KeyPaths): { property: PropertyNode; words: string } | undefined {
  if (line.startsWith("@")) return undefined;
  const at = line.indexOf(" --");
  if (at < 0 || !DESCRIPTION.test(line.slice(at, at + 4))) return undefined;
  const property = paths.find(line.slice(0, at).trim());
  return property && { property, words: line.slice(at + 3).trim() };
}

function parameter(tag: string, words: string, section: string | undefined): CommentWords {
  if (tag === "skip") return { text: words, ignored: true };
  const modifiers = /^\[([^\]]*)\][ \t]*/.exec(words);
  const said = modifiers?.[1]?.split(",").map((one) => one.trim()) ?? [];
  const standard = said.find((one) => one.startsWith("default:"));
  const types = said.filter((one) => one !== "" && one !== standard);
  return {
    text: words.slice(modifiers?.[0].length ?? 0),
    ...(types.length > 0 && { type: types.join(", ") }),
    ...(standard !== undefined && { default: standard.slice("default:".length).trim() }),
    ...(section !== undefined && section !== "" && { section }),
  };
}

/**
 * Reads the lines of a comment, without their signs. If some of them begin with `--`, the description is what follows the last of these,
 * as in helm-docs: https://github.com/norwoodj/helm-docs/issues/96.
 */
export function readWords(lines: readonly string[]): CommentWords {
  const begin = lines.findLastIndex((line) => DESCRIPTION.test(line));
  const said: { type?: string; default?: string; section?: string; notationType?: string; ignored?: true } =
    {};
  const text: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, annotation, words = ""] = ANNOTATION.exec(line) ?? [];
    if (annotation === "default" || annotation === "section" || annotation === "notationType")
      said[annotation] = words;
    else if (IGNORED.test(line)) said.ignored = true;
    else if (index === begin) {
      const described = line.replace(DESCRIPTION, "");
      const type = TYPE.exec(described);
      if (type?.[1]) said.type = type[1];
      text.push(described.slice(type?.[1] ? type[0].length : 0));
    } else if (index > begin && !RAW.test(line) && !FOR_TOOLS.test(line)) {
      text.push(RULE.test(line) ? "" : line);
    }
  }
  const { notationType, ...rest } = said;
  // Where nothing else names a type, it is that of the notation: https://github.com/norwoodj/helm-docs/blob/v1.14.2/pkg/document/values.go
  const type = said.type ?? notationType;
  return { text: paragraphs(text), ...rest, ...(type !== undefined && { type }) };
}

/** Lines with one blank line where there were several and none at the ends, and without the indentation that all of them have. */
function paragraphs(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    const text = line.trimEnd();
    if (text !== "" || (kept.length > 0 && kept.at(-1) !== "")) kept.push(text);
  }
  if (kept.at(-1) === "") kept.pop();
  let indentation = Number.POSITIVE_INFINITY;
  for (const line of kept) if (line !== "") indentation = Math.min(indentation, line.search(/[^ \t]/));
  return kept.map((line) => line.slice(indentation)).join("\n");
}
