// The time that tests wait for states: each test reports it beside its duration, and the run reports its longest wait at the end.
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { repository } from "../repository.ts";

const FILE = path.join(repository, "artifacts/waits.jsonl");

/** The methods with which a person waits until something is as it has to be. */
const OF_LOCATORS = ["waitFor", "click", "dblclick", "hover"];
const OF_PAGES = ["waitForFunction", "goto"];

/** A wait for one state. */
export interface Wait {
  readonly what: string;
  readonly ms: number;
}

/** The waits of one test, or those before the first one. */
export interface TestWaits {
  readonly test: string;
  readonly ms: number;
  readonly longest: Wait | undefined;
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

const watched = new WeakSet<object>();
let waits: Wait[] = [];

/** Takes the time of every wait that a page makes from here on. */
export function watchWaits(page: Page): void {
  watch(Object.getPrototypeOf(page.locator("body")), OF_LOCATORS, true);
  watch(Object.getPrototypeOf(page), OF_PAGES, false);
}

/** All pages share the methods, so they are watched once. A locator says by itself what it looks for. */
function watch(prototype: object, names: readonly string[], isNamed: boolean): void {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  for (const name of names) {
    const method: Method = Reflect.get(prototype, name);
    const timed: Method = async function (...args) {
      const began = performance.now();
      try {
        return await method.apply(this, args);
      } finally {
        waits.push({ what: isNamed ? `${name} of ${this}` : name, ms: performance.now() - began });
      }
    };
    Reflect.set(prototype, name, timed);
  }
}

/**
 * Closes the account of a test that began at this moment of `performance.now()`: keeps it for the end of the run, and says it
 * in one line.
 */
export function accountFor(test: string, began: number): string {
  const [longest] = waits.toSorted((first, other) => other.ms - first.ms);
  const account: TestWaits = { test, ms: waits.reduce((sum, { ms }) => sum + ms, 0), longest };
  waits = [];
  mkdirSync(path.dirname(FILE), { recursive: true });
  appendFileSync(FILE, `${JSON.stringify(account)}\n`);
  const atOnce = longest === undefined ? "" : `, at most ${seconds(longest.ms)} at once`;
  return `${seconds(performance.now() - began)}, of which ${seconds(account.ms)} waited${atOnce}`;
}

/** The longest single wait of the run that has just ended, as a sentence. */
export function longestWait(): string {
  const [longest] = readAccounts()
    .flatMap(({ test, longest }) => (longest === undefined ? [] : [{ test, ...longest }]))
    .sort((first, other) => other.ms - first.ms);
  if (longest === undefined) return "Nothing was waited for.";
  return `The longest wait: ${seconds(longest.ms)} in "${longest.test}", ${longest.what}`;
}

function readAccounts(): readonly TestWaits[] {
  try {
    const lines = readFileSync(FILE, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
