// Statements about small changed charts (test/lsp/changed-charts.test.ts), held against Helm's renderings of them.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { CHART, REQUIRED, SHAPES, type Shape } from "../lsp/changed-charts/shape.ts";
import { type Rendering, renderAll, renderProgram } from "./render.ts";

type Path = readonly (string | number)[];

/** Findings that say that a key has no effect, and those that say that Helm rejects. */
const IGNORED = /^(?:unknown-key|misplaced-key|unread-key) (.+)$/;
const REFUSED = /^(?:chart-schema|broken-chart|unusable-chart|helm-template) /;
/** Findings that may be about something that Helm rejects. */
const MAY_REFUSE = /^(?:wrong-type|out-of-range|not-allowed) /;

/** The files of a shape; what is packed there is a folder here, which is the same to Helm. */
function filesOf({ files = {} }: Shape): Record<string, string> {
  const written = Object.entries({ ...CHART, ...files }).flatMap(([name, content]): [string, string][] =>
    typeof content === "string"
      ? [[name, content]]
      : Object.entries(content).map(([inside, text]) => [`charts/${inside}`, text]),
  );
  return Object.fromEntries(written);
}

/** The paths of all scalars below a value. */
function pathsIn(value: unknown, above: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [above];
  return Object.entries(value).flatMap(([name, below]) =>
    pathsIn(below, [...above, Array.isArray(value) ? Number(name) : name]),
  );
}

function without(values: object, path: Path): object {
  const copy = structuredClone(values);
  let target = copy as Record<string | number, never>;
  for (const segment of path.slice(0, -1)) target = target[segment] as never;
  delete target[path.at(-1) as string];
  return copy;
}

const isInside = (path: Path, keys: readonly string[]) =>
  path.some((segment) => keys.includes(String(segment)));

/** Statements about a shape that are not true, and true ones that are missing. */
function differences(
  { said = [], idle = [], refusal }: Shape,
  paths: readonly Path[],
  rendered: readonly Rendering[],
) {
  const [whole = { text: "" }, ...others] = rendered;
  const mustRefuse = said.some((sentence) => REFUSED.test(sentence));
  if (whole.error !== undefined) {
    if (refusal !== undefined && !whole.error.includes(refusal)) return [`Helm says: ${whole.error}`];
    return mustRefuse || said.some((sentence) => MAY_REFUSE.test(sentence))
      ? []
      : [`Helm rejects: ${whole.error}`];
  }
  if (mustRefuse) return ["Helm does not refuse"];
  const ignored = said.flatMap((sentence) => IGNORED.exec(sentence)?.[1] ?? []);
  return paths.flatMap((path, index) => {
    const hasNoEffect = others[index]?.text === whole.text;
    const isSaid = isInside(path, ignored);
    if (hasNoEffect === isSaid || (hasNoEffect && isInside(path, idle))) return [];
    return [`${path.join(".")} ${hasNoEffect ? "has no effect, and nothing is said" : "has an effect"}`];
  });
}

/** Helm's libraries are given the files, and leave out none. */
const asked = SHAPES.filter(({ files = {} }) => !(".helmignore" in files)).map((shape) => {
  const given = load(shape.values) as object;
  const values = { ...given, ...(load(REQUIRED) as object) };
  const paths = pathsIn(given);
  const all = [values, ...paths.map((path) => without(values, path))];
  return { shape, paths, question: { files: filesOf(shape), values: all } };
});

for (const helm of [3, 4] as const) {
  const program = await renderProgram(helm);
  suite(`changed charts, with Helm ${helm}`, { skip: program === undefined && "Go is missing" }, () => {
    test(`what is said of ${asked.length} charts is true`, async () => {
      const rendered = await renderAll(
        program ?? "",
        asked.map(({ question }) => question),
      );
      const different = asked.flatMap(({ shape, paths }, index) =>
        differences(shape, paths, rendered[index] ?? []).map((difference) => `${shape.case}: ${difference}`),
      );
      assert.deepEqual(different, []);
    });
  });
}
