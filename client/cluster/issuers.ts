import type { ClusterIssuer } from "../../server/lsp/protocol.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { listAt, recordAt, textAt } from "../kubectl/json-access.ts";
import type { CertificateManager, IssuerKind } from "../kubectl/kinds.ts";

export interface Issuer extends ClusterIssuer {
  readonly kind: string;
  readonly group: string;
  readonly isReady: boolean;
  /** Its own message about its state, if it is not ready. */
  readonly message?: string;
}

/** Issuers of one kind as `kubectl` prints them. An issuer without a condition about its state is not ready yet. */
export function issuersOf(
  objects: readonly ClusterObject[],
  manager: CertificateManager,
  { kind }: IssuerKind,
): Issuer[] {
  return objects.map((object) => {
    const { isReady, message } = stateOf(recordAt(object, "status"), manager);
    const { name, namespace } = object.metadata;
    return {
      manager: manager.values[0],
      name,
      kind,
      group: manager.group,
      isReady,
      namespace,
      ...(message !== undefined && !isReady && { message }),
    };
  });
}

function stateOf(status: object, { ready }: CertificateManager) {
  if (ready === "state") {
    return { isReady: textAt(status, "state") === "Ready", message: textAt(status, "message") };
  }
  const condition = listAt(status, "conditions").find(({ type }) => type === "Ready") ?? {};
  return { isReady: textAt(condition, "status") === "True", message: textAt(condition, "message") };
}
