// A Helm that answers as a real one does, with one release in it, for tests of whole commands.
import { install } from "../../../client/commands/install.ts";
import type { Answer } from "../fake-installation.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";

/** A revision as `helm history --output json` prints it. */
export interface Revision {
  readonly revision: number;
  readonly status: string;
  readonly description?: string;
  readonly chart?: string;
}

/** The state and the answers of the Helm of a test. */
export interface HelmState {
  /** The revisions of the release each time its history is asked for; the last ones stay. Empty means no such release. */
  readonly histories?: readonly (readonly Revision[])[];
  readonly version?: string;
  /** The manifests of the live release and of an upgrade. */
  readonly live?: string;
  readonly planned?: string;
  /** Different answers; the first one whose key begins or ends the line is used. */
  readonly answers?: Readonly<Record<string, Answer>>;
  /** Called before a call is answered. */
  readonly onCall?: (line: string, cancel: () => void) => void;
}

export const VALUES = "/home/me/deploy/values.yaml";
export const CHART = "oci://registry.example.org/charts/cap-operator-chart";

export const KUBECONFIG = kubeconfigText("dev", {
  dev: { server: "https://dev:6443", user: "ada" },
  "eu-prod": { server: "https://prod:6443", user: "ada" },
});

export const config = (replicas: number) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cop\ndata:\n  replicas: "${replicas}"\n`;

export const SECRET = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: cop\ndata:\n  token: c2VzYW1lLW9wZW4=\n`;

/** A CRD as a chart has it in its `crds/` folder. */
export const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.org
spec:
  group: example.org
  names: { kind: Thing, plural: things }
`;

export const NOT_FOUND: Answer = { exitCode: 1, stderr: "Error: release: not found\n" };

export const DEPLOYED: Revision = { revision: 3, status: "deployed" };

export const INSTALLED_TEXT = `Release "cap-operator" does not exist. Installing it now.
NAME: cap-operator
NAMESPACE: cap-operator-system
STATUS: deployed
REVISION: 1
`;
export const UPGRADED_TEXT = `Release "cap-operator" has been upgraded. Happy Helming!
NAME: cap-operator
NAMESPACE: cap-operator-system
STATUS: deployed
REVISION: 4
`;

/** The path at which the fakes keep the archive of a chart, and the digest that a person sees. */
export const KEPT_CHART = "/store/chart.tgz";
export const KEPT_DIGEST = "sha256:abcdef012345";

/** A world with a values file, a kubeconfig, a chart and this Helm; without `kubectl`. */
export function helmWorld(state: HelmState, world: World = {}): World {
  const histories = [...(state.histories ?? [[]])];
  return {
    missing: ["kubectl"],
    settings: { chart: CHART, ...world.settings },
    ...world,
    ...(world.settings && { settings: { chart: CHART, ...world.settings } }),
    files: { "/home/me/.kube/config": KUBECONFIG, [VALUES]: "controller:\n  replicas: 2\n", ...world.files },
    programs(line, invocation, cancel) {
      state.onCall?.(line, cancel);
      const answer = world.programs?.(line, invocation, cancel);
      if (answer !== undefined) return answer;
      const other = Object.entries(state.answers ?? {}).find(
        ([piece]) => line.startsWith(piece) || line.endsWith(piece),
      );
      if (other !== undefined) return other[1];
      if (line.startsWith("helm version")) return state.version ?? "v3.22.0";
      if (line.startsWith("helm show chart"))
        return "name: cap-operator-chart\nversion: 0.12.0\nappVersion: v0.12.0\n";
      if (line.startsWith("helm show crds")) return "";
      if (/^helm (pull|package) /.test(line)) return "";
      if (line.startsWith("helm list")) return "[]";
      if (line.startsWith("helm history --max 1")) {
        const [now = []] = histories.length > 1 ? histories.splice(0, 1) : histories;
        return historyOf(now.slice(-1));
      }
      if (line.startsWith("helm history")) return historyOf(histories[0] ?? []);
      if (line.startsWith("helm get all")) return state.live ?? config(1);
      if (line.startsWith("helm template")) return state.planned ?? config(2);
      if (line.includes("--dry-run=server")) {
        return JSON.stringify({ manifest: state.planned ?? config(2), hooks: [] });
      }
      if (line.startsWith("helm upgrade --install")) {
        return (state.histories?.[0] ?? []).length === 0 ? INSTALLED_TEXT : UPGRADED_TEXT;
      }
      if (line.startsWith("helm rollback")) return "Rollback was a success! Happy Helming!\n";
      if (line.startsWith("helm uninstall")) return `release "cap-operator" uninstalled\n`;
      return undefined;
    },
  };
}

function historyOf(revisions: readonly Revision[]): Answer {
  if (revisions.length === 0) return NOT_FOUND;
  return JSON.stringify(
    revisions.map(({ revision, status, description = "Install complete", chart }) => ({
      revision,
      updated: "2026-02-03T10:11:12.131415Z",
      status,
      chart: chart ?? "cap-operator-chart-0.11.0",
      app_version: "v0.11.0",
      description,
    })),
  );
}

/** The calls that change something, and what a person sees; reading calls and the log are left out. */
export function told(seen: readonly string[]): string[] {
  const reading =
    /^run: (helm (version|show|pull|package|history|list|get|template|upgrade --install --dry-run)|kubectl)/;
  return withoutPage(seen).filter(
    (line) => !/^(?:log |progress: |past: |closed: )/.test(line) && !reading.test(line),
  );
}

/** The page that is shown with the question, line by line. */
export function pageOf(seen: readonly string[]): string[] {
  const [begin, end] = pageLines(seen);
  return seen.slice(begin + 1, end).map((line) => line.slice(2));
}

function withoutPage(seen: readonly string[]): string[] {
  const [begin, end] = pageLines(seen);
  if (begin === end) return [...seen];
  return [...seen.slice(0, begin), ...withoutPage(seen.slice(end))];
}

/** The first line of the page and the line after it; twice the end of the list if there is no page. */
function pageLines(seen: readonly string[]): readonly [number, number] {
  const begin = seen.findIndex((line) => /^page: (?:Install|Upgrade) /.test(line));
  if (begin < 0) return [seen.length, seen.length];
  const length = seen.slice(begin + 1).findIndex((line) => !line.startsWith("  "));
  return [begin, length < 0 ? seen.length : begin + 1 + length];
}

/** The end of a Helm that fails with this error. */
export function failing(stderr: string): Answer {
  return { exitCode: 1, stderr: `Error: ${stderr}\n` };
}

/** Installs in such a world; returns what was seen, what was offered, and what a person sees of it. */
export async function afterInstalling(state: HelmState, world: World = {}) {
  const ports = fakePorts(helmWorld(state, world));
  await install.run(ports);
  const { seen, choices } = ports;
  return { seen, choices, told: told(seen) };
}
