import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeContext } from "../../../client/commands/change-context.ts";
import { install } from "../../../client/commands/install.ts";
import { showHistory } from "../../../client/commands/show-history.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import type { Ports } from "../../../client/operation/command.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { DEPLOYED, type HelmState, helmWorld, KUBECONFIG, told } from "../install/helm-world.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";

const CHOSEN = "remembered: kubeContext = eu-prod";

/** Ports whose buttons really run the command. */
function withCommand(ports: ReturnType<typeof fakePorts>): Ports {
  return {
    ...ports,
    editor: {
      ...ports.editor,
      runCommand: async (id) => {
        assert.equal(id, "capOperator.changeContext");
        await changeContext.run(ports);
      },
    },
  };
}

const calls = (seen: readonly string[]) => seen.filter((line) => line.startsWith("run: "));

describe("Change Context...", () => {
  test("lists the contexts, marks the one in use, and keeps the choice for the workspace", async () => {
    const ports = fakePorts(helmWorld({}, { pick: "eu-prod" }));
    await changeContext.run(ports);
    assert.deepEqual(
      ports.choices.map(({ label, description }) => [label, description]),
      [
        ["dev", "in use · https://dev:6443"],
        ["eu-prod", "https://prod:6443"],
        ["$(sync) The current context of the kubeconfig", "dev"],
      ],
    );
    assert.ok(ports.seen.includes(CHOSEN));
    assert.deepEqual(calls(ports.seen), [], "no program runs");
  });

  test("can be undone: the current context of the kubeconfig is followed again", async () => {
    const ports = fakePorts(
      helmWorld({}, { pick: "current context", remembered: { kubeContext: "eu-prod" } }),
    );
    await changeContext.run(ports);
    await showHistory.run(ports);
    assert.ok(calls(ports.seen).some((line) => line.includes("--kube-context dev")));
  });

  test("says what is wrong with a kubeconfig that cannot be read", async () => {
    const ports = fakePorts({ files: { "/home/me/.kube/config": "a: [\n" } });
    await changeContext.run(ports);
    assert.match(ports.seen.join("\n"), /^error: Helm and kubectl cannot read the kubeconfig\./m);
  });
});

describe("the context that was chosen", () => {
  const chosen: World = { remembered: { kubeContext: "eu-prod" } };

  test("is that of every call, and the question names the one that the kubeconfig has", async () => {
    const ports = fakePorts(helmWorld({}, { ...chosen, confirm: true, settings: { protectedContexts: [] } }));
    await install.run(ports);
    const lines = told(ports.seen);
    assert.ok(lines.includes("  Context: eu-prod (user ada)"), lines.join("\n"));
    assert.ok(lines.includes("  Current context of the kubeconfig: dev"));
    const reaching = calls(ports.seen).filter((line) => line.includes("context"));
    assert.ok(reaching.length > 3);
    assert.deepEqual(
      reaching.filter((line) => !line.includes("context eu-prod")),
      [],
    );
  });

  test("is protected like any other: the name has to be typed", async () => {
    const ports = fakePorts(
      helmWorld({}, { ...chosen, confirm: true, settings: { protectedContexts: ["*prod"] } }),
    );
    await install.run(ports);
    assert.match(ports.seen.join("\n"), /eu-prod is a protected context/);
    assert.ok(!calls(ports.seen).some((line) => line.startsWith("run: helm upgrade --install --kube")));
  });

  test("is asked for again if the kubeconfig no longer has it", async () => {
    const single = kubeconfigText("dev", { dev: { server: "https://dev:6443", user: "ada" } });
    const ports = fakePorts(
      helmWorld(
        { histories: [[DEPLOYED]] },
        { ...chosen, pick: "dev", files: { "/home/me/.kube/config": single } },
      ),
    );
    await showHistory.run(ports);
    assert.ok(
      ports.seen.includes(
        'pick: CAP Operator: Kube Context | The kubeconfig has no context "eu-prod". Select the context for this workspace',
      ),
    );
    assert.ok(ports.seen.includes("remembered: kubeContext = dev"));
  });
});

