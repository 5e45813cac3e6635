import { waysElsewhere } from "../charts/chart-elsewhere.ts";
import { waysToCluster } from "./compare-with-cluster.ts";

/** What commands offer in addition on a machine, which has Helm and kubectl. A browser has none of it. */
export const ELSEWHERE = { useChart: waysElsewhere, compareValues: waysToCluster };
