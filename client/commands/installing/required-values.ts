import { dump } from "js-yaml";
import { isHostName } from "../../cluster/host-names.ts";
import type { ClusterTarget } from "../../cluster/target.ts";
import { setText } from "../../helm/set-entry.ts";
import { modeline } from "../../modeline.ts";
import type { Choice, Ports } from "../../ports.ts";
import { type Wanted, wantedAlone } from "../choosing/wanted.ts";
import { proposeFromCluster } from "./cluster-proposals.ts";

/** One value that a person gave. */
interface Given {
  readonly path: string;
  readonly text: string;
}

type Use = "set" | "file";

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
  const proposals = await proposeFromCluster(ports, target, facts);
  const given: Given[] = [];
  for (const { role, path, form } of facts.required) {
    const [proposal, ...others] = proposals[role] ?? [];
    const found = others.length === 0 ? "The proposal" : "The first of several proposals";
    const text = await ports.dialogs.input({
      title,
      prompt: `${path}, in the form ${form}${proposal === undefined ? "" : `. ${found} was read from ${target.context}`}`,
      placeholder: form,
      ...(proposal !== undefined && { value: proposal }),
      problemOf: hostProblem,
    });
    if (text === undefined) return undefined;
    given.push({ path, text });
  }
  const use = await ports.prompts.pick(uses(given), title, "Pick what to do with these values");
  if (use === "set") return { ...wanted, sets: given.map(({ path, text }) => setText(path, text)) };
  if (use === undefined) return undefined;
  const uri = await ports.dialogs.saveNewFile("cap-operator-values.yaml", valuesText(given));
  if (uri === undefined) return undefined;
  await ports.editor.openAt(uri);
  return { ...wanted, ...wantedAlone(ports.installationSettings(), uri) };
}

function uses(given: readonly Given[]): Choice<Use>[] {
  return [
    {
      label: "$(terminal) Install with them",
      detail: given.map(({ path, text }) => `${path}=${text}`).join(", "),
      value: "set",
    },
    {
      label: "$(new-file) Write them to a new values file",
      detail: "The file is opened, and installed with.",
      value: "file",
    },
  ];
}

function valuesText(given: readonly Given[]): string {
  const values: Tree = {};
  for (const { path, text } of given) put(values, path.split("."), text);
  return `${modeline("values")}\n${dump(values)}`;
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

/** What is wrong with the name of a host. */
function hostProblem(text: string): string | undefined {
  if (text.trim() === "") return "Every installation needs this value.";
  if (isHostName(text)) return undefined;
  return "Write a full host name: lower-case letters, digits and hyphens, with dots between its parts.";
}
