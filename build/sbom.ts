import type { BundledPackage } from "./licences.ts";

/** The parts of a software bill of materials in CycloneDX's JSON (https://cyclonedx.org/docs/1.5/json/) that are read here. */
export interface Bom {
  readonly metadata: { readonly component: { readonly name: string; readonly purl?: string } };
  readonly components: readonly BomComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

interface BomComponent {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly scope?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** npm marks what only development needs; all of the project's packages are that, and yet some are in its bundles. */
const OF_DEVELOPMENT = "cdx:npm:package:development";

/** The project in the version that is released. */
interface Released {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/**
 * The bill of materials of what a release of the project ships: of all packages that npm knows of, those that are in the bundles.
 * Packages inside the bundles of other packages, which npm does not know, are added. Throws with the names of any other packages
 * that npm does not know.
 */
export function bomOfBundles<T extends Bom>(
  { name: project, version: release, description }: Released,
  bom: T,
  bundled: readonly BundledPackage[],
): T {
  const inside = bundled.filter((shipped) => shipped.inside !== undefined).map(componentOf);
  const titles = new Set(
    bundled.flatMap((shipped) => (shipped.inside === undefined ? `${shipped.name}@${shipped.version}` : [])),
  );
  const kept = bom.components.filter(({ name, version }) => titles.has(`${name}@${version}`));
  const known = new Set(kept.map(({ name, version }) => `${name}@${version}`));
  const missing = [...titles].filter((title) => !known.has(title));
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(", ")}.`);
  const refs = new Set(kept.map((component) => component["bom-ref"]));
  const all = new Set(bom.components.map((component) => component["bom-ref"]));
  const isShown = (ref: string) => refs.has(ref) || !all.has(ref);
  return {
    ...bom,
    // npm takes the name of the folder and the manifest as it is in the repository: private, and with keys instead of texts.
    metadata: {
      ...bom.metadata,
      component: {
        ...bom.metadata.component,
        name: project,
        description,
        purl: `pkg:npm/${project}@${release}`,
        properties: [],
      },
    },
    components: [
      ...kept.map(({ scope: _, properties = [], ...component }) => ({
        ...component,
        properties: properties.filter(({ name }) => name !== OF_DEVELOPMENT),
      })),
      ...inside,
    ],
    dependencies: [
      ...bom.dependencies
        .filter(({ ref }) => isShown(ref))
        .map(({ ref, dependsOn = [] }) => ({
          ref,
          dependsOn: [
            ...dependsOn.filter(isShown),
            ...bundled.flatMap((shipped) =>
              shipped.inside === ref ? `${shipped.name}@${shipped.version}` : [],
            ),
          ],
        })),
      ...inside.map(({ "bom-ref": ref }) => ({ ref, dependsOn: [] })),
    ],
  };
}

function componentOf({ name, version, license }: BundledPackage) {
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [{ license: { id: license } }],
  };
}
