import assert from "node:assert/strict";
import { test } from "node:test";
import { capabilitiesOf, readHelmVersion } from "../../../client/cli/capabilities.ts";
import { freePending } from "../../../client/release/way-out.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import type { Answer } from "../fake-programs.ts";
import { helmWorld } from "../install/helm-world.ts";
import { inOperation } from "../operations.ts";

const AT = { context: "dev", server: "https://dev:6443", namespace: "cop", release: "cop" };
const CAN = capabilitiesOf(readHelmVersion("v3.18.4"));
const PENDING = {
  revision: 3,
  status: "pending-rollback",
  chart: "c-1",
  appVersion: "",
  updated: "",
  description: "",
};

/** An object of a manifest. */
const object = (kind: string, name: string, more = "") =>
  `apiVersion: ${kind === "Deployment" ? "apps/v1" : "v1"}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`;
const OLD = object("ConfigMap", "old");
const NEW = object("ConfigMap", "new");

interface Live {
  readonly uid?: string;
  readonly labels?: object;
  readonly annotations?: object;
  /** Absent for an object that is in no namespace. */
  readonly namespace?: string | undefined;
}

/** What Helm adds to its objects (Helm: pkg/action/validate.go). */
const OWNED = {
  labels: { "app.kubernetes.io/managed-by": "Helm" },
  annotations: { "meta.helm.sh/release-name": "cop", "meta.helm.sh/release-namespace": "cop" },
};

interface Scene {
  /** The manifests of the revisions, the first one first; the rollback creates one like that of revision 1. */
  readonly manifests?: readonly string[];
  readonly statuses?: readonly string[];
  /** What is in the cluster, by `Kind/name`. */
  readonly live?: Record<string, Live>;
  /** Called after the rollback, with what is in the cluster. */
  readonly behind?: (line: string, live: Record<string, Live>) => void;
  readonly answers?: (line: string) => Answer | undefined;
  readonly world?: World;
}

/** Takes the way out of `pending-rollback 3`; returns what was seen, and what kubectl deleted. */
async function freed({ manifests = [OLD, `${OLD}---\n${NEW}`, OLD], statuses, ...scene }: Scene = {}) {
  const live: Record<string, Live> = {
    ...(scene.live ?? { "ConfigMap/old": OWNED, "ConfigMap/new": OWNED }),
  };
  const deleted: string[] = [];
  const texts = [...manifests];
  const histories = [
    (statuses ?? ["superseded", "failed", "pending-rollback"]).map((status, index) => ({
      revision: index + 1,
      status,
    })),
  ];
  const world = helmWorld(
    { histories },
    {
      missing: [],
      confirm: true,
      ...scene.world,
      programs(line, { stdin = "" }) {
        const other = scene.answers?.(line);
        if (other !== undefined) return other;
        if (line.startsWith("helm get all")) {
          const revision = /--revision (\d+)/.exec(line)?.[1];
          return texts[revision === undefined ? texts.length - 1 : Number(revision) - 1] ?? "";
        }
        if (line.startsWith("helm rollback")) {
          texts.push(manifests[0] ?? "");
          scene.behind?.(line, live);
          return "Rollback was a success! Happy Helming!\n";
        }
        if (!line.startsWith("kubectl")) return undefined;
        const { apiVersion, kind, metadata } = JSON.parse(stdin);
        const key = `${kind}/${metadata.name}`;
        const found = live[key];
        if (line.startsWith("kubectl delete ")) {
          deleted.push(key);
          delete live[key];
          return "";
        }
        if (found === undefined) return "";
        const place = "namespace" in found ? {} : { namespace: /--namespace (\S+)/.exec(line)?.[1] };
        return JSON.stringify({
          apiVersion,
          kind,
          metadata: { uid: "u1", name: metadata.name, ...place, ...found },
        });
      },
    },
  );
  const ports = fakePorts(world);
  await inOperation(ports, (operation) => freePending(operation, AT, PENDING, CAN));
  const { seen } = ports;
  return {
    seen,
    deleted,
    last: seen.at(-1) ?? "",
    question: seen.find((line) => /^ {2}Deletes /.test(line)),
  };
}

