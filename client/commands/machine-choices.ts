import { fetchChoices } from "../charts/remote-chart-choices.ts";
import { clusterChoices } from "./compare-with-cluster.ts";

/** Additional choices of commands that need Helm or kubectl; a browser lacks these. */
export const MACHINE_CHOICES = { useChart: fetchChoices, compareValues: clusterChoices };
