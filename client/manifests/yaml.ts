import * as l10n from "@vscode/l10n";
import { DUMP_SCHEMA, defineScalarTag, dump, NOT_RESOLVED, parseEvents, YAMLException } from "js-yaml";
import { resolveScalar } from "../../server/core/yaml/reader/scalars.ts";
import { readEvents, YamlRefusal } from "./yaml-values.ts";

export type YamlMap = Readonly<Record<string, unknown>>;

/** True for a mapping, but not for a list. */
export function isMap(value: unknown): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as a mapping; an empty one if it is not a mapping. */
export function mapOf(value: unknown): YamlMap {
  return isMap(value) ? value : {};
}

/** One document of a YAML stream; without a value if it cannot be read. */
export interface YamlDocument {
  readonly value?: unknown;
}

interface YamlOptions {
  /**
   * Reads every plain scalar as the string that is written there, so that the version `1.10` does not become the number 1.1. Helm
   * reads a `Chart.yaml` like this, because its fields are strings.
   */
  readonly plainAsText?: boolean;
}

/** A text is not YAML that Helm and kubectl accept. The message quotes nothing that could be secret. */
export class YamlError extends Error {
  /** The first line is 1. */
  readonly line: number;

  constructor(reason: string, line: number) {
    super(l10n.t("Line {0}: {1}.", line, reason));
    this.line = line;
  }
}

/** Deeper than any Kubernetes object is nested; each level takes a piece of the stack. */
const MAX_DEPTH = 500;

/**
 * All documents of a stream, as Helm and kubectl read them (sigs.k8s.io/yaml): YAML 1.1, in which a timestamp stays a string, the
 * last of several equal keys wins, and a merge key also overrides keys before it. An empty document is null. Throws `YamlError`.
 */
export function readYaml(text: string, { plainAsText = false }: YamlOptions = {}): readonly unknown[] {
  try {
    return readEvents(text, parseEvents(text, { maxDepth: MAX_DEPTH }), plainAsText);
  } catch (error) {
    if (error instanceof YamlRefusal) throw new YamlError(error.message, lineAt(text, error.offset));
    if (!(error instanceof YAMLException)) throw error;
    throw new YamlError(withoutQuotes(error.reason), (error.mark?.line ?? 0) + 1);
  }
}

/** The documents of a stream that are not empty. Each is read separately, so that a broken one does not affect the others. */
export function readDocuments(text: string): readonly YamlDocument[] {
  return splitDocuments(text).flatMap((part) => {
    try {
      return readYaml(part)
        .filter((value) => value !== null)
        .map((value) => ({ value }));
    } catch (error) {
      if (error instanceof YamlError) return [{}];
      throw error;
    }
  });
}

/** The texts of the documents of a stream. A line that begins with `---` always separates them (YAML 9.1.2). */
export function splitDocuments(text: string): readonly string[] {
  return text.split(/^---(?=\s|$)/m);
}

interface WriteOptions {
  /** Compares two keys; without it, keys stay as they come. */
  readonly sortKeys?: (a: string, b: string) => number;
}

/**
 * Makes js-yaml quote strings that Helm and kubectl would read as something else; on its own, it leaves out some, such as `0X1F`. A
 * function, because js-yaml is loaded when it is first used.
 */
function writtenSchema() {
  return DUMP_SCHEMA.withTags(
    defineScalarTag("tag:helm.sh,2015:plain", {
      implicit: true,
      resolve: (source) => (resolveScalar(source, "plain").type === "string" ? NOT_RESOLVED : source),
      identify: () => false,
    }),
  );
}

/** A value as YAML that every reader reads back, with each scalar on one line if possible. */
export function writeYaml(value: unknown, options: WriteOptions = {}): string {
  return dump(value, { schema: writtenSchema(), noRefs: true, lineWidth: -1, ...options });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Without the names of tags and anchors. */
function withoutQuotes(reason: string): string {
  return reason.replace(/:.*$/s, "").replace(/\s?(?:"[^"]*"|!?<[^<>]*>)/g, "");
}
