// Documents of other products with so many of whatever they list, made of the table of products: each list of a row has a shape, so a new row has shapes, too.
import { dump } from "js-yaml";
import type { Product } from "../../server/core/embedded/product.ts";
import { PRODUCTS } from "../../server/core/embedded/products.ts";

/** A file that can be made in any size. */
export interface ProductShape {
  readonly name: string;
  /** Its name, by which some products are recognized. */
  readonly file: string;
  readonly make: (count: number) => string;
}

type Made = Record<string, unknown>;

/** Puts something at a dotted path, where a star is the first item of a list. */
function put(holder: Made, path: string, what: unknown): Made {
  const [step = "", ...rest] = path.split(".");
  const below = rest.join(".");
  if (step === "") return Object.assign(holder, what);
  if (rest[0] === "*") {
    const [item = {}] = (holder[step] as Made[] | undefined) ?? [];
    const [, ...left] = rest;
    holder[step] = [left.length === 0 ? what : put(item, left.join("."), what)];
  } else holder[step] = rest.length === 0 ? what : put((holder[step] as Made | undefined) ?? {}, below, what);
  return holder;
}

/** Something wrong, so that each value has a finding with a fix. */
const VALUES = { controller: { podLabels: { canary: 1 } } };

function listed(count: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Keys of a row's document next to the name of the chart, by the paths from there. */
type Beside = Readonly<Record<string, unknown>>;

/** The smallest document of a row that installs the operator's chart. */
function documentOf(product: Product, beside: Beside = {}, index = 0): Made {
  const { group, kind, scope, values, chart, text, type } = product;
  const top: Made = {};
  const scoped: Made = {};
  for (const [path, what] of Object.entries({ [chart[0] ?? ""]: "cap-operator", ...beside }))
    if (path !== "") put(scoped, path, what);
  const [[path, form] = ["values", "mapping"]] = values;
  if (!Object.keys(beside).some((prefix) => path.startsWith(prefix)))
    put(scoped, path, form === "text" ? dump(VALUES) : VALUES);
  if (type) put(type.at.startsWith("/") ? top : scoped, type.at.replace("/", ""), type.begins);
  put(top, scope, scoped);
  const head = kind && { apiVersion: `${group}/v1`, kind, metadata: { name: `r${index}`, namespace: "cop" } };
  return text === undefined ? { ...head, ...top } : put({ ...head }, text, dump(top));
}

/** The lists of a row, with the documents that have so many items in them. */
function listsOf(
  product: Product,
): readonly (readonly [list: string, make: (count: number) => readonly Made[]])[] {
  const { scope, values, from, valuesFiles = [], sets = [], files, kind, text } = product;
  const lists: (readonly [string, (count: number) => readonly Made[]])[] = [];
  if (kind !== undefined && files === undefined)
    lists.push(["documents", (count) => listed(count, (index) => documentOf(product, {}, index)) as Made[]]);
  const parts = scope.split(".*");
  if (parts.length > 1 && text === undefined)
    lists.push([
      scope,
      (count) => {
        const whole = documentOf(product);
        const holder = (parts[0] ?? "")
          .split(".")
          .slice(0, -1)
          .reduce((inner, step) => inner[step] as Made, whole);
        const key = (parts[0] ?? "").split(".").at(-1) ?? "";
        const called = product.release.find((path) => /^\w+$/.test(path)) ?? "label";
        holder[key] = listed(count, (index) => ({ ...(holder[key] as Made[])[0], [called]: `r${index}` }));
        return [whole];
      },
    ]);
  for (const [path, form] of values)
    if (path.endsWith(".*"))
      lists.push([
        path,
        (count) => [
          documentOf(product, {
            [path.slice(0, -2)]: listed(count, () => (form === "text" ? dump(VALUES) : VALUES)),
          }),
        ],
      ]);
  if (from)
    lists.push([
      from.at,
      (count) => [
        documentOf(product, {
          [from.at]: listed(count, (index) => ({ kind: "ConfigMap", name: `c${index}` })),
        }),
        ...(listed(count, (index) => ({
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: `c${index}`, namespace: "cop" },
          data: { "values.yaml": dump(VALUES) },
        })) as Made[]),
      ],
    ]);
  for (const { at: list, folder } of valuesFiles)
    lists.push([
      `${list}, files`,
      (count) => [
        documentOf(product, {
          ...(folder?.[0] && { [folder[0]]: "charts" }),
          [list]: listed(count, (index) => `v${index}.yaml`),
        }),
      ],
    ]);
  for (const { at: list } of sets) {
    lists.push([
      `${list}, a list`,
      (count) => [
        documentOf(product, {
          [list]: listed(count, (index) => ({ name: `controller.key${index}`, value: index })),
        }),
      ],
    ]);
    lists.push([
      `${list}, a mapping`,
      (count) => [
        documentOf(product, {
          [list]: Object.fromEntries(
            listed(count, (index) => [`controller.key${index}`, index]) as [string, number][],
          ),
        }),
      ],
    ]);
  }
  return lists;
}