test("what a skipped revision brought is named in the question, and deleted after the rollback", async () => {
  const { seen, deleted, question } = await freed();
  assert.equal(question, "  Deletes what revision 2 created and revision 1 does not have: ConfigMap new.");
  assert.deepEqual(deleted, ["ConfigMap/new"]);
  const changes = seen.filter((line) => /^run: (helm rollback|kubectl delete)/.test(line));
  assert.deepEqual(changes, [
    "run: helm rollback --kube-context dev --namespace cop --wait --timeout 5m0s -- cop 1",
    "run: kubectl delete --ignore-not-found --wait=false -f - --context dev --request-timeout 20s --namespace cop",
  ]);
});

test("without an answer to the question, nothing is changed", async () => {
  const { seen, deleted } = await freed({ world: { confirm: false } });
  assert.deepEqual(deleted, []);
  assert.ok(!seen.some((line) => line.startsWith("run: helm rollback")));
});

test("in a protected context, the name has to be typed before anything is deleted", async () => {
  const settings = { protectedContexts: ["dev"] };
  const wrong = await freed({ world: { settings, input: ["something else"] } });
  assert.deepEqual(wrong.deleted, []);
  assert.deepEqual((await freed({ world: { settings, input: ["cop"] } })).deleted, ["ConfigMap/new"]);
});

test("if the rollback fails, nothing is deleted", async () => {
  const answers = (line: string) =>
    line.startsWith("helm rollback") ? { exitCode: 1, stderr: "Error: no\n" } : undefined;
  const { deleted, last } = await freed({ answers });
  assert.deepEqual(deleted, []);
  assert.match(last, /^error: Rolling back failed/);
});

for (const [what, more, live] of [
  ["that was created without Helm", "", {}],
  ["that somebody else now manages", "", { ...OWNED, labels: { "app.kubernetes.io/managed-by": "me" } }],
  [
    "of another release",
    "",
    { ...OWNED, annotations: { ...OWNED.annotations, "meta.helm.sh/release-name": "other" } },
  ],
  [
    "of a release of this name in another namespace",
    "",
    { ...OWNED, annotations: { ...OWNED.annotations, "meta.helm.sh/release-namespace": "other" } },
  ],
  [
    "that Helm keeps",
    "",
    { ...OWNED, annotations: { ...OWNED.annotations, "helm.sh/resource-policy": "keep" } },
  ],
  ["that is a hook", "  annotations: { helm.sh/hook: post-upgrade }\n", OWNED],
] as const) {
  test(`an object ${what} is neither named nor deleted`, async () => {
    const manifests = [OLD, `${OLD}---\n${object("ConfigMap", "new", more)}`, OLD];
    const { deleted, question } = await freed({ manifests, live: { "ConfigMap/new": live } });
    assert.deepEqual([deleted, question], [[], undefined]);
  });
}

test("what the target revision or the newest one has is left to Helm", async () => {
  const other =
    "apiVersion: networking.example.org/v1\nkind: ConfigMap\nmetadata: { name: new, namespace: cop }\n";
  for (const manifests of [
    [`${OLD}---\n${other}`, `${OLD}---\n${NEW}`, OLD],
    [OLD, `${OLD}---\n${NEW}`, `${OLD}---\n${NEW}`],
  ]) {
    const { deleted, question } = await freed({ manifests });
    assert.deepEqual([deleted, question], [[], undefined]);
  }
});

test("an object in no namespace is the same one, whatever namespace its manifest names", async () => {
  const role = (namespace: string) => object("Widget", "all", `  namespace: ${namespace}\n`);
  const manifests = [role("cop"), role("elsewhere"), role("cop")];
  const live = { "Widget/all": { ...OWNED, namespace: undefined } };
  const { deleted, question } = await freed({ manifests, live });
  assert.deepEqual([deleted, question], [[], undefined]);
});

test("what an unreadable part of a manifest could contain is not deleted", async () => {
  const manifests = [`${OLD}---\n{ broken`, `${OLD}---\n${NEW}`, OLD];
  const { deleted, last } = await freed({ manifests });
  assert.deepEqual(deleted, []);
  assert.match(
    last,
    /^warn: .* but ConfigMap new, which revision 2 created, was not deleted\. It is not known what else it belongs/,
  );
});

