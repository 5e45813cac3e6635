import { signOf } from "../../schema/types/quantity.ts";
import { nameOf } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { amountsIn, changeAmountFix } from "./amounts.ts";

/** An amount with a unit in which memory is usually written. */
const MEMORY = /^(\d+(?:\.\d+)?)([KMGTPE]i|[MG])$/;

/** More cores than a usual node has were meant as thousandths of one. */
const MOST_CORES = 16;

export const cpuWithMemoryUnit: Rule = {
  code: "cpu-with-memory-unit",
  severity: "warning",
  docs: {
    what: "CPU time with a unit of memory.",
    why: "`cpu: 200Mi` is two hundred million cores to Kubernetes: no node can run the pod, or the limit limits nothing. This is stricter than the API server, which accepts it.",
    wrong: "controller:\n  resources:\n    limits:\n      cpu: 200Mi",
    right: "controller:\n  resources:\n    limits:\n      cpu: 200m",
    fix: "The number is written in thousandths of a core; a small one also in cores.",
  },
  check(context) {
    return amountsIn(context).flatMap((found) => {
      const { place, node, meaning, amount, text } = found;
      const [, number, unit] = MEMORY.exec(text.trim()) ?? [];
      if (meaning !== "cpu" || !amount || signOf(amount) <= 0 || number === undefined) return [];
      const readings = Number(number) <= MOST_CORES ? [number, `${number}m`] : [`${number}m`];
      return [
        {
          start: node.offset,
          end: node.offset + node.length,
          message: `${nameOf(place)} is ${text.trim()}, but ${unit} is a unit of memory. Write cores such as 0.2, or thousandths such as 200m.`,
          fixes: () => readings.flatMap((reading, at) => changeAmountFix(context, found, reading, at === 0)),
        },
      ];
    });
  },
};
