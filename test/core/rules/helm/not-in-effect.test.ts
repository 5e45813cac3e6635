import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkDiagnostics, checkNoDiagnostics } from "../../support/check-diagnostics.ts";
import { checkFix } from "../../support/check-fix.ts";
import { engine } from "../../support/engine.ts";
import { analyseIn } from "../../support/release.ts";

const PUBLISHED = { chart: "cap-operator", version: "0.34.0" };
const TEXT = `podLabels:
  team: top
  tier: low
controller:
  podLabels:
    team: own
    tier: low
    more: own
`;

describe("not-in-effect", () => {
  test("an entry of a component for which the top level has another one", () =>
    checkDiagnostics(
      TEXT.replace(
        "    tier",
        `    ^^^^ warning[not-in-effect] "team" is not in effect here: the top level's podLabels win in this chart.\n    tier`,
      ),
      "values",
      PUBLISHED,
    ));
  for (const version of ["0.10.1", "0.19.0", "0.34.0"])
    test(`in ${version}, annotations as well`, () =>
      checkDiagnostics(
        `podAnnotations: {note: top}
webhook:
  podAnnotations: {note: own}
                   ^^^^ warning[not-in-effect]
`,
        "values",
        { chart: "cap-operator", version },
      ));
  // Helm 3.22: Sprig's merge fills in what is empty.
  test("an empty entry of the top level does not win", () =>
    checkNoDiagnostics('podLabels: {team: ""}\ncontroller: {podLabels: {team: own}}\n', "values", PUBLISHED));
  test("in the chart of the specification, the component's entry wins", () =>
    checkNoDiagnostics(TEXT, "values", { chart: "cap-operator-chart" }));

  test("the winner may be in another file of the release, or only in one of two releases", async () => {
    const files = {
      "a.yaml": "# cap-operator: values version=0.34.0\ncontroller: {podLabels: {team: own}}\n",
      "b.yaml": "podLabels: {team: top}\n",
    };
    const found = async (...releases: (keyof typeof files)[][]) => {
      const [first = [], ...others] = releases.map((names) => ({
        chart: PUBLISHED,
        files: Object.fromEntries(names.map((name) => [name, files[name]])),
      }));
      const analysis = analyseIn("a.yaml", first as never, ...(others as never[]));
      return (await engine.diagnostics(analysis)).filter(({ code }) => code === "not-in-effect");
    };
    const [one] = await found(["a.yaml", "b.yaml"]);
    assert.equal(one?.relatedInformation?.[0]?.location.uri, "file:///b.yaml");
    assert.deepEqual(await found(["a.yaml", "b.yaml"], ["a.yaml"]), []);
  });

  const at = TEXT.replace("    team: own", "    te$0am: own");
  test("the value is written at the top level", () =>
    checkFix(
      at,
      "Change podLabels.team to own",
      TEXT.replace("team: top", "team: own"),
      "values",
      PUBLISHED,
    ));
  test("or removed", () =>
    checkFix(at, 'Remove "team"', TEXT.replace("    team: own\n", ""), "values", PUBLISHED));
});
