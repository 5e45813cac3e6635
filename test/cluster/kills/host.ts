// Another extension host, to be killed: node test/cluster/kills/host.ts <file with the seat> <timeout>. It installs, and prints
// each line that Helm prints.
import { readFileSync } from "node:fs";
import { install } from "../../../client/commands/install.ts";
import { portsOf } from "./person.ts";

const [file = "", timeout = ""] = process.argv.slice(2);
const ports = portsOf(JSON.parse(readFileSync(file, "utf8")), {
  answer: async () => undefined,
  timeout: () => timeout,
  printed: (line) => process.stdout.write(`${line}\n`),
});
await install.run(ports);
