import { fetchChoices } from "../charts/chart-elsewhere.ts";
import { clusterChoices } from "./compare-with-cluster.ts";

/** Additional choices of commands that need Helm or kubectl; a browser lacks these. */
export const ELSEWHERE = { useChart: fetchChoices, compareValues: clusterChoices };
