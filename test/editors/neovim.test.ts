import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { assertHelped, documented, missing, runEditor } from "./session.ts";

test("Neovim, configured as documented, shows problems, hovers, completions and the outline, and mends", {
  skip: missing("nvim"),
}, async () => {
  const script = path.join(import.meta.dirname, "neovim-session.lua");
  const args = [
    "--headless",
    "-u",
    "NONE",
    "-i",
    "NONE",
    "-n",
    "-c",
    "filetype on",
    "-c",
    `luafile ${script}`,
  ];
  const seen = await runEditor("nvim", args, { CONFIGURATIONS: JSON.stringify(documented("lua")) });
  assertHelped(seen);
  assert.deepEqual(
    seen.symbols?.map(({ name }) => name),
    ["controller", "subscriptionServer"],
  );
});