describe("the context is changed where it is needed", () => {
  test("in the question: all is looked at again, and asked again, in the other context", async () => {
    const world = {
      choose: ["Change Context...", "Install"],
      pick: "eu-prod",
      settings: { protectedContexts: [] },
    };
    const ports = fakePorts(helmWorld({}, world));
    await install.run(ports);
    const asked = told(ports.seen).filter((line) => line.startsWith("confirm: "));
    assert.deepEqual(asked, [
      "confirm: Install cap-operator in dev? [Install] [Preview Changes] [Read Details] [Change Context...]",
      "confirm: Install cap-operator in eu-prod? [Install] [Preview Changes] [Read Details] [Change Context...]",
    ]);
    const [change] = calls(ports.seen).filter((line) =>
      line.startsWith("run: helm upgrade --install --kube"),
    );
    assert.match(change ?? "", /--kube-context eu-prod/);
  });

  test("not for a release whose settings name the context, and not if there is no other one", async () => {
    const single = kubeconfigText("dev", { dev: { server: "https://dev:6443", user: "ada" } });
    const named = {
      id: "cop",
      name: "cop",
      kubeContext: "dev",
      values: ["file:///home/me/deploy/values.yaml"],
    };
    const worlds: World[] = [
      { files: { "/home/me/.kube/config": single } },
      { releases: [{ ...named, sets: [], problems: [] } as never] },
    ];
    for (const world of worlds) {
      const ports = fakePorts(helmWorld({}, world));
      await install.run(ports);
      const [asked] = told(ports.seen).filter((line) => line.startsWith("confirm: "));
      assert.match(asked ?? "", /in dev\? \[Install\] \[Preview Changes\] \[Read Details\]$/);
    }
  });

  const FORBIDDEN =
    'Error: query: failed to query with labels: secrets is forbidden: User "nobody" cannot list resource "secrets" in API group "" in the namespace "cap-operator-system"\n';
  const refused = (line: string) =>
    line.includes("--kube-context dev") ? { exitCode: 1, stderr: FORBIDDEN } : undefined;

  test("in a message about missing rights: the command starts again in the other context", async () => {
    const state: HelmState = { histories: [[DEPLOYED]] };
    const ports = fakePorts(
      helmWorld(state, { pick: "eu-prod", press: "Change Context...", programs: refused }),
    );
    await showHistory.run(withCommand(ports));
    assert.match(ports.seen.join("\n"), /^error: User nobody is not allowed to .* \[Change Context\.\.\.\]/m);
    assert.ok(ports.seen.some((line) => line.startsWith("page: History of cap-operator in eu-prod")));
  });

  test("and nothing starts again if the person chooses none, or the same", async () => {
    const ports = fakePorts(helmWorld({}, { press: "Change Context...", programs: refused }));
    await showHistory.run(withCommand(ports));
    assert.equal(ports.seen.filter((line) => line.startsWith("error: ")).length, 1);
  });

  test("in a message about a context without a cluster", async () => {
    const lost = KUBECONFIG.replace('"cluster":"dev"', '"cluster":"gone"');
    const ports = fakePorts(
      helmWorld(
        { histories: [[DEPLOYED]] },
        { pick: "eu-prod", press: "Change Context...", files: { "/home/me/.kube/config": lost } },
      ),
    );
    await showHistory.run(withCommand(ports));
    assert.match(
      ports.seen.join("\n"),
      /^error: Nothing can be reached with the context "dev"\. .* \[Change Context\.\.\.\] \[Open Settings\]$/m,
    );
    assert.ok(ports.seen.some((line) => line.startsWith("page: History of cap-operator in eu-prod")));
  });
});

describe("after a change", () => {
  test("no message about reading the state stays next to the one about the end", async () => {
    const ports = fakePorts(helmWorld({}, { confirm: true }));
    await install.run(ports);
    const ran = ports.seen.findIndex((line) => line.startsWith("run: helm upgrade --install --kube"));
    assert.ok(ran > 0);
    assert.deepEqual(
      ports.seen.slice(ran).filter((line) => line.startsWith("progress: Reading the state")),
      [],
    );
  });

  test("a page about the release says that it is outdated, and a release that is gone has no status", async () => {
    const ports = fakePorts(helmWorld({ histories: [[DEPLOYED]] }, { confirm: true }));
    await showHistory.run(ports);
    await uninstall.run(ports);
    assert.ok(ports.seen.includes("past: History of cap-operator in dev"));
    assert.match(told(ports.seen).at(-1) ?? "", /is uninstalled from dev\..* \[Show Output\]$/);
    assert.doesNotMatch(told(ports.seen).at(-1) ?? "", /Show Status/);
  });
});
