// Ports for commands that work on a real cluster: real programs and files, and a person who is written down.
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createChartArchives } from "../../client/editor/charts/chart-archives.ts";
import { kubeconfigPaths, machineFiles } from "../../client/editor/processes/machine.ts";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import type { ProcessRunner } from "../../client/ports/programs.ts";
import { type FakePorts, fakePorts, type World } from "../client/fake-ports.ts";
import type { Cluster } from "./cluster.ts";
import type { Programs } from "./programs.ts";

/** The person and the editor as a test describes them. */
export interface RealWorld extends Omit<World, "programs" | "files" | "kubeconfigs" | "file"> {
  /** Path of the values file in the active editor; without one, no editor is open. */
  readonly valuesFile?: string;
  /** Called when a program is about to be run; `cancel` presses Cancel on the progress that is shown. */
  readonly onRun?: (line: string, cancel: () => void) => void;
}

/** The parts of a cluster that ports need. */
export interface Reached extends Pick<Cluster, "environment"> {
  readonly programs: Pick<Programs, "helm" | "kubectl">;
}

/** Ports over a cluster and one of the Helms. Command lines are in `seen` as well. */
export function realPorts(cluster: Reached, major: 3 | 4, world: RealWorld): FakePorts {
  const { valuesFile, onRun, ...rest } = world;
  Object.assign(process.env, cluster.environment);
  const fake = fakePorts({ ...rest, file: valuesFile === undefined ? undefined : editorOf(valuesFile) });
  const real = createProgramRunner((program) =>
    program === "helm" ? cluster.programs.helm[major] : cluster.programs.kubectl,
  );
  let cancel: () => void = () => undefined;
  const programs: ProcessRunner = {
    run(invocation, options) {
      const line = [invocation.program, ...invocation.args].join(" ");
      fake.seen.push(`run: ${line}`);
      onRun?.(line, cancel);
      return real.run(invocation, options);
    },
  };
  return {
    ...fake,
    programs,
    progress: {
      show(title, task) {
        fake.seen.push(`progress: ${title}`);
        const cancelled = new AbortController();
        cancel = () => cancelled.abort();
        return task((message) => fake.seen.push(`progress: ${message}`), cancelled.signal);
      },
    },
    charts: createChartArchives(path.join(tmpdir(), `cap-operator-test-charts-${process.pid}`)),
    files: {
      ...fake.files,
      ...machineFiles,
      resolve: (file) => path.resolve(file),
      kubeconfigPaths: () => kubeconfigPaths(rest.settings?.kubeconfig ?? ""),
    },
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, ms / 10);
        signal?.addEventListener("abort", done, { once: true });
        function done() {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve();
        }
      }),
  };
}

function editorOf(file: string) {
  return { uri: pathToFileURL(file).href, name: path.basename(file), path: file };
}
