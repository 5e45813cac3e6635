import { SETTINGS } from "../../../server/core/settings-table.ts";

/** The values of a setting at each place where it can be set. */
export interface InspectedSetting {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

interface InspectedConfiguration {
  inspect(name: string): InspectedSetting | undefined;
  /** The value that counts. */
  get(name: string): unknown;
}

/**
 * The settings that are set, each with the value that counts, as nested objects. A default is left out, so that it does not
 * take the place of those in the file of a project.
 */
export function settingsThatAreSet(
  names: readonly string[],
  configuration: InspectedConfiguration,
): Readonly<Record<string, unknown>> {
  return nested(names, (name) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
    const isSet = [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
    return isSet ? configuration.get(name) : undefined;
  });
}

/** The settings of the workspace: neither defaults nor what a person has set for all workspaces. */
export function settingsOfWorkspace(
  names: readonly string[],
  configuration: InspectedConfiguration,
): Readonly<Record<string, unknown>> {
  return nested(names, (name) => {
    const { workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
    return workspaceFolderValue ?? workspaceValue;
  });
}

function nested(names: readonly string[], setting: (name: string) => unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const value = setting(name);
    if (value !== undefined) put(found, name.split("."), value);
  }
  return found;
}

function put(into: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const known = into[key];
  const inner = typeof known === "object" && known !== null ? (known as Record<string, unknown>) : {};
  into[key] = inner;
  put(inner, rest, value);
}

/** The settings that can only be set for the machine on which the extension runs: a workspace cannot decide what is executed there. */
export const MACHINE_SETTINGS: readonly string[] = SETTINGS.filter(({ scope }) => scope === "machine").map(
  ({ name }) => `capOperator.${name}`,
);
