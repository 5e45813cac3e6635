import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { CHARTS, type HelmCase } from "./helm-case.ts";

/** An answer of Helm: the values as `toJson` prints them, or `null` if it refused. */
export type Answer = string | null;

const TEMPLATE = 'values: "{{ toJson .Values | b64enc }}"\n';
const MARK = /^values: "([^"]*)"$/m;

/** A folder with the charts of the cases; `close` removes it. */
export interface HelmFolder {
  readonly folder: string;
  ask(helm: string, asked: HelmCase): Promise<Answer>;
  /** Tells if Helm takes values under the schema and the defaults that the folder was opened with. */
  accepts(helm: string, values: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A chart of its own that Helm checks values against. */
export interface SchemaChart {
  readonly schema: string;
  readonly defaults: string;
}

/** Writes the charts into a new folder. */
export async function openHelmFolder(withSchema?: SchemaChart): Promise<HelmFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), "ask-helm-"));
  for (const [name, { values, dependencies }] of Object.entries(CHARTS)) {
    await writeChart(path.join(folder, name), {
      name: "asked",
      values,
      dependencies: Object.keys(dependencies),
    });
    for (const [dependency, text] of Object.entries(dependencies)) {
      const place = path.join(folder, name, "charts", dependency);
      await writeChart(place, { name: dependency, values: text, dependencies: [], silent: true });
    }
  }
  if (withSchema) {
    const chart = path.join(folder, "with-schema");
    await writeChart(chart, { name: "asked", values: withSchema.defaults, dependencies: [] });
    await writeFile(path.join(chart, "values.schema.json"), withSchema.schema);
  }
  let count = 0;
  const writeValues = async (text: string): Promise<string> => {
    const file = path.join(folder, `given-${count++}.yaml`);
    await writeFile(file, text);
    return file;
  };
  return {
    folder,
    close: () => rm(folder, { recursive: true }),
    async ask(helm, asked) {
      const args = ["template", "release", path.join(folder, asked.chart)];
      for (const text of asked.files) args.push("-f", await writeValues(text));
      for (const { flag, text } of asked.sets) args.push(`--${flag}`, text);
      const { status, stdout } = await run(helm, args);
      const encoded = MARK.exec(stdout)?.[1];
      return status === 0 && encoded !== undefined ? Buffer.from(encoded, "base64").toString("utf8") : null;
    },
    async accepts(helm, values) {
      const chart = path.join(folder, "with-schema");
      return (await run(helm, ["template", "release", chart, "-f", await writeValues(values)])).status === 0;
    },
  };
}

interface ChartFiles {
  readonly name: string;
  readonly values: string;
  readonly dependencies: readonly string[];
  readonly silent?: boolean;
}

async function writeChart(folder: string, { name, values, dependencies, silent }: ChartFiles): Promise<void> {
  await mkdir(path.join(folder, "templates"), { recursive: true });
  const listed = dependencies.map((dependency) => `  - name: ${dependency}\n    version: 1.0.0\n`).join("");
  const heading = listed === "" ? "" : `dependencies:\n${listed}`;
  await writeFile(
    path.join(folder, "Chart.yaml"),
    `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${heading}`,
  );
  await writeFile(path.join(folder, "values.yaml"), values);
  if (!silent) await writeFile(path.join(folder, "templates", "values.yaml"), TEMPLATE);
}

/** Runs a program and returns its exit code and output. */
export function run(
  program: string,
  args: readonly string[],
): Promise<{ status: number | null; stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
    let stdout = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (part: string) => {
      stdout += part;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout }));
  });
}

/** Asks about all items, a few at a time, and keeps their order. */
export async function askAll<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await ask(item);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
