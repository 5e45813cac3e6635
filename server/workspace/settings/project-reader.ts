import * as l10n from "@vscode/l10n";
import { faultText } from "../../core/fault-text.ts";
import { KINDS } from "../../core/kinds.ts";
import type { HelmNode, Origin } from "../../core/values/helm-tree.ts";
import { readValues } from "../../core/values/helm-value.ts";
import type { Fault } from "../../core/yaml/fault.ts";
import { FixedText } from "../../core/yaml/fixed-text.ts";
import { isMergeKey, nodeAt, pathOf, resolveAlias, walk } from "../../core/yaml/lookup.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { Path, ValueNode } from "../../core/yaml/tree.ts";

/** The file with the settings of a project, at its root. */
export const PROJECT_FILE = KINDS.project.file;

/** A text that cannot be read as settings. */
export class UnreadableProject extends Error {
  /** The line with the reason, counted from zero. */
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}

/** The length of the longest text that is read. */
export const MOST_CHARACTERS = 1024 * 1024;
/** Aliases let a short text stand for more than any machine can hold. */
const MOST_VALUES = 200_000;

/** The content of a file with settings. */
export interface ProjectText {
  readonly values: Readonly<Record<string, unknown>>;
  /** The paths of keys that are written more than once in a mapping, each once. */
  readonly repeated: readonly Path[];
}

/** Reads a text as Helm reads values. Throws `UnreadableProject` with a sentence and a line. */
export function readProjectText(text: string): ProjectText {
  if (text.length > MOST_CHARACTERS) throw tooLarge();
  const file = parseYaml(text);
  const lineOf = (offset: number) => new FixedText("", 0, text).positionAt(offset).line;
  const [first, second] = file.documents;
  const [problem] = file.problems;
  if (problem) throw unreadable(problem.fault, lineOf(problem.offset));
  if (second) {
    const said = l10n.t("{0} has more than one document. Write all settings in one.", PROJECT_FILE);
    throw new UnreadableProject(said, lineOf(second.start));
  }
  const { root } = first ?? {};
  if (root !== undefined && root.type !== "object" && root.type !== "null")
    throw new UnreadableProject(l10n.t("{0} must be a mapping of setting names to values.", PROJECT_FILE));
  const { values, refusal } = readValues(file, 3, (value) => ({ kind: "file", file: 0, name: "", value }));
  if (!values) {
    if (refusal.fault.code === "too-many-aliases") throw tooLarge();
    throw unreadable(refusal.fault, lineOf(refusal.offset));
  }
  const settings = new SettingsReader(text, root).read(values);
  return { values: settings as ProjectText["values"], repeated: repeatedKeys(root) };
}

function tooLarge(): UnreadableProject {
  return new UnreadableProject(l10n.t("{0} is too large for settings.", PROJECT_FILE));
}

/** The sentences about some faults name Helm, because most files are read by it. */
function unreadable(fault: Fault, line: number): UnreadableProject {
  const reason = faultText(fault);
  const said = reason.includes("Helm")
    ? l10n.t("{0} is read as Helm reads values files: {1}", PROJECT_FILE, reason)
    : l10n.t("{0} is not valid YAML: {1}", PROJECT_FILE, reason);
  return new UnreadableProject(boundedSentence(said), line);
}

/** Turns values into settings. A word such as `off` is a text, as most editors read it, although Helm reads a boolean. */
class SettingsReader {
  readonly #text: string;
  readonly #root: ValueNode | undefined;
  #count = 0;

  constructor(text: string, root: ValueNode | undefined) {
    this.#text = text;
    this.#root = root;
  }

  read(node: HelmNode): unknown {
    this.#count += 1;
    if (this.#count > MOST_VALUES) throw tooLarge();
    switch (node.type) {
      case "map":
        return Object.fromEntries([...node.entries].map(([key, child]) => [key, this.read(child)]));
      case "list":
        return node.items.map((item) => this.read(item));
      default:
        if (typeof node.value === "bigint") return Number(node.value);
        return typeof node.value === "boolean" ? this.#wordOf(node.origin) : node.value;
    }
  }

  #wordOf(origin: Origin): unknown {
    const written = origin.kind === "file" && origin.value && nodeAt(this.#root, origin.value.offset);
    if (!written || written.type === "property") return undefined;
    const { offset, length } = resolveAlias(written);
    const word = this.#text.slice(offset, offset + length).replace(/^(?:[&!]\S*\s+)+/, "");
    return /^true$/i.test(word) || (/^false$/i.test(word) ? false : word);
  }
}

function repeatedKeys(root: ValueNode | undefined): Path[] {
  const repeated = new Map<string, Path>();
  walk(root, (node) => {
    if (node.type !== "object") return;
    const seen = new Set<string>();
    for (const property of node.properties) {
      if (isMergeKey(property)) continue;
      if (seen.has(property.key)) {
        const path = pathOf(property);
        repeated.set(JSON.stringify(path), path);
      }
      seen.add(property.key);
    }
  });
  return [...repeated.values()];
}
