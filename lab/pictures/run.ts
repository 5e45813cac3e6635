// `npm run docs:pictures`: takes all pictures of the documentation from the current build, in light and dark. Arguments are the names
// of those to take instead.
import { putCharts } from "../../test/e2e/person/charts-in-workspace.ts";
import { type Desk, sitDown } from "../../test/e2e/person/desk.ts";
import { helmBinary } from "../../test/helm/build-helm.ts";
import { vsixPath } from "../../test/support/repository.ts";
import { runScript } from "../../test/support/run-node-tests.ts";
import { createPackage } from "../../test/support/vsix.ts";
import { DOTS, PICTURE_SETTINGS } from "./camera.ts";
import { type ClusterPlace, IN_CLUSTER, sitDownAtCluster } from "./cluster.ts";
import { type PictureName, type Scenes, wantedScenes } from "./scenes.ts";
import { PICTURES } from "./table.ts";
import { WRITING, WRITTEN_FILES } from "./writing.ts";

const names = Object.entries(PICTURES).map(([key, { name }]) => [key as PictureName, name] as const);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.some(([, known]) => known === name));
if (unknown.length > 0) {
  console.error(
    `No picture is called ${unknown.join(", ")}. Pictures: ${names.map(([, name]) => name).join(", ")}.`,
  );
  process.exit(1);
}
const wanted = new Set(
  names.flatMap(([key, name]) => (asked.length === 0 || asked.includes(name) ? [key] : [])),
);

const began = performance.now();
if (runScript("build/esbuild.ts", "--production") !== 0) {
  console.error("There is nothing built to take pictures of.");
  process.exit(1);
}
createPackage(vsixPath());
/** The pictures that could not be taken. */
const missed: string[] = [];
const helm = await helmBinary(4);
await playAll<Desk & { readonly desk: Desk }>(WRITING, async () => {
  const desk = await sitDown({
    ready: true,
    files: WRITTEN_FILES,
    arrange: putCharts,
    settings: PICTURE_SETTINGS,
    ...(helm !== undefined && { machineSettings: { "capOperator.helmPath": helm } }),
    deviceScaleFactor: DOTS,
  });
  return { ...desk, desk };
});
await playAll<ClusterPlace>(IN_CLUSTER, sitDownAtCluster);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`${wanted.size - missed.length} pictures were taken in ${seconds} s.`);
if (missed.length > 0) {
  console.error(`Not taken: ${missed.join(", ")}. What the window showed is in artifacts/screenshots.`);
  process.exitCode = 1;
}

/** Plays the wanted ones of these scenes, if any, at a place that is set up for them. One that fails does not end the others. */
async function playAll<Place extends { readonly desk: Desk; leave(): Promise<void> }>(
  scenes: Scenes<Place>,
  setUp: () => Promise<Place>,
): Promise<void> {
  const chosen = wantedScenes(scenes, wanted);
  if (chosen.length === 0) return;
  const place = await setUp();
  try {
    for (const [key, scene] of chosen) {
      const { name } = PICTURES[key];
      try {
        await scene(place);
      } catch (error) {
        console.error(`The picture ${name} could not be taken.`, error);
        await place.desk.person.keepsPicture(`failed-${name}`);
        missed.push(name);
      }
      await place.desk.person.resizesWindow(1280);
      await place.desk.clear();
    }
  } finally {
    await place.leave();
  }
}
