import { once } from "node:events";
import { createServer } from "node:net";

/** The address of this machine that no other machine reaches. */
export const LOOPBACK = "127.0.0.1";

/** Ports of the loopback address that nobody listens on, all different. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer().listen(0, LOOPBACK);
      await once(probe, "listening");
      return probe;
    }),
  );
  return Promise.all(
    probes.map(async (probe) => {
      const address = probe.address();
      if (address === null || typeof address === "string") throw new Error("A probe listens on no port.");
      probe.close();
      await once(probe, "close");
      return address.port;
    }),
  );
}
