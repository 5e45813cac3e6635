import type { Ports } from "../ports.ts";
import { isUnprotected } from "./plain-http.ts";

/**
 * Whether something may be fetched from an address: without TLS only from this machine, or when the person agrees. `shown` is
 * the address for people, and `risk` what somebody on the way could change.
 */
export async function agreesToPlainHttp(
  ports: Ports,
  address: string,
  { what, shown, risk }: { readonly what: string; readonly shown: string; readonly risk: string },
): Promise<boolean> {
  if (!isUnprotected(address)) return true;
  const detail = `${shown}\nWithout TLS, anybody on the way can change ${risk}.`;
  return ports.dialogs.confirm(`Fetch ${what} without TLS?`, detail, "Fetch Without TLS");
}
