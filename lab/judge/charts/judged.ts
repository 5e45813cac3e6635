// Makes files of all kinds, and compares what is reported about them with what Helm, a container runtime and the API server do with them.
import { dump, load, loadAll } from "js-yaml";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { StackChart } from "../../../server/core/values/release-stack.ts";
import { Dice } from "../../../test/helm/dice.ts";
import { type Rendering, renderAll } from "../../../test/helm/render.ts";
import { askLibrary } from "../../compare-helm/library.ts";
import type { ObjectJudge } from "../cluster-judge.ts";
import { saidOf } from "../editor.ts";
import type { GivenChart } from "./given-charts.ts";
import { FILE_KINDS, type FileKind, type Mutant } from "./kinds.ts";

/** Helm's reaction to a file: it refuses it, renders as if the key were not there, otherwise than meant, or as meant. */
export type Outcome = "refused" | "ignored" | "changed" | "same";

/** One file with its texts, the right one's as well. */
export interface MadeFile {
  readonly kind: FileKind;
  readonly chart: GivenChart;
  readonly mutant: Mutant;
  readonly text: string;
  /** The chart as the engine gets it, apart from the file. */
  readonly named: StackChart;
}

/** A file that was judged. */
export interface JudgedFile extends MadeFile {
  readonly outcome: Outcome;
  /** The reason for which the file does not work, in the words of Helm, the runtime or the API server. */
  readonly refusal: string | undefined;
  /** The key has an effect where it is right. */
  readonly isNeeded: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly hints: readonly string[];
}

/** The programs and the API server that judge. */
export interface ChartJudges {
  readonly render: string;
  readonly library: string;
  /** Asked about all objects that Helm renders, if there is a cluster. */
  readonly objects?: ObjectJudge;
}

/** The number of attempts before a kind counts as one that cannot be made of a chart. */
const TRIES = 60;

/** Files of all kinds, as many of each, for every chart in turn: one half names the published chart, for the other it is available. */
export function filesOf(charts: readonly GivenChart[], count: number, seed: number): MadeFile[] {
  return FILE_KINDS.flatMap((kind, place) => {
    const dice = new Dice(seed * 100 + place);
    const made: MadeFile[] = [];
    for (let index = 0; made.length < count && index < count * TRIES; index++) {
      const chart = charts[index % charts.length];
      const mutant = chart && kind.make(chart, dice, charts);
      if (!chart || !mutant) continue;
      const isAtHand = dice.oneIn(2);
      const modeline = isAtHand ? "# cap-operator: values\n" : chart.modeline;
      const named = isAtHand ? { setting: { chart: "./chart", atHand: chart.atHand } } : {};
      made.push({ kind, chart, mutant, named, text: mutant.text(modeline) });
    }
    return made;
  });
}

/** Judges files. */
export async function judgeFiles(
  files: readonly MadeFile[],
  judges: ChartJudges,
): Promise<readonly JudgedFile[]> {
  const renderings = await renderTexts(
    files.flatMap(({ chart, text, mutant: { right, without } }) =>
      [text, JSON.stringify(right), JSON.stringify(without)].map((source) => ({ chart, text: source })),
    ),
    judges,
  );
  const judged: JudgedFile[] = [];
  for (const [index, file] of files.entries()) {
    const [text, right, without] = renderings.slice(3 * index) as [Rendering, Rendering, Rendering];
    judged.push(await judgedOf(file, { text, right, without }, judges.objects));
  }
  return judged;
}

/** Helm's renderings of texts: it reads and merges them, and renders the result. */
async function renderTexts(
  asked: readonly { readonly chart: GivenChart; readonly text: string }[],
  { library, render }: ChartJudges,
): Promise<readonly Rendering[]> {
  const read = await askLibrary(
    library,
    asked.map(({ chart, text }) => ({
      chart: { name: chart.name, values: chart.files["values.yaml"] ?? "", dependencies: [] },
      files: [text],
      sets: [],
    })),
  );
  const rendered = await renderAll(
    render,
    asked.map(({ chart }, index) => ({
      files: { ...chart.files, "values.yaml": "{}\n" },
      values: [JSON.parse(read[index]?.values ?? "{}")],
    })),
  );
  return read.map(({ error }, index) =>
    error === undefined ? (rendered[index]?.[0] ?? { text: "" }) : { text: "", error },
  );
}

