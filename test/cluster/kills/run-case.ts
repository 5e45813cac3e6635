// One case from its first release to the next healthy one.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { install } from "../../../client/commands/install.ts";
import { showStatus } from "../../../client/commands/show-status.ts";
import { followLeftRuns } from "../../../client/release/left-run.ts";
import { runProgram } from "../../support/workbench/run-program.ts";
import { kubeconfig } from "../kubeconfig.ts";
import type { KillCase, Phase } from "./cases.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type HelmRuns, helmRuns } from "./helm-runs.ts";
import { type Acting, portsOf, type Seat } from "./person.ts";
import { ProgressWatch } from "./progress-watch.ts";
import { CONTEXT, OBJECTS, type Stage } from "./stage.ts";
import { claimsIn, statusUntruths, untruths } from "./told.ts";
import { type Truth, truthOf } from "./truth.ts";

/** What came of a case. */
export interface Verdict {
  readonly kill: KillCase;
  /** How far the change was when the fault came; absent where it had ended before. */
  readonly phase: Phase | undefined;
  /** What the command told of the release. */
  readonly told: string;
  /** What was true then. */
  readonly was: string;
  /** What was told and was not so, one text each. */
  readonly untruths: readonly string[];
  /** How many revisions nobody had asked for. */
  readonly unasked: number;
  /** What the person pressed to get back; nothing where there was nothing to be mended. */
  readonly action: string | undefined;
  /** What it is after that, and after the next installation. */
  readonly after: string;
  /** What was not as it should be on the way back, one text each. */
  readonly stuck: readonly string[];
  /** Everything that was seen, for whoever looks into a case. */
  readonly seen: readonly string[];
}

const RELEASE = "cop";
/** How long the API server stands still where nothing else is said: nothing ends while it does. */
const STILL_MS = 2500;
/** How long the cluster may need to become what a release says. */
const SETTLE_MS = 60_000;
const WAY_OUT = /^(Roll Back to Revision \d+|Clean Up|Uninstall Again|Upgrade)$/;

/** What a case plays in. */
interface Scene {
  readonly stage: Stage;
  readonly kill: KillCase;
  readonly folder: string;
  readonly seat: Seat;
  readonly connection: Connection;
  readonly runs: HelmRuns;
  readonly watch: ProgressWatch;
  readonly hit: Hit;
}

/** What is known of the fault and of what it hits, as far as the case has come. */
interface Hit {
  cancel?: () => void;
  host?: ChildProcess;
  struck?: true;
  /** The command has told its end, and nothing strikes any more. */
  over?: true;
  killed?: Promise<void>;
  startedAgain?: Promise<void> | undefined;
}

/** What was found when the command had told its end. */
interface Judged {
  readonly truth: Truth;
  readonly told: string;
  readonly untruths: readonly string[];
}

/** Runs a case, and judges it. */
export async function runCase(stage: Stage, kill: KillCase): Promise<Verdict> {
  const scene = await openScene(stage, kill);
  try {
    return await play(scene);
  } finally {
    await heal(scene);
    await scene.connection.close();
    await stage.api.remove(`/api/v1/namespaces/${scene.seat.namespace}`);
  }
}

async function openScene(stage: Stage, kill: KillCase): Promise<Scene> {
  const folder = path.join(stage.folder, `case-${kill.number}`);
  await mkdir(folder);
  const runs = await helmRuns(folder, stage.programs.helm[kill.helm]);
  const hit: Scene["hit"] = {};
  const watch = new ProgressWatch(kill.moment, OBJECTS, runs.isChanging, () => strike(scene));
  const connection = await openConnection(stage.plane.admin, stage.plane.key, {
    asked: (asked) => watch.asked(asked),
    answered: (asked) => watch.answered(asked),
  });
  const file = path.join(folder, "kubeconfig.yaml");
  await writeFile(file, kubeconfig(CONTEXT, [{ name: CONTEXT, access: connection.access }]), { mode: 0o600 });
  const seat: Seat = {
    helm: kill.helm,
    helmPath: runs.program,
    kubectlPath: stage.programs.kubectl,
    environment: stage.environment,
    kubeconfig: file,
    namespace: `kill-${kill.number}`,
    release: RELEASE,
    valuesFile: path.join(folder, "values.yaml"),
    chart: stage.chart,
    wait: kill.wait,
    rollbackOnFailure: kill.rollbackOnFailure,
    runsFolder: path.join(folder, "runs"),
  };
  const scene: Scene = { stage, kill, folder, seat, connection, runs, watch, hit };
  return scene;
}