for (const [what, change] of [
  ["was created again", { ...OWNED, uid: "u2" }],
  ["was taken over by somebody else", { uid: "u1" }],
] as const) {
  test(`an object that ${what} after the question stays, and is reported`, async () => {
    const behind = (_line: string, live: Record<string, Live>) => {
      live["ConfigMap/new"] = change;
    };
    const { deleted, last, question } = await freed({ behind });
    assert.match(question ?? "", /ConfigMap new/);
    assert.deepEqual(deleted, []);
    assert.match(
      last,
      /ConfigMap new, which revision 2 created, was not deleted\. It was changed after you confirmed\./,
    );
  });
}

test("an object that the newest revision has by then is kept", async () => {
  let isBack = false;
  const answers = (line: string) => {
    isBack ||= line.startsWith("helm rollback");
    return isBack && line.startsWith("helm get all") ? `${OLD}---\n${NEW}` : undefined;
  };
  const { deleted, question } = await freed({ answers });
  assert.match(question ?? "", /ConfigMap new/);
  assert.deepEqual(deleted, []);
});

test("without kubectl, what stays is reported, with the line that deletes it", async () => {
  const { seen, last, deleted } = await freed({ world: { missing: ["kubectl"], press: "Open in Terminal" } });
  assert.deepEqual(deleted, []);
  assert.ok(
    seen.some((line) =>
      line.startsWith("  Stays, although revision 1 does not have it: ConfigMap new. kubectl was not"),
    ),
  );
  assert.match(
    seen.at(-2) ?? "",
    /^warn: cop is rolled back to revision 1, but ConfigMap new, which revision 2 created, was not deleted\. kubectl was not found on the PATH\..* \[Open in Terminal\]$/,
  );
  assert.match(last, /kubectl delete --context dev --namespace cop -- ConfigMap\/new$/);
});

for (const way of ["get", "delete"]) {
  test(`if it is forbidden to ${way} it, that is reported`, async () => {
    const verb = `configmaps "new" is forbidden: User "ada" cannot ${way} resource "configmaps" in API group "" in the namespace "cop"`;
    const stderr = `Error from server (Forbidden): ${verb}\n`;
    const answers = (line: string) =>
      line.startsWith(`kubectl ${way}`) ? { exitCode: 1, stderr } : undefined;
    const { last } = await freed({ answers });
    assert.match(
      last,
      new RegExp(`^warn: cop is rolled back .* was not deleted\\. .*\\b${way} configmaps`),
      last,
    );
  });
}

test("a namespace and a CRD stay, because more would go with them than the question names", async () => {
  const crd = object("CustomResourceDefinition", "things.example.org");
  const manifests = [OLD, `${object("Namespace", "more")}---\n${crd}`, OLD];
  const none = { ...OWNED, namespace: undefined };
  const live = { "Namespace/more": none, "CustomResourceDefinition/things.example.org": none };
  const { deleted, last, question } = await freed({ manifests, live });
  assert.deepEqual([deleted, question], [[], undefined]);
  assert.match(last, /Namespace more and CustomResourceDefinition things\.example\.org, .* were not deleted/);
});

test("everything from several skipped revisions goes, and what does not fit into the question can be viewed", async () => {
  const all = ["a", "b", "c", "d", "e", "f"];
  const brought = all.map((name) => object("ConfigMap", name)).join("---\n");
  const manifests = [OLD, NEW, brought, OLD];
  const statuses = ["superseded", "failed", "failed", "pending-rollback"];
  const live = Object.fromEntries(["new", ...all].map((name) => [`ConfigMap/${name}`, OWNED]));
  const world = {
    choose: ["Preview Changes", "Roll Back to Revision 1"],
    press: "Roll Back to Revision 1...",
  };
  const { seen, deleted, question } = await freed({ manifests, statuses, live, world });
  assert.equal(
    question,
    "  Deletes what revisions 2 and 3 created and revision 1 does not have: ConfigMap new, ConfigMap a, ConfigMap b, ConfigMap c, ConfigMap d and 2 more.",
  );
  assert.ok(
    seen.some((line) => /^ {2}- ConfigMap f$/.test(line)),
    seen.join("\n"),
  );
  assert.deepEqual(
    deleted,
    ["new", ...all].map((name) => `ConfigMap/${name}`),
  );
});
