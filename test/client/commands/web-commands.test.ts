import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMANDS } from "../../../client/commands/command-table.ts";
import { EDITOR_COMMANDS, WEB_COMMANDS } from "../../../client/commands/web-command-table.ts";
import { fakePorts } from "../fake-ports.ts";

const ids = (commands: readonly { readonly id: string }[]) => commands.map(({ id }) => id).sort();

test("a browser has every command, and code lenses only those that work there", () => {
  assert.deepEqual(ids(WEB_COMMANDS), ids(COMMANDS));
  const needPrograms = COMMANDS.filter(({ needsTrust }) => needsTrust);
  const inEditor = new Set<string>(ids(EDITOR_COMMANDS));
  assert.deepEqual(
    needPrograms.filter(({ id }) => inEditor.has(id)),
    [],
  );
});

for (const command of WEB_COMMANDS.filter((candidate) => !EDITOR_COMMANDS.includes(candidate))) {
  test(`in a browser, ${command.id} says why it does not run, and what to do`, async () => {
    const ports = fakePorts({});
    await command.run(ports);
    assert.equal(ports.seen.length, 1, ports.seen.join("\n"));
    assert.match(
      ports.seen[0] ?? "",
      /^info: .* needs (Helm|kubectl), which does not run in the browser\. Open this folder in VS Code on your computer\.$/,
    );
  });
}
