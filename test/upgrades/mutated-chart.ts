import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { dump } from "js-yaml";
import type { KeyPath } from "../../server/core/chart/changes/chart-changes.ts";
import { repository } from "../support/repository.ts";
import { at, type Defaults, type Mutation } from "./mutate-chart.ts";

/**
 * Writes the example chart with other defaults and with templates that read what the mutations made of its keys: before anything is
 * rendered, they put what is under the new keys where the templates look for it.
 */
export async function writeChart(
  folder: string,
  defaults: Defaults,
  mutations: readonly Mutation[] = [],
  original: Defaults = defaults,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(repository, "examples/chart"), folder, {
    recursive: true,
    // The schema is that of the chart as it is.
    filter: (file) => !file.endsWith("values.schema.json"),
  });
  await writeFile(path.join(folder, "values.yaml"), dump(defaults));
  if (mutations.length === 0) return;
  const templates = path.join(folder, "templates");
  for (const name of await readdir(templates)) {
    if (name.startsWith("_")) continue;
    const file = path.join(templates, name);
    await writeFile(file, `{{- include "upgrades.read" . -}}\n${await readFile(file, "utf8")}`);
  }
  await writeFile(path.join(templates, "_upgrades.tpl"), reading(mutations, original));
}

/** The template that reads the new keys, once for all templates. */
function reading(mutations: readonly Mutation[], original: Defaults): string {
  const steps = mutations.flatMap((mutation) => {
    switch (mutation.kind) {
      case "renamed":
      case "moved":
        return [`${take("value", mutation.to)}${give(mutation.from, "value")}`];
      case "split": {
        const [first = [], ...others] = mutation.to;
        const same = others.map(
          (to) =>
            `${take("other", to)}{{- if ne (toJson $value) (toJson $other) }}{{ fail "${to.join(".")} differs" }}{{- end }}`,
        );
        return [`${take("value", first)}${same.join("")}${give(mutation.from, "value")}`];
      }
      case "removed":
        return [
          `{{- $value = dict "is" (fromJson ${JSON.stringify(JSON.stringify({ was: mutation.from }))}).was }}${give(mutation.path, "value")}`,
        ];
      case "added":
        return [take("value", mutation.path)];
      default:
        return [];
    }
  });
  // Some templates write whole mappings, which must not hold what was only around a new key.
  const around = mutations.flatMap((mutation) => {
    if (mutation.kind === "renamed" || mutation.kind === "moved") return above(mutation.to);
    if (mutation.kind === "split") return mutation.to.flatMap(above);
    return mutation.kind === "added" ? above(mutation.path) : [];
  });
  const fresh = around.filter((path) => at(original, path) === undefined).sort((a, b) => b.length - a.length);
  steps.push(...fresh.map(dropEmpty));
  return `{{- define "upgrades.read" -}}
{{- if not (hasKey .Values "upgradesRead") }}
{{- $_ := set .Values "upgradesRead" true }}
{{- $value := dict }}{{- $other := dict }}{{- $at := .Values }}
${steps.join("\n")}
{{- end }}
{{- end }}
`;
}

/** Takes what is at a path out of the values: a dict with \`is\`, or an empty one if there is nothing. */
function take(variable: string, from: KeyPath): string {
  return `{{- $${variable} = dict }}${goTo(from, false)}{{- if kindIs "map" $at }}{{- if hasKey $at "${from.at(-1)}" }}{{- $${variable} = dict "is" (get $at "${from.at(-1)}") }}{{- $_ := unset $at "${from.at(-1)}" }}{{- end }}{{- end }}`;
}

/** The paths of the mappings around a key. */
function above(path: KeyPath): KeyPath[] {
  return path.slice(1).map((_, index) => path.slice(0, index + 1));
}

function dropEmpty(path: KeyPath): string {
  const name = `"${path.at(-1)}"`;
  return `${goTo(path, false)}{{- if kindIs "map" $at }}{{- if and (hasKey $at ${name}) (not (get $at ${name})) }}{{- $_ := unset $at ${name} }}{{- end }}{{- end }}`;
}

function give(to: KeyPath, variable: string): string {
  return `{{- if hasKey $${variable} "is" }}${goTo(to, true)}{{- $_ := set $at "${to.at(-1)}" $${variable}.is }}{{- end }}`;
}

function goTo(path: KeyPath, makes: boolean): string {
  const steps = path.slice(0, -1).map((key) => {
    const missing = makes ? `{{- $_ := set $at "${key}" dict }}` : "";
    return `{{- if kindIs "map" $at }}{{- if not (hasKey $at "${key}") }}${missing}{{- end }}{{- $at = get $at "${key}" | default dict }}{{- end }}`;
  });
  return `{{- $at = .Values }}${steps.join("")}`;
}
