import { type RawObject, readObjects } from "../../manifests/objects.ts";
import { mapOf } from "../../manifests/yaml.ts";

/** One object as Helm will send it. */
export interface PlannedRequest {
  readonly object: RawObject;
  /**
   * Helm only creates CRDs and most hooks, and one of that name does not stop it: it keeps the CRD, and deletes the hook first.
   * Everything else it creates or changes.
   */
  readonly way: "apply" | "create";
}

/**
 * The requests of Helm, in its order: CRDs on a first installation, the hooks that run before, the objects of the manifest (which
 * Helm writes in the order in which it installs them), the hooks that run after.
 */
export function plannedRequests(
  rendered: readonly RawObject[],
  crds: string,
  isUpgrade: boolean,
): readonly PlannedRequest[] {
  const operation = isUpgrade ? "upgrade" : "install";
  const objects = rendered.filter(({ value }) => value !== undefined);
  const brought = isUpgrade ? [] : readObjects(crds).filter(({ value }) => value !== undefined);
  const requests: PlannedRequest[] = [
    ...brought.map((object): PlannedRequest => ({ object, way: "create" })),
    ...hooksOf(objects, `pre-${operation}`),
    ...objects.filter(({ hook }) => !hook).map((object): PlannedRequest => ({ object, way: "apply" })),
    ...hooksOf(objects, `post-${operation}`),
  ];
  // A hook that runs before and after is one object.
  return [...new Map(requests.map((request) => [request.object, request])).values()];
}

/** The hooks of an event, by their weight. */
function hooksOf(objects: readonly RawObject[], event: string): readonly PlannedRequest[] {
  const weightOf = (hook: RawObject) => Number(annotation(hook, "helm.sh/hook-weight"));
  return objects
    .filter(
      (hook) =>
        hook.hook &&
        annotation(hook, "helm.sh/hook")
          .split(",")
          .some((name) => name.trim() === event),
    )
    .sort((a, b) => weightOf(a) - weightOf(b))
    .map((object) => ({ object, way: isDeletedFirst(object) ? "create" : "apply" }));
}

function isDeletedFirst(hook: RawObject): boolean {
  const policy = annotation(hook, "helm.sh/hook-delete-policy");
  return policy === "" || policy.includes("before-hook-creation");
}

function annotation({ value }: RawObject, name: string): string {
  return String(mapOf(mapOf(value?.metadata).annotations)[name] ?? "").trim();
}
