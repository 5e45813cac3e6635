// `npm run record:failures [-- names]`: plays each scene with Helm 3 and Helm 4 against a real cluster, and records what they said.
import { writeFileSync } from "node:fs";
import { startCluster } from "../../cluster/cluster.ts";
import { clusterPrograms } from "../../cluster/programs.ts";
import { sceneFile } from "./failure-recording.ts";
import { play } from "./failure-scene.ts";
import { allScenes } from "./scenes/all-scenes.ts";

const asked = process.argv.slice(2);
const scenes = Object.entries(allScenes).filter(([name]) => asked.length === 0 || asked.includes(name));
const programs = await clusterPrograms();
if (programs === undefined)
  throw new Error("The cluster needs Go, to build its programs once: https://go.dev/dl");
const cluster = await startCluster(programs);
const { helm } = cluster.programs;
for (const [name, scene] of scenes) {
  try {
    const runs = await Promise.all([helm[3], helm[4]].map((program) => play(name, scene, cluster, program)));
    const played = runs.filter((run) => run !== undefined);
    for (const { program, version, exitCode } of played) {
      if (exitCode === 0) throw new Error(`${program} ${version} did not fail.`);
    }
    writeFileSync(sceneFile(name), `${JSON.stringify(played, undefined, 2)}\n`);
    console.log(name);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
await cluster.stop();