/** The document that names the chart of others, which only add to its values. */
function chartsOf({ chart, group }: Product, documents: readonly Made[]): readonly Made[] {
  if (chart.length > 0) return [];
  const spec = { chart: "cap-operator" };
  return documents.map(({ metadata }) => ({ apiVersion: `${group}/v1`, kind: "HelmChart", metadata, spec }));
}

/** A shape for each list of each row. */
const OF_ROWS: readonly ProductShape[] = PRODUCTS.flatMap((product) =>
  listsOf(product).map(([list, make]): ProductShape => {
    const { name, kind, scope, text, files, group = "" } = product;
    const place = [kind ?? files?.[0], group, text, scope]
      .filter((part) => part !== undefined && part !== "")
      .join(" ");
    return {
      name: `${name} (${place}): ${list}`,
      file: files?.[0] ?? "app.yaml",
      make: (count) => {
        const documents = make(count);
        return [...chartsOf(product, documents), ...documents]
          .map((document) => dump(document, { noRefs: true }))
          .join("---\n");
      },
    };
  }),
);

const COP = "repo/cap-operator";

function text(
  name: string,
  file: string,
  part: (index: number) => string,
  head = "",
  tail = "",
): ProductShape {
  const make = (count: number) => head + listed(count, part).join("") + tail;
  return { name, file, make };
}

const HELM_RELEASE = 'resource "helm_release" "cop" {\n  chart = "cap-operator"\n';

/** The lists of documents that the table does not describe: texts that are not YAML, and what Kustomize puts together. */
const OTHER_SHAPES: readonly ProductShape[] = [
  text(
    "Terraform: values",
    "main.tf",
    () => `<<A\n${dump(VALUES)}A\n,\n`,
    `${HELM_RELEASE}  values = [\n`,
    "]\n}\n",
  ),
  text(
    "Terraform: values in quotes",
    "main.tf",
    () => '"controller: {replicas: two}",\n',
    `${HELM_RELEASE}  values = [\n`,
    "]\n}\n",
  ),
  text(
    "Terraform: set",
    "main.tf",
    (i) => `  set {\n    name = "controller.key${i}"\n    value = "${i}"\n  }\n`,
    HELM_RELEASE,
    "}\n",
  ),
  text(
    "Terraform: a list of set",
    "main.tf",
    (i) => `    { name = "controller.key${i}", value = "${i}" },\n`,
    `${HELM_RELEASE}  set = [\n`,
    "]\n}\n",
  ),
  text(
    "Terraform: releases",
    "main.tf",
    (i) => `${HELM_RELEASE.replace("cop", `r${i}`)}  values = ["controller: {replicas: two}"]\n}\n`,
  ),
  text("Helm: --set", "install.sh", (i) => ` --set controller.key${i}=${i}`, `helm upgrade cop ${COP}`, "\n"),
  text("Helm: commands", "install.sh", (i) => `helm upgrade r${i} ${COP} --set controller.replicas=two\n`),
  text(
    "Kustomize: patches",
    "kustomization.yaml",
    (i) =>
      `  - target: {kind: HelmRelease, name: r${i}}\n    patch: |\n      - {op: add, path: /spec/values/controller/replicas, value: two}\n`,
    "patches:\n",
  ),
  text(
    "Kustomize: configMapGenerator",
    "kustomization.yaml",
    (i) => `  - {name: c${i}, files: [values.yaml=v${i}.yaml]}\n`,
    "configMapGenerator:\n",
  ),
  text("Kustomize: resources", "kustomization.yaml", (i) => `  - r${i}.yaml\n`, "resources:\n"),
];

/** All of them. */
export const PRODUCT_SHAPES: readonly ProductShape[] = [...OF_ROWS, ...OTHER_SHAPES];
