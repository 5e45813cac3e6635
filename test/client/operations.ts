// Parts of the client's operations, run as the operation runner runs them.
import { COMMANDS } from "../../client/commands/command-table.ts";
import type { Command, Ports } from "../../client/operation/command.ts";
import type { Operation, Step } from "../../client/operation/operation.ts";
import { operation } from "../../client/operation/run-operation.ts";
import { createStep } from "../../client/operation/step.ts";

/** A step with these ports, which ends with `signal`. */
export function stepOver(ports: Ports, signal = new AbortController().signal): Step {
  return createStep(ports, { signal, report: () => undefined });
}

/** The result of a part of an operation; nothing if it was cancelled or refused, which was reported. */
export async function inOperation<T>(
  ports: Ports,
  work: (operation: Operation) => Promise<T>,
): Promise<T | undefined> {
  let given: T | undefined;
  const command = operation({
    id: "capOperator.test",
    needsTrust: true,
    async run(running) {
      given = await work(running);
    },
  });
  await command.run(ports);
  return given;
}

/** The command of this name. */
export function commandCalled(id: Command["id"]): Command {
  const found = COMMANDS.find((command) => command.id === id);
  if (found === undefined) throw new Error(`There is no command ${id}.`);
  return found;
}
