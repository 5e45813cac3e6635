// Judges fixes of right files and of typing errors, and tests that the schema for other tools accepts right files.
import { isDeepStrictEqual } from "node:util";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import { aloneStack } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { engine } from "../../../test/core/support/engine.ts";
import type { Json } from "../../../test/schemas/facts.ts";
import { analysisOf } from "../editor.ts";
import { type MadeFile, rightText } from "./judged.ts";
import { leavesOf, type Values, valueAt } from "./paths.ts";

/** The results of fixes and of the schema; each list has a line for a file. */
export interface FixCount {
  /** The number of right files. */
  readonly right: number;
  /** Those that the safe fixes change, that lose something by the likely ones, and that the schema refuses. */
  readonly touched: readonly string[];
  readonly lost: readonly string[];
  readonly refused: readonly string[];
  /** The number of typing errors. */
  readonly typos: number;
  /** Those that are left, and those of which something else is made. */
  readonly left: readonly string[];
  readonly worse: readonly string[];
}

/** Fixes all right files and all typing errors. */
export async function judgeFixes(files: readonly MadeFile[]): Promise<FixCount> {
  const right = files.filter(({ kind }) => kind.isRight);
  const typos = files.filter(({ kind: { name } }) => /^typo in a (?:key|section)$/.test(name));
  const [touched, lost, refused, left, worse]: string[][] = [[], [], [], [], []];
  for (const file of right) {
    if ((await fixed(file, "safe")) !== file.text) touched?.push(file.text);
    const likely = await fixed(file, "likely");
    if (loses(file.text, likely)) lost?.push(`${file.text}\n=>\n${likely}`);
    const why = schemaRefusal(file);
    if (why !== undefined) refused?.push(`${why}\n${file.text}`);
  }
  for (const file of typos) {
    const after = await fixed(file, "likely");
    // A fix of something else in the right file also applies to its misspelt copy.
    const wanted = [rightText(file), await fixed({ ...file, text: rightText(file) }, "likely")];
    if (wanted.some((text) => isDeepStrictEqual(load(after), load(text)))) continue;
    (after === file.text ? left : worse)?.push(`${file.mutant.about}\n${file.text}\n=>\n${after}`);
  }
  return {
    right: right.length,
    touched: touched ?? [],
    lost: lost ?? [],
    refused: refused ?? [],
    typos: typos.length,
    left: left ?? [],
    worse: worse ?? [],
  };
}

async function fixed({ text, named }: MadeFile, choice: "safe" | "likely"): Promise<string> {
  const action = await engine.fixAll(analysisOf(text, 3, named), choice);
  const document = TextDocument.create("file:///values.yaml", "yaml", 1, text);
  return TextDocument.applyEdits(document, action?.edit?.changes?.[document.uri] ?? []);
}

/** True if a setting or a comment of one text is missing in another. */
function loses(before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => load(text.replace(/^\uFEFF/, "")) as Values) as [
    Values,
    Values,
  ];
  const comments = (text: string) => text.match(/# own|# cap-operator/g)?.length ?? 0;
  return (
    comments(after) < comments(before) ||
    leavesOf(old).some((key) => !isDeepStrictEqual(valueAt(now, key), valueAt(old, key)))
  );
}

const validators = new Map<string, ReturnType<Ajv["compile"]>>();

function schemaRefusal({ chart, named, text, mutant: { right } }: MadeFile): string | undefined {
  const which = `${chart.name} ${chart.version} ${named.setting !== undefined}`;
  const validate =
    validators.get(which) ?? new Ajv({ strict: false, validateFormats: false }).compile(schema());
  validators.set(which, validate);
  return validate(right as Json) ? undefined : JSON.stringify(validate.errors?.slice(0, 2));

  function schema() {
    return engine.jsonSchemaForOthers("values", aloneStack("file:///values.yaml", parseYaml(text), 3, named));
  }
}
