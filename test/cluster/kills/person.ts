// The person of a case: an engineer with a values file open, who agrees to what is asked, and says what to press.
import { setTimeout as wait } from "node:timers/promises";
import type { FakePorts } from "../../client/fake-ports.ts";
import { type RealWorld, realPorts } from "../real-ports.ts";

/** Where a person sits, as data that another process can read. */
export interface Seat {
  readonly helm: 3 | 4;
  /** What runs Helm: it notes each run, and becomes Helm. */
  readonly helmPath: string;
  readonly kubectlPath: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly release: string;
  readonly valuesFile: string;
  readonly chart: string;
  readonly wait: boolean;
  readonly rollbackOnFailure: boolean;
  /** Where it is noted what runs, as in the storage of the extension. */
  readonly runsFolder: string;
}

/** What a person does, and notices. */
export interface Acting {
  /** Answers a message. */
  answer(text: string, buttons: readonly string[]): Promise<string | undefined>;
  /** How long Helm may wait, for what is run from now on. */
  timeout(): string;
  /** A program is about to be run; `cancel` presses Cancel. */
  running?(cancel: () => void): void;
  /** Helm has printed a line. */
  printed?(line: string): void;
}

/** Questions that only lead to a look. */
const LOOKS = ["Check Prerequisites", "Preview Changes"];

/** The ports of a person. */
export function portsOf(seat: Seat, acting: Acting): FakePorts {
  const { helm, kubectlPath, helmPath, environment, valuesFile, kubeconfig, chart, namespace, runsFolder } =
    seat;
  const settings: RealWorld["settings"] = {
    ...{ kubeconfig, chart, namespace, releaseName: seat.release },
    ...{ wait: seat.wait, rollbackOnFailure: seat.rollbackOnFailure },
  };
  const programs = { helm: { 3: helmPath, 4: helmPath }, kubectl: kubectlPath };
  const onRun = (_line: string, cancel: () => void) => acting.running?.(cancel);
  const ports = realPorts({ environment, programs }, helm, {
    valuesFile,
    settings,
    onRun,
    runsFolder,
    confirm: true,
  });
  const message =
    (kind: string) =>
    (text: string, ...buttons: string[]) => {
      ports.seen.push(`${kind}: ${text}${buttons.map((button) => ` [${button}]`).join("")}`);
      return acting.answer(text, buttons);
    };
  return {
    ...ports,
    prompts: { ...ports.prompts, info: message("info"), warn: message("warn"), error: message("error") },
    dialogs: {
      ...ports.dialogs,
      async choose(text, _detail, ...buttons) {
        ports.seen.push(`confirm: ${text}${buttons.map((button) => ` [${button}]`).join("")}`);
        return buttons.find((button) => !LOOKS.includes(button));
      },
    },
    programs: {
      run: (invocation, options) =>
        ports.programs.run(invocation, {
          ...options,
          onLine(line, from) {
            options?.onLine?.(line, from);
            if (invocation.program === "helm" && line.trim() !== "") acting.printed?.(line);
          },
        }),
    },
    // Components are looked at as often as in the editor: these cases are many, and kubectl is not cheap.
    pause: (ms, signal) => wait(ms, undefined, signal && { signal }).catch(() => undefined),
    installationSettings: () => ({ ...ports.installationSettings(), timeout: acting.timeout() }),
  };
}