async function play(scene: Scene): Promise<Verdict> {
  const { kill, watch } = scene;
  if (kill.way === "upgrade") await firstRelease(scene);
  const before = (await truth(scene)).newest?.revision;
  await writeValues(scene, 2, imageOf(kill));
  const seen: string[] = [];
  let judged: Judged | undefined;
  let pressed: string | undefined;
  const acting: Acting = {
    async answer(text, buttons) {
      if (judged !== undefined) return undefined;
      judged = await judge(scene, text, before, seen);
      const [first = ""] = buttons;
      pressed = WAY_OUT.test(first) && isSick(judged.truth) ? first : undefined;
      return pressed;
    },
    timeout: () => timeoutOf(scene),
    running: (cancel) => {
      scene.hit.cancel = cancel;
    },
    printed: () => watch.printed(),
  };
  const ports = portsOf(seatOf(scene), acting);
  if (kill.fault === "extension host killed") {
    await runHost(scene);
    // The next start of the editor, which looks for what was left.
    await followLeftRuns({ ...ports, pause: async () => undefined });
  } else {
    await install.run(ports);
  }
  seen.push(...ports.seen);
  judged ??= await judge(scene, undefined, before, seen);
  const { truth: was, told, untruths } = judged;
  const back = await goBack(scene, was, pressed, seen);
  return {
    kill,
    phase: scene.hit.struck && watch.struckIn,
    told,
    was: stateText(was),
    untruths,
    unasked: unasked(was, before ?? 0, kill),
    ...back,
    seen: [...seen, ...watch.log.map((line) => `asked: ${line}`)],
  };
}

/** Does what the case is about, when its moment has come. */
function strike(scene: Scene): void {
  const { kill, stage, runs, hit, connection } = scene;
  if (hit.over) return;
  stage.release(imageOf(kill));
  hit.struck = true;
  switch (kill.fault) {
    case "Helm killed":
      if (!runs.kill()) delete hit.struck;
      return;
    case "Cancel":
      hit.cancel?.();
      return;
    case "extension host killed":
      hit.host?.kill("SIGKILL");
      return;
    case "API server stopped":
      stage.plane.pause();
      setTimeout(() => heal(scene), kill.away ?? STILL_MS);
      return;
    case "API server killed":
      hit.killed = stage.plane.kill();
      break;
    case "connection cut":
      connection.cut(kill.refuses);
  }
  if (kill.away !== undefined) setTimeout(() => heal(scene), kill.away);
}

/** Brings back what is away, once. */
async function heal({ hit, kill, stage, connection }: Scene): Promise<void> {
  if (hit.struck === undefined) return;
  if (kill.fault === "API server stopped") stage.plane.goOn();
  if (kill.fault === "connection cut") await connection.restore();
  hit.startedAgain ??= hit.killed?.then(() => stage.plane.startAgain());
  await hit.startedAgain;
}

