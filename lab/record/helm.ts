// `npm run record:helm`: asks both generations of Helm again and writes their answers. With --check it only compares
// them with what is recorded, and fails on a difference.
import { writeFileSync } from "node:fs";
import { buildSchemas } from "../../schemas/build.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { createEngine } from "../../test/core/support/engine.ts";
import { type Answer, askAll, openHelmFolder, run } from "../../test/helm/ask-helm.ts";
import { helmBinary } from "../../test/helm/build-helm.ts";
import { allCases } from "../../test/helm/cases/all-cases.ts";
import { type Recording, readRecording, recordingFile, writeRecording } from "../../test/helm/recording.ts";
import { schemaCases } from "../../test/helm/schema-cases.ts";

type Helms = Readonly<Record<HelmMajor, string>>;
type Ask<T, R> = (helm: string, question: T) => Promise<R>;

const check = process.argv.includes("--check");
const helms = await findHelms();
if (helms) process.exitCode = await record(helms);

async function findHelms(): Promise<Helms | undefined> {
  const [helm3, helm4] = [await helmBinary(3), await helmBinary(4)];
  if (helm3 && helm4) return { 3: helm3, 4: helm4 };
  console.log("Skipped: Go is not installed, and CAP_OPERATOR_HELM3 and CAP_OPERATOR_HELM4 name no Helm.");
  return undefined;
}

async function record(helms: Helms): Promise<number> {
  const { values } = await buildSchemas();
  const defaults = (await createEngine()).defaultsDocument("values", { comments: false });
  const folder = await openHelmFolder({ schema: JSON.stringify(values), defaults });
  try {
    const versions = { 3: await versionOf(helms[3]), 4: await versionOf(helms[4]) };
    const answers = await ask<Parameters<typeof folder.ask>[1], Answer>(helms, allCases(), folder.ask);
    const texts = new Map(schemaCases().map(({ name, text }) => [name, text]));
    const accepted = await ask<string, boolean>(helms, texts, folder.accepts);
    const fits = judge(accepted);
    const same = [
      keep("values", { helm: versions, answers }),
      keep("schema", { helm: versions, answers: accepted }),
    ];
    return fits && same.every(Boolean) ? 0 : 1;
  } finally {
    await folder.close();
  }
}

async function ask<T, R>(helms: Helms, questions: ReadonlyMap<string, T>, put: Ask<T, R>) {
  const answers = await askAll([...questions], async ([id, question]) => {
    const [helm3, helm4] = [await put(helms[3], question), await put(helms[4], question)];
    return [id, helm3 === helm4 ? ([helm3] as const) : ([helm3, helm4] as const)] as const;
  });
  return Object.fromEntries(answers);
}

/** True if Helm accepts and refuses each case as expected under the current schema. */
function judge(answers: Recording<boolean>["answers"]): boolean {
  const wrong = schemaCases().filter(({ name, good, onlyHelm3 }) => {
    const [helm3, helm4 = helm3] = answers[name] ?? [];
    return helm3 !== good || helm4 !== (good && !onlyHelm3);
  });
  for (const { name, good } of wrong) console.error(`Helm ${good ? "refuses" : "accepts"} ${name}.`);
  return wrong.length === 0;
}

async function versionOf(helm: string): Promise<string> {
  return (await run(helm, ["version", "--template", "{{ .Version }}"])).stdout.trim();
}

/** Writes a recording, or reports what differs from it; returns whether all is well. */
function keep<T>(name: "values" | "schema", recording: Recording<T>): boolean {
  const count = Object.keys(recording.answers).length;
  if (!check) {
    writeFileSync(recordingFile(name), writeRecording(recording));
    console.log(`${name}: ${count} questions recorded.`);
    return true;
  }
  const known = readRecording(name);
  const ids = [...new Set([...Object.keys(known.answers), ...Object.keys(recording.answers)])];
  const different = ids.filter(
    (id) => JSON.stringify(known.answers[id]) !== JSON.stringify(recording.answers[id]),
  );
  for (const id of different) {
    console.error(
      `${id}: recorded ${JSON.stringify(known.answers[id])}, now ${JSON.stringify(recording.answers[id])}`,
    );
  }
  console.log(`${name}: ${count} questions, ${different.length} answers differ from what is recorded.`);
  return different.length === 0;
}
