import { apiResources, apiVersions, canI, get, type Permission, readCanI } from "../kubectl/calls.ts";
import { KINDS } from "../kubectl/kinds.ts";
import { answerOr, type Reading } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Step } from "../operation/operation.ts";
import { type Issuer, issuersOf } from "./issuers.ts";
import {
  type Needs,
  type Prerequisite,
  type PrerequisiteReadings,
  servedGroups,
} from "./prerequisites/prerequisite.ts";
import { prerequisites } from "./prerequisites/prerequisites.ts";
import { readGateways } from "./read-cluster-hosts.ts";

/** The permissions that an installation needs. Helm stores a release in a Secret. */
const CREATED: readonly Permission[] = [
  ...["deployments.apps", "services", "serviceaccounts", "secrets"].map((resource) => ({
    verb: "create",
    resource,
  })),
  ...[
    "namespaces",
    "customresourcedefinitions.apiextensions.k8s.io",
    "clusterroles.rbac.authorization.k8s.io",
    "clusterrolebindings.rbac.authorization.k8s.io",
    "validatingwebhookconfigurations.admissionregistration.k8s.io",
  ].map((resource) => ({ verb: "create", resource, everywhere: true })),
];

/** The prerequisites in a cluster for these values. Never fails: if a question is not answered, its prerequisite is "not checked". */
export async function checkCluster(step: Step, target: ClusterTarget, needs: Needs): Promise<Prerequisite[]> {
  return prerequisites(await readPrerequisites(step, target, needs), needs);
}

/** Asks the cluster for everything that the prerequisites depend on. An unanswered question does not stop the others. */
async function readPrerequisites(
  step: Step,
  target: ClusterTarget,
  needs: Needs,
): Promise<PrerequisiteReadings> {
  const versions = await step.ask(target, apiVersions(target));
  // A cluster that cannot be reached is asked once, not twenty times.
  if ("unread" in versions) return unreadAll(versions);
  const neededApis = [
    ...KINDS.mesh.apis.needed.map(({ apiVersion }) => apiVersion),
    ...(needs.monitoringEnabled ? [KINDS.monitors.apiVersion] : []),
  ].filter((apiVersion) => versions.answer.includes(apiVersion));
  const { labels } = KINDS.mesh.controlPlane;
  const [resources, controlPlanes, gateways, issuers, permissions] = await Promise.all([
    Promise.all(
      neededApis.map(async (apiVersion) => [
        apiVersion,
        await step.ask(target, apiResources(target, apiVersion), { ifNone: [] }),
      ]),
    ),
    step.ask(target, get(target, "deployments", { everywhere: true, labels })),
    readGateways(step, target, needs),
    readIssuers(step, target, versions),
    Promise.all(
      CREATED.map(async (permission) => {
        const question = canI(target, permission);
        return {
          permission,
          allowed: await step.ask(target, question, { readFailed: readCanI }),
        };
      }),
    ),
  ]);
  return {
    apiVersions: versions,
    resources: Object.fromEntries(resources),
    controlPlanes,
    gateways: "unread" in gateways.services ? gateways.services : { answer: gateways.gateways },
    issuers,
    permissions,
  };
}

/** Reads the issuers of the certificate managers that the cluster knows. */
export async function readIssuers(
  step: Step,
  target: ClusterTarget,
  versions: Reading<readonly string[]>,
): Promise<PrerequisiteReadings["issuers"]> {
  const groups = servedGroups(answerOr(versions, []));
  const managers = KINDS.certificateManagers.filter(({ group }) => groups.has(group));
  const read = managers.map(async (manager): Promise<[string, Reading<readonly Issuer[]>]> => {
    const kinds = await Promise.all(
      manager.issuers.map(async (kind) => {
        const invocation = get(target, kind.resource, { everywhere: true });
        const reading = await step.ask(target, invocation, { ifNone: [] });
        return "unread" in reading ? reading : { answer: issuersOf(reading.answer, manager, kind) };
      }),
    );
    const unread = kinds.find((reading) => "unread" in reading);
    return [manager.group, unread ?? { answer: kinds.flatMap((reading) => answerOr(reading, [])) }];
  });
  return Object.fromEntries(await Promise.all(read));
}

function unreadAll(unread: { readonly unread: string }): PrerequisiteReadings {
  const { needed } = KINDS.mesh.apis;
  return {
    apiVersions: unread,
    resources: Object.fromEntries([...needed, KINDS.monitors].map(({ apiVersion }) => [apiVersion, unread])),
    controlPlanes: unread,
    gateways: unread,
    issuers: Object.fromEntries(KINDS.certificateManagers.map(({ group }) => [group, unread])),
    permissions: CREATED.map((permission) => ({ permission, allowed: unread })),
  };
}
