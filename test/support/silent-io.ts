import type { Io } from "../../server/cli/output/io.ts";
import { repository } from "./repository.ts";

/** The world of a command that runs in a folder without input, and whose output is heard by nobody. */
export function silentIo(cwd: string): Io {
  const nothing = () => undefined;
  return {
    cwd,
    env: {},
    packageFolder: repository,
    out: nothing,
    err: nothing,
    isOutTerminal: false,
    isErrTerminal: false,
    input: () => Promise.resolve(Buffer.alloc(0)),
  };
}
