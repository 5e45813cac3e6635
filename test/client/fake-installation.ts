import { createHash } from "node:crypto";
import { createMemory } from "../../client/editor/memory.ts";
import type {
  FetchedChart,
  InstallationPorts,
  InstallationSettings,
  NextStep,
  OwnCluster,
} from "../../client/ports/installation.ts";
import type { ObjectsOf } from "../../server/lsp/protocol.ts";
import { fakePrograms, type ProgramsWorld } from "./fake-programs.ts";

export type { Answer } from "./fake-programs.ts";

/** A machine, a cluster and a person as a test describes them; everything else is empty. */
export interface InstallationWorld extends ProgramsWorld {
  /** The texts of files by path. A path that ends in `/` is a folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly kubeconfigs?: readonly string[];
  /** The cluster that the machine runs in. */
  readonly inCluster?: OwnCluster;
  /** The workspace folders. */
  readonly folders?: readonly string[];
  readonly settings?: Partial<InstallationSettings>;
  readonly untrusted?: boolean;
  /** Answers to input questions, in order: what is typed over the proposal, or `true` to accept the proposal. */
  readonly input?: readonly (string | true)[];
  /** The charts of this machine that are selected, in order. */
  readonly browsed?: readonly string[];
  /** True if modal questions are confirmed. */
  readonly confirm?: boolean;
  /** The buttons that are pressed on modal questions with several, in order; after those, `confirm` decides. */
  readonly choose?: readonly string[];
  readonly downloads?: Readonly<Record<string, string>>;
  /** Addresses that answer, by the addresses that were asked for. */
  readonly redirects?: Readonly<Record<string, string>>;
  readonly remembered?: Readonly<Record<string, string>>;
  readonly unsaved?: readonly string[];
  /** The charts that were fetched before, the last one first. */
  readonly fetched?: readonly FetchedChart[];
  /** True if somebody changed the chart that was kept. */
  readonly tampered?: boolean;
  /** The reason for which the folder of the chart must not be packed. */
  readonly linkOut?: string;
  /** The address under which a new file is saved; absent if the question about it is dismissed. */
  readonly savedAs?: string;
}

/** True if a command line, or the note that it was run, reads these objects with kubectl: `pods`, or `namespaces cop`. */
export function reads(line: string, what: string): boolean {
  return /^(run: )?kubectl get /.test(line) && line.endsWith(` -- ${what}`);
}

export const SETTINGS: InstallationSettings = {
  chart: "",
  chartVersion: "",
  plainHttp: false,
  releaseName: "cap-operator",
  namespace: "cap-operator-system",
  kubeconfig: "",
  wait: true,
  rollbackOnFailure: true,
  timeout: "5m0s",
  protectedContexts: ["*prod*"],
  managerReleaseUrl: "",
  managerManifestDigest: "",
};

/** The path of the fetched chart in the fake. */
export const STORED = "/store/chart.tgz";

/**
 * Ports for a world; runs, questions and messages are noted in `seen`, line by line, the next steps of previews in `nextSteps`,
 * and the sources of their objects in `compared`.
 */
