// Texts have the room that VS Code gives them where they are shown: each call of `l10n.t` is placed by what it is an argument of.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { type AnyNode, parse } from "acorn";
import { readBundle, sentencesOf } from "../../build/l10n.ts";
import { languagesOf, readTexts } from "../../build/readable-manifest.ts";
import { repository } from "../support/repository.ts";

/** The characters that are shown before VS Code cuts a text off or it fills more than it should, in a window of usual size. */
const ROOM = {
  // A question is 600 pixels wide, in letters of 13 pixels.
  placeholder: 88,
  title: 80,
  rowDetail: 92,
  rowLabel: 60,
  // It is wrapped: three lines.
  prompt: 250,
  // A sentence of a message; a message of several is wrapped. In a modal question each is a line.
  notification: 250,
  button: 34,
  progress: 90,
  // A line of a view is as wide as the side bar.
  viewLine: 36,
  lens: 40,
  // The language status has one line with an action at its end.
  status: 44,
  // A step of the walkthrough is half of a page that has the picture beside it.
  step: 48,
} as const;
type Kind = keyof typeof ROOM;

/** A text of about the length of inserted values, such as the name of a release or of a file. */
const FILLED = "cap-operator";

/** The places in which arguments of calls are shown. */
const ARGUMENTS: readonly (readonly [call: RegExp, kinds: readonly (Kind | undefined)[]])[] = [
  [/\bprompts\.pick$/, [undefined, "title", "placeholder"]],
  [/\bprompts\.(info|warn|error)$/, ["notification", "button", "button", "button"]],
  [/\bdialogs\.(confirm|choose)$/, ["notification", "notification", "button", "button", "button"]],
  [/\bwindow\.show(Information|Warning|Error)Message$/, ["notification", "button", "button"]],
  [/(^|\.)refuse$/, ["notification", "notification"]],
  [/\.(read|change)$/, ["progress"]],
];

