// `npm run record:kubectl`: records what kubectl prints in each scene, for tests that run without a cluster.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkPrerequisites } from "../../client/commands/check-prerequisites.ts";
import { fillDomain } from "../../client/commands/fill-domain.ts";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import { readComponents } from "../../client/kubectl/components.ts";
import type { Ports } from "../../client/operation/command.ts";
import type { ProcessRunner } from "../../client/ports/programs.ts";
import { kubeconfig } from "../../test/client/cluster/recorded.ts";
import { fakePorts, type World } from "../../test/client/fake-ports.ts";
import { stepOver } from "../../test/client/operations.ts";
import { type Cluster, haveCluster } from "../../test/cluster/cluster.ts";
import { COMPONENTS_AT, clearComponents, prepareComponents } from "../../test/cluster/component-scene.ts";
import { normalised } from "../../test/cluster/normalised.ts";
import { clearScene, SCENES } from "../../test/cluster/scenes.ts";
import { repository } from "../../test/support/repository.ts";

const FOLDER = path.join(repository, "test/client/cluster/recorded");

/** Ports in front of a real kubectl, whose answers are kept by their command line. */
function recordingPorts(cluster: Cluster, world: World, answers: Record<string, unknown>): Ports {
  const real = createProgramRunner(() => cluster.programs.kubectl);
  const programs: ProcessRunner = {
    async run(invocation, options) {
      const result = await real.run(invocation, options);
      const { exitCode, stdout, stderr } = result;
      answers[[invocation.program, ...invocation.args].join(" ")] = {
        exitCode,
        stdout: normalised(stdout, cluster),
        stderr: normalised(stderr, cluster),
      };
      return result;
    },
  };
  return { ...fakePorts(world), programs };
}

function write(name: string, answers: Record<string, unknown>): void {
  const sorted = Object.fromEntries(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(sorted, undefined, 2)}\n`);
  console.log(`${name}: ${Object.keys(answers).length} answers`);
}

const cluster = await haveCluster();
Object.assign(process.env, cluster.environment);
mkdirSync(FOLDER, { recursive: true });
const api = cluster.api("admin@test");
try {
  for (const { name, context, facts, prepare } of SCENES) {
    await clearScene(api);
    await prepare(api);
    const answers = {};
    const world = { facts, files: kubeconfig(context) };
    await checkPrerequisites.run(recordingPorts(cluster, world, answers));
    await fillDomain.run(recordingPorts(cluster, world, answers));
    write(name, answers);
  }
  await prepareComponents(api);
  const answers = {};
  const ports = recordingPorts(cluster, {}, answers);
  await stepOver(ports).ask(COMPONENTS_AT, readComponents(COMPONENTS_AT));
  write("components", answers);
} finally {
  await clearScene(api);
  await clearComponents(api);
  await cluster.stop();
}
