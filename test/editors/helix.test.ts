import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { documented, MENDED, missing, TEXT, withServer } from "./session.ts";

const PATIENCE_MS = 60_000;
const [configuration = ""] = documented("toml");

test(
  "Helix, configured as documented, shows problems, hovers and completions, and mends",
  {
    skip: missing("hx") || missing("tmux", "-V"),
  },
  () =>
    withServer(async ({ folder, file, env }) => {
      mkdirSync(path.join(folder, "helix"));
      writeFileSync(path.join(folder, "helix/languages.toml"), configuration);
      const tmux = (...args: string[]) => {
        const { stdout } = spawnSync("tmux", ["-S", path.join(folder, "socket"), ...args], {
          env,
          encoding: "utf8",
        });
        return stdout;
      };
      const press = (...keys: string[]) => tmux("send-keys", ...keys);
      const screen = () => tmux("capture-pane", "-p");
      const shows = async (wanted: RegExp) => {
        const until = Date.now() + PATIENCE_MS;
        while (!wanted.test(screen())) {
          assert.ok(Date.now() < until, `${wanted} did not come:\n${screen()}`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      tmux("new-session", "-d", "-x", "160", "-y", "40", "hx", file);
      try {
        await shows(/replicaz/);
        press("2", "j", "2", "l");
        await shows(/Unknown key "replicaz"/);
        press("Space", "a");
        await shows(/Change|Rename|Replace/);
        press("Enter");
        await shows(/replicas: 2/);
        press("k", "Space", "k");
        await shows(/Emits finer-grained metrics/);
        press("Escape");
        // An escape with a key right after it is another key.
        await shows(/^(?!.*Emits finer)/s);
        press(":", "w", "Enter");
        await shows(/written/);
        assert.equal(readFileSync(file, "utf8"), MENDED);
        assert.notEqual(MENDED, TEXT);
        press("o", "i", "m", "a");
        await shows(/imagePullSecrets/);
      } finally {
        tmux("kill-server");
      }
    }),
);
