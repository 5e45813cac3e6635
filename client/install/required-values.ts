import { setText } from "../cli/flags.ts";
import { readClusterHosts } from "../cluster/read-cluster-hosts.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { writeYaml } from "../manifests/yaml.ts";
import { modeline } from "../modeline.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Choice, Ports } from "../ports.ts";
import { chooseRequiredValues } from "./choose-required-values.ts";
import type { Wanted } from "./wanted.ts";

/** One value that a person gave. */
interface Given {
  readonly path: string;
  readonly text: string;
}

const USES: readonly Choice<"set" | "file">[] = [
  {
    label: "$(terminal) Install with them",
    detail: "As --set entries, which no file keeps",
    value: "set",
  },
  {
    label: "$(new-file) Write them to a new values file",
    detail: "The file is opened, and installed with",
    value: "file",
  },
];

/**
 * Asks for the values that every installation needs, with what the cluster proposes, and what becomes of them: `--set`
 * entries of this installation, or a new values file. Nothing when the person dismissed a question.
 */
export async function askRequiredValues(
  ports: Ports,
  title: string,
  wanted: Wanted,
  target: ClusterTarget,
): Promise<Wanted | undefined> {
  const facts = await ports.server.valuesFacts();
  const { context } = target;
  const hosts = await whileReading(ports, `Looking for proposals in ${context}`, (signal) =>
    readClusterHosts(ports, target, facts, signal),
  );
  const chosen = await chooseRequiredValues(ports, { title, context, facts, hosts });
  if (chosen === undefined) return undefined;
  const given: Given[] = chosen.flatMap(({ role, value }) =>
    facts.required.filter((one) => one.role === role).map(({ path }) => ({ path, text: value })),
  );
  const use = await ports.prompts.pick(USES, title, "Pick what to do with these values");
  if (use === "set") {
    return { ...wanted, sets: [...wanted.sets, ...given.map(({ path, text }) => setText(path, text))] };
  }
  if (use === undefined) return undefined;
  const uri = await ports.dialogs.saveNewFile("cap-operator-values.yaml", valuesText(given));
  if (uri === undefined) return undefined;
  await ports.editor.openAt(uri);
  return { ...wanted, of: { uri }, values: [uri] };
}

function valuesText(given: readonly Given[]): string {
  const values: Tree = {};
  for (const { path, text } of given) put(values, path.split("."), text);
  return `${modeline("values")}\n${writeYaml(values)}`;
}

interface Tree {
  [key: string]: Tree | string;
}

function put(tree: Tree, [key = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    tree[key] = text;
    return;
  }
  const there = tree[key];
  const inner = typeof there === "object" ? there : {};
  tree[key] = inner;
  put(inner, rest, text);
}
