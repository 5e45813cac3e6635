import assert from "node:assert/strict";
import { test } from "node:test";
import { readKubeconfig } from "../../../client/cluster/kubeconfig.ts";

const single = (text: string) => readKubeconfig([{ path: "/k/config", text }]);

const FULL = `
apiVersion: v1
kind: Config
current-context: dev
clusters:
- name: dev-cluster
  cluster: { server: https://dev.example.org:6443, certificate-authority: ca.crt }
users:
- name: ada
  user: { token: sesame }
contexts:
- name: dev
  context: { cluster: dev-cluster, user: ada, namespace: team-a }
- name: anonymous
  context: { cluster: dev-cluster }
`;

test("a kubeconfig says which server each context leads to, and as whom", () => {
  assert.deepEqual(single(FULL), {
    currentContext: "dev",
    contexts: [
      {
        name: "dev",
        cluster: "dev-cluster",
        user: "ada",
        server: "https://dev.example.org:6443",
        namespace: "team-a",
        connection: { "certificate-authority": '"ca.crt"' },
      },
      {
        name: "anonymous",
        cluster: "dev-cluster",
        user: "",
        server: "https://dev.example.org:6443",
        connection: { "certificate-authority": '"ca.crt"' },
      },
    ],
    problems: [],
  });
});

test("JSON is a kubeconfig as well", () => {
  const text = JSON.stringify({
    "current-context": "c",
    clusters: [{ name: "k", cluster: { server: "https://k" } }],
    contexts: [{ name: "c", context: { cluster: "k", user: "" } }],
  });
  assert.deepEqual(single(text).contexts, [{ name: "c", cluster: "k", user: "", server: "https://k" }]);
});

// The rules are those of client-go: "The first file to set a particular map key wins and map key's value is never
// changed. Even non-conflicting entries from the second file's red-user are discarded."
test("of several files, the first to define a name wins as a whole, also for the current context", () => {
  const first = `
clusters:
- { name: shared, cluster: { server: "https://first" } }
contexts:
- { name: both, context: { cluster: shared } }
`;
  const second = `
current-context: only-second
clusters:
- { name: shared, cluster: { server: "https://second" } }
users:
- { name: bo, user: {} }
contexts:
- { name: both, context: { cluster: shared, user: bo, namespace: other } }
- { name: only-second, context: { cluster: shared, user: bo } }
`;
  const third = "current-context: both\n";
  const read = readKubeconfig([
    { path: "/1", text: first },
    { path: "/2", text: second },
    { path: "/3", text: third },
  ]);
  assert.equal(read.currentContext, "only-second");
  assert.deepEqual(
    new Map(read.contexts.map(({ name, ...rest }) => [name, rest])),
    new Map<string, object>([
      ["both", { cluster: "shared", user: "", server: "https://first" }],
      ["only-second", { cluster: "shared", user: "bo", server: "https://first" }],
    ]),
  );
});

test("missing and empty files are skipped, and so is an empty current context", () => {
  const read = readKubeconfig([
    { path: "/gone", text: undefined },
    { path: "/empty", text: "" },
    { path: "/unset", text: 'current-context: ""\ncontexts: null\n' },
    { path: "/full", text: FULL },
  ]);
  assert.equal(read.currentContext, "dev");
  assert.deepEqual(read.problems, []);
});

test("a context that leads nowhere says why", () => {
  const { contexts } = single(`
clusters:
- { name: bare, cluster: {} }
- { name: good, cluster: { server: "https://good" } }
contexts:
- { name: nothing }
- { name: lost, context: { cluster: gone, user: x } }
- { name: bare, context: { cluster: bare } }
- { name: stranger, context: { cluster: good, user: who } }
`);
  assert.deepEqual(
    contexts.map(({ name, problem }) => `${name}: ${problem}`),
    [
      "nothing: It names no cluster.",
      'lost: Its cluster "gone" is not defined.',
      'bare: Its cluster "bare" has no server address.',
      'stranger: Its user "who" is not defined.',
    ],
  );
});

// client-go refuses a list with the same name twice: "duplicate name \"x\" in list".
test("a name that one file defines twice is rejected", () => {
  const text = `
clusters:
- { name: k, cluster: { server: "https://a" } }
- { name: k, cluster: { server: "https://b" } }
contexts:
- { name: c, context: { cluster: k } }
- { name: c, context: { cluster: k } }
`;
  assert.deepEqual(single(text).problems, [
    '/k/config defines the cluster "k" twice.',
    '/k/config defines the context "c" twice.',
  ]);
});

for (const [what, text, problem] of [
  [
    "a broken file",
    "a: 1\nusers: [\n- token: sesame\n",
    "/k/config is not valid YAML: there is an error on line 3.",
  ],
  ["a list", "- a\n", "/k/config is not a kubeconfig: it does not contain a mapping."],
  ["plain text", "hello\n", "/k/config is not a kubeconfig: it does not contain a mapping."],
] as const) {
  test(`${what} is refused without showing its content, and the others are still read`, () => {
    const read = readKubeconfig([
      { path: "/k/config", text },
      { path: "/full", text: FULL },
    ]);
    assert.deepEqual(read.problems, [problem]);
    assert.equal(read.contexts.length, 2);
  });
}

test("entries without a name, and what should be lists but is not, do no harm", () => {
  const text =
    "contexts: [{}, null, 3, {name: 4}, {name: ok, context: {cluster: [1]}}]\nclusters: no\nusers: {}\n";
  assert.deepEqual(single(text), {
    contexts: [{ name: "ok", cluster: "", user: "", problem: "It names no cluster." }],
    problems: [],
  });
});

test("property names of JavaScript's own objects are names like any other", () => {
  const text = `
clusters:
- { name: constructor, cluster: { server: "https://c" } }
contexts:
- { name: __proto__, context: { cluster: constructor } }
`;
  assert.deepEqual(single(text).contexts, [
    { name: "__proto__", cluster: "constructor", user: "", server: "https://c" },
  ]);
});