/** Installs in another extension host, which is killed while it does. */
async function runHost(scene: Scene): Promise<void> {
  const { folder, hit, watch } = scene;
  const file = path.join(folder, "seat.json");
  await writeFile(file, JSON.stringify(seatOf(scene)));
  const script = path.join(import.meta.dirname, "host.ts");
  const host = spawn(process.execPath, [script, file, timeoutOf(scene)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  hit.host = host;
  createInterface({ input: host.stdout }).on("line", () => watch.printed());
  await once(host, "exit");
}

function seatOf(scene: Scene): Seat {
  return scene.kill.kubectl ? scene.seat : withoutKubectl(scene);
}

function withoutKubectl({ seat, folder }: Scene): Seat {
  return { ...seat, kubectlPath: path.join(folder, "no-kubectl") };
}

/** Reads what is true, and holds against it what was told, and what Show Status shows. */
async function judge(
  scene: Scene,
  text: string | undefined,
  before: number | undefined,
  seen: string[],
): Promise<Judged> {
  scene.hit.over = true;
  await heal(scene);
  await scene.runs.ended();
  const first = await truth(scene);
  const shown = portsOf(scene.seat, calm);
  await showStatus.run(shown);
  const later = await truth(scene);
  seen.push(...shown.seen);
  // Who cancels before anything was changed is told nothing. Whose editor is gone hears at its next start of what was left.
  const isSilent = text === undefined && scene.kill.fault !== "extension host killed";
  const said = isSilent ? "Nothing was changed." : text;
  return {
    truth: later,
    told: text === undefined ? "-" : claimsIn(text),
    untruths: [
      ...(said === undefined ? [] : untruths(said, first, { revision: before })),
      ...statusUntruths(shown.seen, first, later),
    ],
  };
}

/** Goes the one way that is offered, where something is to be mended, and installs once more. */
async function goBack(
  scene: Scene,
  was: Truth,
  pressed: string | undefined,
  seen: string[],
): Promise<Pick<Verdict, "action" | "after" | "stuck">> {
  const stuck: string[] = [];
  const settled = pressed !== undefined || !isSick(was) ? await settle(scene) : was;
  if (pressed !== undefined || !isSick(was)) stuck.push(...sickness(settled, pressed ?? "left alone"));
  await writeValues(scene, 3, "fine");
  const ports = portsOf(withoutKubectl(scene), calm);
  await install.run(ports);
  seen.push(...ports.seen);
  const last = ports.seen.findLast((line) => /^(info|warn|error): /.test(line)) ?? "nothing was told";
  if (!/^info: cop is (installed|upgraded) /.test(last)) stuck.push(`the next installation: ${last}`);
  const asked = ports.seen.find((line) => line.startsWith("confirm: ") && line.includes("Helm refuses"));
  const way = /\[([^\]]+)\]/.exec(asked ?? "")?.[1];
  const end = await settle(scene);
  stuck.push(...sickness(end, "the next installation"));
  const isGone = way === "Clean Up" || way === "Uninstall Again";
  const base = isGone ? 0 : (settled.newest?.revision ?? 0) + (way === undefined ? 0 : 1);
  if (end.newest?.revision !== base + 1) stuck.push(`the next installation made ${stateText(end)}`);
  const sick = isSick(was) ? `Install${way === undefined ? "" : `, ${way}`}` : undefined;
  return { action: pressed ?? sick, after: `${stateText(settled)}, ${stateText(end)}`, stuck };
}

/** What is not healthy about a release, one text each. */
function sickness({ newest, differences, unready }: Truth, behind: string): readonly string[] {
  const status = newest === undefined || newest.status === "deployed" ? [] : [`it is ${newest.status}`];
  return [...status, ...differences, ...unready.map((name) => `${name} is not ready`)].map(
    (wrong) => `${behind}: ${wrong}`,
  );
}

/** Waits until the cluster is what the release says, or will not become it. */
async function settle(scene: Scene): Promise<Truth> {
  const limit = Date.now() + SETTLE_MS;
  for (;;) {
    const now = await truth(scene);
    if (sickness(now, "").length === 0 || Date.now() > limit) return now;
    await wait(200);
  }
}

/** Whether something is to be done about it. Helm may call deployed what it has begun to remove. */
function isSick({ newest, differences }: Truth): boolean {
  return newest !== undefined && (newest.status !== "deployed" || differences.length > 0);
}

/**
 * How many revisions there are beside the one that was asked for, and the rollback of it where that was asked for as well: a
 * rollback has the manifest of the revision before.
 */
function unasked({ revisions }: Truth, before: number, { way, rollbackOnFailure }: KillCase): number {
  const old = revisions.find(({ revision }) => revision === before)?.manifest;
  const [own, second, ...others] = revisions.filter(({ revision }) => revision > before);
  const isOwn = own === undefined || own.manifest !== old;
  const isUndone = way === "upgrade" && rollbackOnFailure && second?.manifest === old;
  return others.length + (isOwn ? 0 : 1) + (second === undefined || isUndone ? 0 : 1);
}

function stateText({ newest }: Truth): string {
  return newest === undefined ? "no release" : `${newest.status} ${newest.revision}`;
}

function truth({ stage, seat }: Scene): Promise<Truth> {
  return truthOf(stage.api, seat.namespace, seat.release);
}

/** A person who presses nothing, with all the time of the world. */
const calm: Acting = { answer: async () => undefined, timeout: () => "60s" };

/** What fails is not waited for long; after the fault there is time again. */
function timeoutOf({ kill, hit }: Pick<Scene, "kill" | "hit">): string {
  if (hit.struck) return "60s";
  return kill.moment.phase === "undoing" ? "3s" : "20s";
}

/** Pods that keep Helm waiting start when the fault has come; those of a change that is to be undone never do. */
function imageOf({ number, moment }: KillCase): string {
  if (moment.phase === "undoing") return "broken";
  return moment.phase === "waiting" ? `slow-${number}` : "fine";
}

async function firstRelease({ stage, seat, ...scene }: Scene): Promise<void> {
  await writeValues({ stage, seat, ...scene }, 1, "fine");
  const at = ["--namespace", seat.namespace, "--create-namespace", "--values", seat.valuesFile];
  const args = ["upgrade", "--install", ...at, "--", seat.release, seat.chart];
  const { code, output } = await runProgram(stage.programs.helm[seat.helm], args, { env: seat.environment });
  if (code !== 0) throw new Error(`The first release could not be made: ${output}`);
}

async function writeValues({ seat }: Scene, mark: number, image: string): Promise<void> {
  await writeFile(seat.valuesFile, `mark: ${mark}\nimage: ${image}\n`);
}