async function judgedOf(
  file: MadeFile,
  rendered: { readonly text: Rendering; readonly right: Rendering; readonly without: Rendering },
  objects: ObjectJudge | undefined,
): Promise<JudgedFile> {
  const { text, right, without } = rendered;
  const error = text.error ?? (text.text === right.text ? undefined : unreadable(text.text));
  const outcome =
    error !== undefined
      ? "refused"
      : text.text === right.text
        ? "same"
        : text.text === without.text
          ? "ignored"
          : "changed";
  const isAsked = outcome === "changed" || file.kind.isRight;
  const refusal = error ?? (isAsked ? await refusalOf(text.text, objects) : undefined);
  const known = file.kind.isRight ? [] : await saidOf(rightText(file), 3, file.named);
  const said = (await saidOf(file.text, 3, file.named)).filter(
    (finding) => !known.some((before) => before.said.message === finding.said.message),
  );
  const withSeverity = (...wanted: readonly (DiagnosticSeverity | undefined)[]) =>
    said
      .filter(({ severity }) => wanted.includes(severity))
      .map((finding) => `${finding.said.code}: ${finding.said.message}`);
  return {
    ...file,
    outcome,
    refusal,
    isNeeded: right.text !== without.text,
    errors: withSeverity(DiagnosticSeverity.Error),
    warnings: withSeverity(DiagnosticSeverity.Warning),
    hints: withSeverity(DiagnosticSeverity.Information, DiagnosticSeverity.Hint),
  };
}

/** The error of Helm if it cannot read its own rendering, which shows when it sorts the objects. */
function unreadable(rendering: string): string | undefined {
  try {
    loadAll(rendering.replace(/^--- .*$/gm, "---"), { json: true });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** The text of the right file that a file was made of. */
export function rightText({ text, mutant: { right } }: MadeFile): string {
  return `${/^#.*\n/.exec(text)?.[0] ?? ""}${JSON.stringify(right)}\n`;
}

/** Kinds of objects that the cluster of the tests has. */
const KNOWN_OBJECTS =
  /^apiVersion: (?:v1|apps\/v1|(?:rbac\.authorization|admissionregistration)\.k8s\.io\/v1|cert-manager\.io\/v1|cert\.gardener\.cloud\/v1alpha1|networking\.istio\.io\/v1|monitoring\.coreos\.com\/v1) *$/m;

/**
 * The reason for which objects do not work: the container runtime cannot read an image, or the API server rejects an object, as
 * it tells Helm 4.
 */
async function refusalOf(rendering: string, objects: ObjectJudge | undefined): Promise<string | undefined> {
  for (const [, written = ""] of rendering.matchAll(/^ *(?:- )?image: (.*)$/gm)) {
    const image = String(load(written));
    if (!IMAGE.test(image)) return `InvalidImageName: ${image}`;
  }
  const known = rendering
    .split(/^---.*\n/m)
    .filter((object) => KNOWN_OBJECTS.test(object))
    .map(withoutTwins)
    .join("---\n");
  return objects?.refusal(known, 4);
}

/** An object with each key once, as Helm sends it. */
function withoutTwins(object: string): string {
  try {
    load(object);
    return object;
  } catch {
    return dump(load(object, { json: true }), { forceQuotes: true });
  }
}

/** A reference of an image, by the grammar of github.com/distribution/reference, which container runtimes use. */
const IMAGE =
  /^(?:(?:[\da-zA-Z]|[\da-zA-Z][\da-zA-Z-]*[\da-zA-Z])(?:\.(?:[\da-zA-Z]|[\da-zA-Z][\da-zA-Z-]*[\da-zA-Z]))*(?::\d+)?\/)?[\da-z]+(?:(?:\.|_|__|-+)[\da-z]+)*(?:\/[\da-z]+(?:(?:\.|_|__|-+)[\da-z]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][\dA-Za-z]*:[\da-fA-F]{32,})?$/;
