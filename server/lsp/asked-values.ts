import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { filesIn, NO_SOURCES, type ReleaseStack, umbrellaIn } from "../core/values/release-stack.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { OpenText } from "../workspace/open-texts.ts";
import { findRelease } from "../workspace/release-identity.ts";
import type { Releases } from "../workspace/releases.ts";
import { isTable } from "../workspace/setting-types.ts";
import type { ValuesOf } from "./protocol.ts";
import { invalid } from "./requests.ts";

/** What is needed to find the values that a request is about. */
export interface AskedValuesPorts {
  readonly releases: Releases;
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
  /** The stack of a file that is not open. */
  readonly alone: (file: OpenText) => Promise<ReleaseStack>;
  /** Settles when the settings are known. */
  readonly ready: () => Promise<void>;
}

/** The stack that a request asks about, or a sentence that says why there is none. */
export type AskedStack = { readonly stack: ReleaseStack } | { readonly problem: string };

/** Which values the parameters of a request are about. Throws if they do not say. */
export function valuesOf(asked: unknown): ValuesOf {
  if (isTable(asked) && typeof asked.release === "string") return { release: asked.release };
  if (isTable(asked) && typeof asked.uri === "string") return { uri: asked.uri };
  throw invalid("the name of a release or the uri of a file");
}

/** The last part of an address, for sentences. */
export function nameOf(uri: string): string {
  return URI.parse(uri).path.split("/").at(-1) ?? uri;
}

/** Puts together what a request is about: a release, or one file alone over the chart's defaults. */
export class AskedValues {
  readonly #ports: AskedValuesPorts;

  constructor(ports: AskedValuesPorts) {
    this.#ports = ports;
  }

  /** The stack of a release of the settings, or of a file, whether it is open or not; else of the defaults of the settings' chart. */
  async stack(of: ValuesOf | undefined): Promise<AskedStack> {
    await this.#ports.ready();
    const { releases } = this.#ports;
    if (of === undefined) {
      const chart = await releases.chart();
      const umbrella = umbrellaIn(chart);
      const files = filesIn(umbrella, []);
      const named = { ...chart, ...(umbrella && { umbrella }) };
      return { stack: { ...NO_SOURCES, files, helm: releases.helm(), chart: named } };
    }
    return "release" in of ? this.#ofRelease(of.release) : this.#ofFile(of.uri);
  }

  async #ofRelease(id: string): Promise<AskedStack> {
    const { releases } = this.#ports;
    const found = findRelease(releases.all, id);
    return "problem" in found ? found : { stack: await releases.stack(found.release) };
  }

  async #ofFile(uri: string): Promise<AskedStack> {
    const { releases } = this.#ports;
    const open = await this.#ports.open(uri);
    if (open === undefined) {
      const read = await releases.read(uri);
      if ("problem" in read)
        return { problem: l10n.t("The values file {0} {1}.", nameOf(uri), read.problem) };
      return { stack: await this.#ports.alone({ uri, file: read.file }) };
    }
    const { roots } = open.analysis;
    const root = roots.find(({ kind }) => kind === "values");
    if (root === undefined) {
      return {
        problem: l10n.t(
          "{0} has no values of the operator's chart. {1}",
          nameOf(uri),
          open.ownership.explanation,
        ),
      };
    }
    return { stack: open.analysis.aloneStackOf(root) };
  }
}
