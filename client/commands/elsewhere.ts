import { fetchChoices } from "../charts/chart-elsewhere.ts";
import { clusterChoices } from "./compare-with-cluster.ts";

/** What commands offer in addition on a machine, which has Helm and kubectl. A browser has none of it. */
export const ELSEWHERE = { useChart: fetchChoices, compareValues: clusterChoices };
