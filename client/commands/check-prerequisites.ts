import { clientVersion, serverVersion } from "../cli/kubectl.ts";
import { checkCluster } from "../cluster/check-cluster.ts";
import type { CheckedFor } from "../cluster/prerequisites/page.ts";
import type { Needs } from "../cluster/prerequisites/prerequisite.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { showPrerequisites } from "../cluster/show-prerequisites.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { fileName } from "../file-name.ts";
import { anyValues, targetOf, type ValuesAtHand } from "../files/values-at-hand.ts";
import { previewedAt } from "../install/previewed.ts";
import type { Wanted } from "../install/wanted.ts";
import { ask } from "../operation/ask-cluster.ts";
import type { Command, Ports } from "../ports.ts";

const TITLE = "CAP Operator: Check Prerequisites";

/** Looks in the cluster for what an installation with these values needs, and shows it as a page. */
export const checkPrerequisites: Command = {
  id: "capOperator.checkPrerequisites",
  async run(ports, target) {
    const previewed = previewedAt(target);
    const values = previewed ? valuesOf(previewed) : await anyValues(ports, target, TITLE);
    if (values === undefined || !(await ports.dialogs.trusted())) return;
    const at = previewed ? await resolveTarget(ports, previewed) : await targetOf(ports, values);
    if (at === undefined) return;
    const facts = await ports.server.valuesFacts(values.of);
    const needs: Needs = { ...facts, namespace: at.namespace };
    const checked = await ports.progress.show(
      `Checking prerequisites in ${at.context}`,
      async (_, cancelled) => {
        const [all, versions] = await Promise.all([
          checkCluster(ports, at, needs, cancelled),
          readVersions(ports, at, cancelled),
        ]);
        return cancelled.aborted ? undefined : { all, versions };
      },
    );
    if (checked === undefined) return;
    await showPrerequisites(ports, checked.all, { at, values: values.name, ...checked.versions });
    ports.walkthrough.achieved("checkedPrerequisites");
  },
};

function valuesOf({ of, release }: Wanted): ValuesAtHand {
  if (of === undefined) return { name: "the chart's defaults" };
  return { of, name: "uri" in of ? fileName(of.uri) : `the release ${release}` };
}

async function readVersions(
  ports: Ports,
  at: ClusterTarget,
  signal: AbortSignal,
): Promise<Pick<CheckedFor, "kubectl" | "apiServer">> {
  const [kubectl, apiServer] = await Promise.all([
    ask(ports, at, clientVersion(), { signal }),
    ask(ports, at, serverVersion(at), { signal }),
  ]);
  return {
    ...("answer" in kubectl && { kubectl: kubectl.answer }),
    ...("answer" in apiServer && { apiServer: apiServer.answer }),
  };
}
