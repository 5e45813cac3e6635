import { type AppliedObject, apply } from "../cli/kubectl.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import type { Invocation } from "../installation-ports.ts";

/** How CRDs are applied. */
export interface CrdOptions {
  /** Lets the API server check everything and keep nothing. */
  readonly dryRun?: boolean;
  /** Takes fields over that something else applied, such as Helm when it installed the CRDs. */
  readonly force?: boolean;
}

/** Helm 4 applies CRDs under the name of its program when it installs, and would be refused fields of another owner. */
const FIELD_MANAGER = "helm";

/**
 * Applies CRDs on the server's side: they are too long for the annotation that `kubectl apply` keeps otherwise, and the
 * server says whose fields would be changed (Kubernetes: server-side apply, conflicts). They stay Helm's.
 */
export function applyCrds(
  target: ClusterTarget,
  manifest: string,
  { dryRun = false, force = false }: CrdOptions = {},
): Invocation<readonly AppliedObject[]> {
  const { args, ...rest } = apply(target, manifest, { dryRun });
  const flags = ["--server-side", "--field-manager", FIELD_MANAGER];
  return { ...rest, args: [...args, ...flags, ...(force ? ["--force-conflicts"] : [])] };
}
