import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "js-yaml";
import type { EffectiveValuesDocument } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { asked, embeddedClient } from "./client.ts";

/** A document with what it takes from elsewhere, as `sources.yaml` has them. */
export interface SourcesCase {
  readonly case: string;
  readonly path?: string;
  readonly text: string;
  /** Files of the workspace, on the disk. */
  readonly files?: Readonly<Record<string, string>>;
  readonly places?: readonly string[];
  /** All problems, as `line code`; none if it is left out. */
  readonly finds?: readonly string[];
  /** The text after the safe fixes. */
  readonly fixed?: string;
  /** The effective values that differ from the defaults, with origins, for the last place. */
  readonly effective?: string;
  /** Sentences above it. */
  readonly says?: readonly string[];
  /** The values or arguments that the product gives to Helm, one after the other. */
  readonly helm?: readonly (string | readonly string[])[];
}

export const CASES = load(
  readFileSync(new URL("sources.yaml", import.meta.url), "utf8"),
) as readonly SourcesCase[];

/** Opens documents in workspaces of their own on the disk. */
export function sourcesClient() {
  const folder = mkdtempSync(path.join(tmpdir(), "sources-"));
  after(() => rmSync(folder, { recursive: true }));
  let opened = 0;
  return {
    /** Opens a document, and gives its findings and its effective values. */
    async open({ path: name = "cop.yaml", text, files = {} }: SourcesCase) {
      const top = path.join(folder, String(++opened));
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
        writeFileSync(path.join(top, file), content);
      }
      mkdirSync(top, { recursive: true });
      const root = pathToFileURL(top).toString();
      const client = await embeddedClient(
        { workspaceFolders: [{ uri: root, name: "git" }] },
        { charts: new DiskChartFiles(wholeMachine) },
      );
      const answer = await asked(client, name, text, root);
      const places = answer.status.embedded?.map(({ place }) => place) ?? [];
      const target = { uri: `${answer.uri}#${encodeURIComponent(places.at(-1) ?? "")}` };
      const effective = async (form: string) =>
        (await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", { of: target, form }))
          .text;
      return { ...answer, client, places, effective, folder: top };
    },
  };
}
