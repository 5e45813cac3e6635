import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { loadAll } from "js-yaml";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { chart } from "../chart/chart.ts";
import type { Json } from "../schemas/facts.ts";
import { helmBinary } from "./build-helm.ts";

const helms: Readonly<Record<HelmMajor, string | undefined>> = {
  3: await helmBinary(3),
  4: await helmBinary(4),
};
const announced = new Set<HelmMajor>();

/** A test under each generation of Helm. If a generation is missing, a file's tests say so in one line. */
export function testWithHelm(title: string, body: (helm: Helm) => Promise<void>): void {
  for (const major of [3, 4] as const) {
    const program = helms[major];
    if (program !== undefined) {
      test(`Helm ${major}: ${title}`, () => body(helmOf(program)));
    } else if (!announced.has(major)) {
      announced.add(major);
      const skip = `Go is not installed, and CAP_OPERATOR_HELM${major} names no Helm.`;
      test(`the chart under Helm ${major}`, { skip });
    }
  }
}

/** A real Helm. */
export interface Helm {
  /** Runs it to a good end and gives what it printed. */
  run(...args: readonly string[]): Promise<string>;
  /** Renders the chart as release `cop` in the namespace `operators`. */
  render(...args: readonly string[]): Promise<Rendered>;
  /** The same with the chart of a folder. */
  renderOf(folder: string, ...args: readonly string[]): Promise<Rendered>;
}

function helmOf(program: string): Helm {
  const run = async (...args: readonly string[]) => (await promisify(execFile)(program, args)).stdout;
  const renderOf = async (folder: string, ...args: readonly string[]) =>
    new Rendered(await run("template", "cop", folder, "--namespace", "operators", ...args));
  return { run, renderOf, render: (...args) => renderOf(chart, ...args) };
}

/** The arguments that give a value to a key. */
export function setting(key: string, value: Json): readonly string[] {
  return ["--set-json", `${key}=${JSON.stringify(value)}`];
}

/** The place of a value: the kind of an object, its name without the release's, and the way down in it. */
export type Place = readonly [kind: string, name: string, ...path: readonly (string | number)[]];

/** An object as Helm would send it to the cluster. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** The output of Helm, by object. */
export class Rendered {
  readonly objects: readonly KubernetesObject[];

  constructor(text: string) {
    this.objects = loadAll(text).filter(isObject);
  }

  /** The names of the objects of a kind, in the order of Helm's output. */
  names(kind: string): string[] {
    return this.objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
  }

  /** The value at a place, `undefined` where there is none. In a list, a step is an index or the name of an entry. */
  at([kind, name, ...steps]: Place): unknown {
    const found = this.objects.filter(
      (object) => object.kind === kind && object.metadata.name === `cop-${name}`,
    );
    assert.ok(found.length <= 1, `${kind} cop-${name} is there ${found.length} times`);
    return steps.reduce<unknown>(below, found[0]);
  }
}

function isObject(document: unknown): document is KubernetesObject {
  return typeof document === "object" && document !== null;
}

function below(value: unknown, step: string | number): unknown {
  if (Array.isArray(value) && typeof step === "string") return value.find((entry) => entry?.name === step);
  return isRecord(value) ? value[step] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === "object" && value !== null;
}
