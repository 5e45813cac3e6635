import type { SchemaNode } from "../../schema/model.ts";
import type { HelmNode } from "../../values/helm-tree.ts";
import { memo } from "../../yaml/memo.ts";
import type { Path } from "../../yaml/tree.ts";
import { closestMatches } from "../engine/rank.ts";
import type { RuleContext } from "../engine/rule.ts";

/** The certificate manager and configuration of a component. */
export interface Certificate {
  readonly component: Path;
  /** The key that chooses the manager. */
  readonly managerPath: Path;
  /** The manager in use, spelled as the chart knows it. */
  readonly chosen: string;
  /** True if the document spells the manager in another way than the chart. */
  readonly isMisspelled: boolean;
  /** True if the document chooses the manager, rather than the chart's default. */
  readonly isWritten: boolean;
  readonly configPath: Path;
  /** The parts of the configuration, one for each manager. */
  readonly parts: readonly IssuerPart[];
}

/** The part of a certificate configuration that one manager reads. */
export interface IssuerPart {
  readonly path: Path;
  readonly manager: string;
  readonly schema: SchemaNode;
}

/** The certificate settings of each component. A component whose manager is unclear is left out. */
export const certificates = memo((context: RuleContext): readonly Certificate[] => {
  const found: Certificate[] = [];
  for (const [name, component] of context.document.schema.root.properties) {
    if (component.annotations.meaning !== "component") continue;
    const keys = [...component.properties];
    const manager = keys.find(([, { annotations }]) => annotations.meaning === "certificate-manager");
    const config = keys.find(([, { annotations }]) => annotations.meaning === "certificate-config");
    if (!manager || !config) continue;
    const managerPath = [name, manager[0]];
    const written = context.document.release.given(managerPath);
    const chosen = chosenManager(written, manager[1]);
    if (chosen === undefined || written?.type !== "leaf") continue;
    const configPath = [name, config[0]];
    const parts = [...config[1].properties].flatMap(([key, schema]) => {
      const reader = schema.annotations.manager;
      return reader === undefined ? [] : [{ path: [...configPath, key], manager: reader, schema }];
    });
    const isWritten = context.document.at(managerPath).node !== undefined;
    const isMisspelled = written.value !== chosen;
    found.push({ component: [name], managerPath, chosen, isMisspelled, isWritten, configPath, parts });
  }
  return found;
});

/** A misspelled manager is taken for the one that was meant: the spelling is reported elsewhere. */
function chosenManager(node: HelmNode | undefined, schema: SchemaNode): string | undefined {
  if (node?.type !== "leaf" || typeof node.value !== "string") return undefined;
  const allowed = (schema.allowed ?? []).map(String);
  return allowed.includes(node.value) ? node.value : closestMatches(node.value, allowed)[0];
}

/** The keys that the manager of a part needs and that have no value. */
export function missingKeys({ document }: RuleContext, { path, schema }: IssuerPart): string[] {
  return [...schema.properties]
    .filter(([, { annotations }]) => annotations.neededByManager)
    .map(([key]) => key)
    .filter((key) => {
      const node = document.release.given([...path, key]);
      return node === undefined || (node.type === "leaf" && !String(node.value ?? "").trim());
    });
}

/** True if the part has a value that is not empty. */
export function isFilled({ document }: RuleContext, { path }: IssuerPart): boolean {
  const node = document.release.given(path);
  if (node?.type !== "map") return false;
  return [...node.entries.values()].some(
    (value) => value.type !== "leaf" || String(value.value ?? "").trim() !== "",
  );
}
