import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { assertHelped, documented, missing, runEditor } from "./session.ts";

const PACKAGES = "(progn (package-initialize) (require 'eglot) (require 'yaml-mode))";

function skip(): string | false {
  const reason = missing("emacs");
  if (reason || spawnSync("emacs", ["--batch", "--eval", PACKAGES]).status === 0) return reason;
  const packages = "Emacs has no Eglot or no YAML mode, so the server was not tried in it";
  console.log(`Skipped: ${packages}.`);
  return packages;
}

test("Emacs with Eglot, configured as documented, shows problems, hovers and completions, and mends", {
  skip: skip(),
}, async () => {
  const script = path.join(import.meta.dirname, "emacs-session.el");
  const [configuration = ""] = documented("elisp");
  const seen = await runEditor("emacs", ["--batch", "-l", script], { CONFIGURATION: configuration });
  assertHelped(seen);
});
