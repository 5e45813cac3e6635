import { type Connection, ErrorCodes, ResponseError } from "vscode-languageserver";
import { URI } from "vscode-uri";
import type { LanguageService } from "../core/language-service.ts";
import { aloneStack } from "../core/values/release-stack.ts";
import type { OpenFile } from "./open-files.ts";
import {
  EFFECTIVE_VALUES_REQUEST,
  type EffectiveValuesDocument,
  type EffectiveValuesParams,
  RELEASES_REQUEST,
  type ReleaseSummary,
  type ReleasesParams,
} from "./protocol.ts";
import { findRelease } from "./release-identity.ts";
import { sameSpelling } from "./release-paths.ts";
import type { Releases } from "./releases.ts";
import type { Requests } from "./requests.ts";
import { isTable } from "./setting-types.ts";

/** What is needed to answer. */
export interface EffectiveViewsPorts {
  readonly service: LanguageService;
  readonly releases: Releases;
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
  /** Settles when the settings are known. */
  readonly ready: () => Promise<void>;
}

/** Answers what the operator will run with, and remembers for which files it was asked. */
export class EffectiveViews {
  readonly #service: LanguageService;
  readonly #releases: Releases;
  readonly #open: (uri: string) => Promise<OpenFile | undefined>;
  readonly #ready: () => Promise<void>;
  readonly #askedReleases = new Set<string>();
  readonly #askedFiles = new Set<string>();

  constructor({ service, releases, open, ready }: EffectiveViewsPorts) {
    this.#service = service;
    this.#releases = releases;
    this.#open = open;
    this.#ready = ready;
  }

  /** Whether a client has asked for anything yet. */
  get any(): boolean {
    return this.#askedFiles.size + this.#askedReleases.size > 0;
  }

  /** Whether a change of a file may change what a client has asked for. */
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
      requests.any("Effective values", (params: EffectiveValuesParams): Promise<EffectiveValuesDocument> => {
        const asked: unknown = params;
        if (isTable(asked) && typeof asked.release === "string") return this.#ofRelease(asked.release);
        if (isTable(asked) && typeof asked.uri === "string") return this.#ofFile(asked.uri);
        throw new ResponseError(
          ErrorCodes.InvalidParams,
          "This request needs the name of a release or the uri of a file.",
        );
      }),
    );
  }

  async #summaries(params: ReleasesParams): Promise<ReleaseSummary[]> {
    await this.#ready();
    const uri = isTable(params) && typeof params.uri === "string" ? params.uri : undefined;
    const asked = uri === undefined ? this.#releases.all : this.#releases.naming(uri);
    const stacks = await Promise.all(asked.map((release) => this.#releases.stack(release)));
    const summaries = asked.map(({ id, name, namespace, chart, version, kubeContext }, index) => ({
      id,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(chart !== undefined && { chart }),
      ...(version !== undefined && { version }),
      ...(kubeContext !== undefined && { kubeContext }),
      values: stacks[index]?.files.flatMap((file) => file.uri ?? []) ?? [],
      sets: stacks[index]?.sets ?? [],
    }));
    if (uri === undefined) return summaries;
    const wanted = sameSpelling(uri);
    return summaries.filter(({ values }) => values.some((value) => sameSpelling(value) === wanted));
  }

  async #ofRelease(id: string): Promise<EffectiveValuesDocument> {
    this.#askedReleases.add(id);
    await this.#ready();
    const found = findRelease(this.#releases.all, id);
    if ("problem" in found) return explained(found.problem);
    return this.#service.effectiveDocument(await this.#releases.stack(found.release));
  }

  async #ofFile(uri: string): Promise<EffectiveValuesDocument> {
    this.#askedFiles.add(sameSpelling(uri));
    const name = URI.parse(uri).path.split("/").at(-1) ?? uri;
    const open = await this.#open(uri);
    if (open === undefined) {
      const read = await this.#releases.read(uri);
      if ("problem" in read) return explained(`The values file ${name} ${read.problem}.`);
      return this.#service.effectiveDocument(aloneStack(uri, read.file));
    }
    const { file, roots } = open.analysis;
    const root = roots.find(({ kind }) => kind === "values");
    if (root === undefined) {
      return explained(`${name} holds no values of the operator's chart. ${open.ownership.explanation}`);
    }
    const document = { ...root.document, root: root.node };
    return this.#service.effectiveDocument(aloneStack(uri, { ...file, documents: [document] }));
  }
}

function explained(problem: string): EffectiveValuesDocument {
  return { text: `# ${problem.replace(/\s+/g, " ")}\n`, plain: "", links: [], problem };
}
