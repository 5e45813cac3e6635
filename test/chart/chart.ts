import path from "node:path";
import { repository } from "../support/repository.ts";

/** The folder of the chart that the examples and tests install. */
export const chart: string = path.join(repository, "examples/chart");