/** The places in which properties are shown, in any file or in those of a folder. */
const PROPERTIES: readonly (readonly [file: RegExp, names: RegExp, kind: Kind])[] = [
  [/^client\/views\//, /^(label|description)$/, "viewLine"],
  [/^client\/editor\/effective-values-reading/, /^title$/, "lens"],
  [/^server\/core\/features\/code-lens/, /^/, "lens"],
  [/^client\/editor\/file-status-view/, /^(text|action)$/, "status"],
  [/^client\//, /^(placeholder|placeHolder)$/, "placeholder"],
  [/^client\//, /^title$/, "title"],
  [/^client\//, /^prompt$/, "prompt"],
  [/^client\//, /^label$/, "rowLabel"],
  [/^client\//, /^(detail|description)$/, "rowDetail"],
  [/^client\//, /^(button|retryAs)$/, "button"],
  [/^client\//, /^(sentence|next|message|refusal|outcome)$/, "notification"],
];

/** Each kind in which a sentence of a file is shown, also by way of a variable or of a function of the file. */
function placesOf(file: string): readonly (readonly [key: string, kind: Kind])[] {
  const code = stripTypeScriptTypes(readFileSync(path.join(repository, file), "utf8"));
  const tree = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const textOf = ({ start, end }: AnyNode) => code.slice(start, end).replaceAll(/\s+/g, "");
  const named = new Map<string, Kind>();
  let found: (readonly [string, Kind])[] = [];

  const visit = (node: AnyNode, place: Kind | undefined): void => {
    if (node.type === "CallExpression" && textOf(node.callee) === "l10n.t") {
      const [[key] = []] = sentencesOf(code.slice(node.start, node.end));
      if (key !== undefined && place !== undefined) found.push([key, place]);
      return;
    }
    if (node.type === "Identifier" && place !== undefined) named.set(node.name, place);
    if (node.type === "CallExpression" && place !== undefined) named.set(textOf(node.callee), place);
    for (const [name, value] of Object.entries(node))
      for (const [index, child] of [value].flat().entries())
        if (typeof child?.type === "string") visit(child, placeIn(node, name, index, place));
  };

  const placeIn = (node: AnyNode, name: string, index: number, place: Kind | undefined): Kind | undefined => {
    switch (node.type) {
      case "CallExpression": {
        const [, kinds = []] = ARGUMENTS.find(([call]) => call.test(textOf(node.callee))) ?? [];
        return name === "arguments" ? kinds[index] : undefined;
      }
      case "Property": {
        if (name === "key") return undefined;
        const key = textOf(node.key);
        // The lines of a modal question.
        if (key === "detail" && node.value.type === "ArrayExpression") return "notification";
        return PROPERTIES.find(([files, names]) => files.test(file) && names.test(key))?.[2];
      }
      case "VariableDeclarator":
        return name === "init" ? named.get(textOf(node.id)) : undefined;
      case "FunctionDeclaration":
        return name === "body" ? named.get(node.id?.name ?? "") : undefined;
      case "ExpressionStatement":
      case "VariableDeclaration":
      case "MemberExpression":
        return undefined;
      default:
        return name === "test" || name === "params" ? undefined : place;
    }
  };

  // Names are used before and after what they name.
  for (let round = 0; round < 2; round++) {
    found = [];
    visit(tree, undefined);
  }
  return found;
}

/** The length of the longest part of a text that is shown in one piece. */
function lengthOf(text: string, kind: Kind): number {
  const filled = text.replaceAll(/\{\d+\}/g, FILLED);
  const parts = kind === "notification" ? filled.split(/(?<=[.!?]) |\n/) : [filled];
  return Math.max(...parts.map((part) => [...part].length));
}

function tooLong(
  texts: Readonly<Record<string, string>>,
  placed: Iterable<readonly [string, Kind]>,
): string[] {
  const lines = Array.from(placed, ([key, kind]) => {
    const text = texts[key] ?? "";
    const length = lengthOf(text, kind);
    return length > ROOM[kind] ? `${kind} of ${length} instead of ${ROOM[kind]}: ${text}` : "";
  });
  return [...new Set(lines)].filter((line) => line !== "").sort();
}

const PLACED = globSync("{client,server/core/features}/**/*.ts", { cwd: repository })
  .map((file) => file.split(path.sep).join("/"))
  .flatMap(placesOf);

const SNIPPETS = ["values", "operator"].flatMap((kind) => {
  const snippets = JSON.parse(readFileSync(path.join(repository, `snippets/${kind}.json`), "utf8"));
  return (Object.values(snippets) as { readonly description: string }[]).map(
    ({ description }) => [description, "rowDetail"] as const,
  );
});

test("most texts of each kind are found where they are shown", () => {
  const count = (kind: Kind) => PLACED.filter(([, placed]) => placed === kind).length;
  const least = {
    placeholder: 20,
    title: 15,
    prompt: 8,
    rowDetail: 20,
    notification: 150,
    button: 25,
    progress: 20,
  };
  for (const [kind, most] of Object.entries(least))
    assert.ok(count(kind as Kind) >= most, `${kind}: ${count(kind as Kind)}`);
  assert.ok(SNIPPETS.length > 8);
});

for (const language of [undefined, ...languagesOf(repository)]) {
  test(`texts in ${language ?? "en"} fit where they are shown`, () => {
    const manifest = readTexts(repository, language);
    const steps = Object.keys(manifest).filter(
      (key) => /^walkthrough\.\w+$/.test(key) && !/\.(title|description)$/.test(key),
    );
    const texts = { ...readBundle(repository, language), ...manifest };
    const placed = [...PLACED, ...SNIPPETS, ...steps.map((key) => [key, "step"] as const)];
    assert.deepEqual(tooLong(texts, placed), []);
  });
}

test("a text that is too long for its place is found", () => {
  const long = "a".repeat(ROOM.placeholder);
  assert.deepEqual(
    tooLong({ a: long, b: `${long}a` }, [
      ["a", "placeholder"],
      ["b", "placeholder"],
    ]).length,
    1,
  );
});
