import { type ChartDependency, type ReadChart, type Umbrella, VALUES_FILE } from "./chart.ts";

/** Helm refuses a chart with any other alias: https://github.com/helm/helm/blob/v4.2.4/pkg/chart/v2/dependency.go (Validate). */
const ALIAS = /^[a-zA-Z0-9_-]+$/;

/** A `Chart.yaml` with more dependencies than these was not written by a person. */
const MOST_DEPENDENCIES = 1000;

/** The first dependency of a chart with one of some names, without those whose alias Helm refuses. */
export function dependencyNamed(
  { description: { dependencies } }: ReadChart,
  names: readonly string[],
): ChartDependency | undefined {
  return dependencies
    .slice(0, MOST_DEPENDENCIES)
    .find(({ name, alias }) => names.includes(name) && (!alias || ALIAS.test(alias)));
}

/** Describes a chart as the umbrella of one of its dependencies. */
export function umbrellaOf({ name, digest, uri, values }: ReadChart, dependency: ChartDependency): Umbrella {
  // Helm takes an empty alias for none.
  const key = dependency.alias || dependency.name;
  const address = uri === "" ? {} : { uri: `${uri}/${VALUES_FILE}` };
  return { name, digest, uri, dependency, key, ...(values && { values: { file: values, ...address } }) };
}