export function fakeInstallation(
  world: InstallationWorld,
  seen: string[],
  nextSteps: NextStep[],
  compared: ObjectsOf[],
): InstallationPorts {
  const remembered = new Map(Object.entries(world.remembered ?? {}));
  const fetched = [...(world.fetched ?? [])];
  const typed = [...(world.input ?? [])];
  const toPress = [...(world.choose ?? [])];
  const browsed = [...(world.browsed ?? [])];
  const unsaved = new Set(world.unsaved ?? []);
  /** The release of the page that was shown last; it stays the active page. */
  let pageAbout: string | undefined;
  let pageName = "";
  let cancel: () => void = () => undefined;
  return {
    programs: fakePrograms(world, seen, () => cancel()),
    progress: {
      async show(title, task) {
        seen.push(`progress: ${title}`);
        const cancelled = new AbortController();
        cancel = () => cancelled.abort();
        return task((message) => seen.push(`progress: ${message}`), cancelled.signal);
      },
    },
    dialogs: {
      async input({ title, prompt, value, problemOf, check }) {
        seen.push(`input: ${title} | ${prompt}${value === undefined ? "" : ` (${value})`}`);
        for (;;) {
          const answer = typed.shift();
          const text = answer === true ? (value ?? "") : answer;
          const problem = text === undefined ? undefined : problemOf?.(text);
          if (problem !== undefined) seen.push(`input refused: ${problem}`);
          if (text === undefined || problem !== undefined) return undefined;
          const why = await check?.(text, new AbortController().signal);
          if (why === undefined) return text;
          seen.push(`input stays: ${why}`);
        }
      },
      async confirm(message, detail, button) {
        seen.push(`confirm: ${message} [${button}]`, ...detail.split("\n").map((line) => `  ${line}`));
        return world.confirm ?? false;
      },
      async choose(message, detail, ...buttons) {
        const shown = buttons.map((button) => `[${button}]`).join(" ");
        seen.push(`confirm: ${message} ${shown}`, ...detail.split("\n").map((line) => `  ${line}`));
        const wanted = toPress.shift() ?? (world.confirm ? buttons[0] : undefined);
        return buttons.find((button) => button === wanted);
      },
      async trusted() {
        if (world.untrusted) seen.push("trust refused");
        return !world.untrusted;
      },
      async saveNewFile(name, text) {
        seen.push(`save: ${name} ${JSON.stringify(text)}`);
        return `file:///home/me/deploy/${name}`;
      },
      async openChart(title) {
        seen.push(`browse: ${title}`);
        return browsed.shift();
      },
    },
    pages: {
      async showMarkdown({ name, text, about }) {
        pageAbout = about;
        pageName = name;
        seen.push(`page: ${name}`, ...text.source.split("\n").map((line) => `  ${line}`));
      },
      async close(name) {
        seen.push(`closed: ${name}`);
      },
      async markReleasePast(about) {
        if (about === pageAbout) seen.push(`past: ${pageName}`);
      },
      async markPast(name) {
        seen.push(`past: ${name}`);
      },
      aboutInFront: () => pageAbout,
      async compare(title, pairs, next, objects) {
        if (objects !== undefined) compared.push(objects);
        if (next !== undefined) nextSteps.push(next);
        const [only] = pairs;
        if (only !== undefined && pairs.length === 1) {
          const { before, after } = only;
          seen.push(
            `diff: "${title}"`,
            `  before ${JSON.stringify(before)}`,
            `  after ${JSON.stringify(after)}`,
          );
          return;
        }
        seen.push(`diffs: "${title}"`);
        for (const { name, before, after } of pairs) {
          const change = before === undefined ? "new" : after === undefined ? "gone" : "changed";
          seen.push(`  ${name}: ${change}`);
        }
      },
    },
    files: {
      read: async (path) => world.files?.[path],
      async kind(path) {
        if (world.files?.[path] !== undefined) return "file";
        const inside = `${path.replace(/\/$/, "")}/`;
        return Object.keys(world.files ?? {}).some((file) => file.startsWith(inside)) ? "folder" : undefined;
      },
      pathOf: (uri) =>
        uri.startsWith("file://") ? decodeURIComponent(uri.slice("file://".length)) : undefined,
      addressOf: (path) => `file://${path}`,
      resolve(path, beside) {
        const [first = "/home/me/deploy", ...others] = world.folders ?? [];
        const nearest = [first, ...others].find((folder) => beside?.startsWith(`file://${folder}/`));
        return path.startsWith("/") ? path : `${nearest ?? first}/${path.replace(/^\.\//, "")}`;
      },
      shown: (path) => path.replace(/^\/home\/me\/deploy\//, ""),
      async save(uri) {
        seen.push(`saved: ${uri}`);
        if (uri.startsWith("untitled:")) return world.savedAs;
        return unsaved.delete(uri) ? uri : undefined;
      },
      unsaved: (uris) => uris.filter((uri) => unsaved.has(uri)),
      kubeconfigPaths: () => world.kubeconfigs ?? ["/home/me/.kube/config"],
      inCluster: async () => world.inCluster,
      digest: (text) => createHash("sha256").update(text).digest("hex"),
    },
    charts: {
      async keep(fetch) {
        await fetch("/store/arriving");
        return { path: STORED, digest: "abcdef012345".repeat(5).padEnd(64, "0") };
      },
      async writeSameBytes() {
        seen.push("packed in the same bytes");
      },
      async copy(file) {
        seen.push(`copied: ${file}`);
      },
      refuseLinksOut: async () => {
        if (world.linkOut !== undefined) throw new Error(world.linkOut);
      },
      isIntact: async () => world.tampered !== true,
      // As the archives themselves, nobody sees this until the charts are listed.
      async remember(chart) {
        fetched.unshift({ ...chart, path: STORED });
      },
      fetched: async () => fetched,
    },
    downloads: {
      async text(url) {
        seen.push(`download: ${url}`);
        const text = world.downloads?.[url];
        if (text === undefined)
          throw new Error(`${url} could not be fetched: the server answered 404 Not Found.`);
        const digest = createHash("sha256").update(text).digest("hex");
        return { text, from: world.redirects?.[url] ?? url, digest };
      },
    },
    memory: createMemory({
      get: <T>(key: string) => remembered.get(key) as T | undefined,
      async update(key, value) {
        seen.push(`remembered: ${key} = ${value}`);
        remembered.set(key, value);
      },
    }),
    installationSettings: () => ({ ...SETTINGS, ...world.settings }),
    pause: async () => undefined,
  };
}
