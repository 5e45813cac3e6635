import type { Connection } from "vscode-languageserver";
import type { LanguageService } from "../core/language-service.ts";
import { entryText } from "../core/semantics/release-values.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { PROJECT_FILE } from "../workspace/project.ts";
import { sameSpelling } from "../workspace/release-paths.ts";
import type { Releases } from "../workspace/releases.ts";
import { isTable } from "../workspace/setting-types.ts";
import { pathOf } from "../workspace/umbrella-charts.ts";
import { type AskedValues, valuesOf } from "./asked-values.ts";
import {
  EFFECTIVE_ORIGIN_REQUEST,
  EFFECTIVE_VALUES_REQUEST,
  type EffectiveOriginParams,
  type EffectiveValuesDocument,
  type EffectiveValuesParams,
  RELEASES_REQUEST,
  type ReleaseSummary,
  type ReleasesParams,
} from "./protocol.ts";
import { invalid, type Requests } from "./requests.ts";

/** What is needed to answer. */
export interface EffectiveViewsPorts {
  readonly service: LanguageService;
  readonly releases: Releases;
  readonly values: AskedValues;
  /** What a setting of a project names, from its folder on. */
  readonly fromRoot: (root: string, named: string) => string;
  /** Settles when the settings are known. */
  readonly ready: () => Promise<void>;
}

/** Answers what the operator will run with, and remembers which files and releases it was asked about. */
export class EffectiveViews {
  readonly #service: LanguageService;
  readonly #releases: Releases;
  readonly #values: AskedValues;
  readonly #fromRoot: EffectiveViewsPorts["fromRoot"];
  readonly #ready: () => Promise<void>;
  readonly #askedReleases = new Set<string>();
  readonly #askedFiles = new Set<string>();
  #listsReleases = false;

  constructor({ service, releases, values, fromRoot, ready }: EffectiveViewsPorts) {
    this.#service = service;
    this.#releases = releases;
    this.#values = values;
    this.#fromRoot = fromRoot;
    this.#ready = ready;
  }

  /** Whether a client has asked which releases there are. */
  get listsReleases(): boolean {
    return this.#listsReleases;
  }

  /** Whether a client has asked for anything yet. */
  get any(): boolean {
    return this.#askedFiles.size + this.#askedReleases.size > 0;
  }

  /** Whether a change to a file may affect what a client has asked for. */
  concerns(uri: string): boolean {
    if (!this.any) return false;
    const spelled = sameSpelling(uri);
    const named = () => this.#releases.naming(uri).some(({ id }) => this.#askedReleases.has(id));
    return this.#askedFiles.has(spelled) || named();
  }

  /** Answers the requests. */
  serve(connection: Connection, requests: Requests): void {
    connection.onRequest(
      RELEASES_REQUEST,
      requests.any("Releases", (params: ReleasesParams) => this.#summaries(params)),
    );
    connection.onRequest(
      EFFECTIVE_VALUES_REQUEST,
      requests.any("Effective values", (params: EffectiveValuesParams) => this.#document(asked(params))),
    );
    connection.onRequest(
      EFFECTIVE_ORIGIN_REQUEST,
      requests.any("Origin of a value", (params: EffectiveOriginParams) =>
        this.#origin(asked(params), params.line),
      ),
    );
  }

  async #summaries(params: ReleasesParams): Promise<ReleaseSummary[]> {
    this.#listsReleases = true;
    await this.#ready();
    const uri = isTable(params) && typeof params.uri === "string" ? params.uri : undefined;
    const asked = uri === undefined ? this.#releases.all : this.#releases.naming(uri);
    const stacks = await Promise.all(asked.map((release) => this.#releases.stack(release)));
    const summaries = asked.map(({ id, name, namespace, chart, version, kubeContext, root }, index) => ({
      id,
      name,
      ...(namespace !== undefined && { namespace }),
      ...chartOf(
        chart === undefined || root === undefined ? chart : this.#fromRoot(root, chart),
        stacks[index],
      ),
      ...(root !== undefined && { from: `${root}/${PROJECT_FILE}` }),
      ...(version !== undefined && { version }),
      ...(kubeContext !== undefined && { kubeContext }),
      values: stacks[index]?.files.flatMap((file) => (file.isOfChart ? [] : (file.uri ?? []))) ?? [],
      sets: stacks[index]?.sets ?? [],
    }));
    if (uri === undefined) return summaries;
    const wanted = sameSpelling(uri);
    return summaries.filter(({ values }) => values.some((value) => sameSpelling(value) === wanted));
  }

  async #document({ of, form = "annotated" }: EffectiveValuesParams): Promise<EffectiveValuesDocument> {
    if (of && "release" in of) this.#askedReleases.add(of.release);
    else if (of) this.#askedFiles.add(sameSpelling(of.uri));
    const found = await this.#values.stack(of);
    if ("problem" in found) return explained(found.problem);
    if (form === "defaults") return this.#service.defaultsOf(found.stack);
    return this.#service.effectiveDocument(found.stack, form, await this.#remarks(found.stack));
  }

  async #origin({ of, form = "annotated" }: EffectiveValuesParams, line: number): Promise<string | null> {
    if (!Number.isInteger(line)) throw invalid("the number of a line");
    if (form === "defaults") return null;
    const found = await this.#values.stack(of);
    if ("problem" in found) return null;
    const remarks = await this.#remarks(found.stack);
    return this.#service.effectiveOrigin(found.stack, form, line, remarks) ?? null;
  }

  /** What is wrong with the entries of a stack. It is shown so that what they set is not taken for what the operator will run with. */
  async #remarks(stack: ReleaseStack): Promise<readonly string[]> {
    const problems = await this.#service.entryProblems(stack);
    const loud = problems.filter(({ severity }) => severity === "error" || severity === "warning");
    return loud.map(({ set, message }) => `${entryText(stack, set)}: ${message}`);
  }
}

/** A release without a chart is installed with the one that its values are for, if that brings the operator's along. */
function chartOf(chart: string | undefined, stack: ReleaseStack | undefined): { readonly chart?: string } {
  if (chart !== undefined) return { chart };
  const { release, umbrella } = stack?.chart ?? {};
  const { path } = umbrella && release?.umbrella === undefined ? pathOf(umbrella.uri) : {};
  return path === undefined ? {} : { chart: path };
}

type Form = NonNullable<EffectiveValuesParams["form"]>;
const FORMS: readonly unknown[] = ["annotated", "changed", "plain", "defaults"] satisfies readonly Form[];

/** What the parameters ask for. Throws if they are invalid. */
function asked(params: unknown): EffectiveValuesParams {
  if (!isTable(params)) throw invalid("what to show");
  const { of, form } = params;
  if (!isForm(form)) throw invalid('a form, "annotated", "changed", "plain" or "defaults"');
  return { ...(of !== undefined && { of: valuesOf(of) }), ...(form !== undefined && { form }) };
}

function isForm(form: unknown): form is Form | undefined {
  return form === undefined || FORMS.includes(form);
}

function explained(problem: string): EffectiveValuesDocument {
  return { text: `# ${problem.replace(/\s+/g, " ")}\n`, origins: [], problem };
}
