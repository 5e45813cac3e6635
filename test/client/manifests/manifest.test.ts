import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pairs } from "../../../client/manifests/comparing.ts";
import { crdPairs } from "../../../client/manifests/crds.ts";
import { Manifest } from "../../../client/manifests/manifest.ts";

const SECRET = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: access\n";

describe("the objects of a manifest", () => {
  test("have keys that stay the same, whatever list, document or order they are in", () => {
    const yaml = `# Source: chart/templates/all.yaml
apiVersion: apps/v1
kind: Deployment
metadata: {name: controller, namespace: own}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
---
# only a comment
---
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: one}}
  - {apiVersion: v1, kind: ConfigMapList, items: [{metadata: {name: two}}]}
---
apiVersion: v1
kind: Secret
metadata: {name: hook, annotations: {helm.sh/hook: pre-install}}
...
`;
    assert.deepEqual(
      new Manifest(yaml).objects("ns").map(({ key, apiVersion, hook }) => [key, apiVersion, hook]),
      [
        ["Deployment/own/controller", "apps/v1", false],
        ["ClusterRole/reader", "rbac.authorization.k8s.io/v1", false],
        ["ConfigMap/one", "v1", false],
        ["ConfigMap/two", "v1", false],
        ["Secret/hook", "v1", true],
      ],
    );
  });

  test("are texts with keys in one order, without what only the server writes", () => {
    const yaml = `status: {replicas: 1}
spec: {template: {spec: {}}, replicas: 1}
metadata: {uid: a-b, labels: {b: x, a: "yes"}, namespace: ns, name: c, resourceVersion: "7", creationTimestamp: null}
kind: Deployment
apiVersion: apps/v1
`;
    assert.equal(
      new Manifest(yaml).objects()[0]?.text,
      `apiVersion: apps/v1
kind: Deployment
metadata:
  name: c
  namespace: ns
  labels:
    a: 'yes'
    b: x
spec:
  replicas: 1
  template:
    spec: {}
`,
    );
  });

  test("that cannot be read are not shown", () => {
    const manifest = new Manifest(
      `${SECRET}stringData: {password: "hunter2\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n`,
    );
    const broken = "# This document is not shown: it cannot be read as YAML.\n";
    assert.equal(manifest.objects("ns")[0]?.text, broken);
    assert.equal(manifest.objects("ns")[1]?.key, "ConfigMap/a");
    assert.ok(manifest.toString().startsWith(broken));
  });
});

describe("what changes", () => {
  const before = `${SECRET}data:
  same: YWJj
  other: YWJj
  gone: YWJj
stringData:
  plain: old
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {domain: a.example.org}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: untouched}
---
apiVersion: v1
kind: Service
metadata: {name: gone}
`;
  const after = `${SECRET}stringData:
  same: abc
  plain: new
  fresh: x
data:
  other: eHl6
---
# Source: now with a comment
kind: ConfigMap
apiVersion: v1
metadata: {name: untouched, namespace: ns}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {domain: b.example.org}
---
apiVersion: v1
kind: Service
metadata: {name: new}
`;

  test("is shown pair by pair, with the values of Secrets hidden and marked", () => {
    const changed = pairs(new Manifest(before), new Manifest(after), "ns");
    assert.deepEqual(
      changed.map(({ name, before: was, after: is }) => [name, was !== undefined, is !== undefined]),
      [
        ["Secret/access", true, true],
        ["ConfigMap/untouched", true, true],
        ["ConfigMap/settings", true, true],
        ["Service/new", false, true],
        ["Service/gone", true, false],
      ],
    );
    assert.deepEqual(changed[0], {
      name: "Secret/access",
      before: `${SECRET}data:
  gone: <hidden>
  other: <hidden>
  same: <hidden>
stringData:
  plain: <hidden>
`,
      after: `${SECRET}data:
  other: <hidden, changed>
stringData:
  fresh: <hidden>
  plain: <hidden, changed>
  same: <hidden>
`,
    });
    assert.deepEqual(changed[2], {
      name: "ConfigMap/settings",
      before:
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  domain: a.example.org\n",
      after: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  domain: b.example.org\n",
    });
  });

  test("is nothing where only order, comments and quotes are different", () => {
    const same =
      "---\n# Source: x\nmetadata: {name: settings}\nkind: ConfigMap\napiVersion: 'v1'\ndata: {domain: \"a\"}\n";
    const too = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  domain: a\n";
    assert.deepEqual(pairs(new Manifest(same), new Manifest(too), "ns"), []);
    assert.deepEqual(pairs(undefined, undefined, "ns"), []);
  });

  test("may be only a Secret, and then says so", () => {
    const was = new Manifest(`${SECRET}data: {a: YWJj}\n`);
    const is = new Manifest(`${SECRET}data: {a: eHl6}\n`);
    assert.deepEqual(pairs(was, is, "ns"), [
      {
        name: "Secret/access",
        before: `${SECRET}data:\n  a: <hidden>\n`,
        after: `${SECRET}data:\n  a: <hidden, changed>\n`,
      },
    ]);
  });

  test("tells kinds of one name apart by their API", () => {
    const manifest = (api: string) =>
      new Manifest(`apiVersion: ${api}\nkind: Certificate\nmetadata: {name: server}\n`);
    assert.deepEqual(
      pairs(manifest("certs.example.org/v1"), manifest("other.example.org/v1"), "ns").map(({ name }) => name),
      ["Certificate/server (other.example.org/v1)", "Certificate/server (certs.example.org/v1)"],
    );
    assert.deepEqual(
      pairs(manifest("certs.example.org/v1beta1"), manifest("certs.example.org/v1"), "ns").map(
        ({ name }) => name,
      ),
      ["Certificate/server"],
    );
  });
});

describe("the CRDs of a chart", () => {
  const crd = (name: string, more = "") => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${name}}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object${more}}}}]
`;
  // As API server 1.37 returns it.
  const there = `apiVersion: v1
kind: List
items:
- apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata:
    creationTimestamp: "2026-01-02T03:04:05Z"
    generation: 1
    name: things.example.org
    resourceVersion: "7"
    uid: a-b
  spec:
    conversion:
      strategy: None
    group: example.org
    names:
      kind: Thing
      listKind: ThingList
      plural: things
      singular: thing
    scope: Namespaced
    versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
      served: true
      storage: true
  status:
    storedVersions: [v1]
`;

  test("are the same where the cluster only added its defaults", () => {
    assert.deepEqual(crdPairs(there, crd("things.example.org")), []);
  });

  test("differ, or are missing", () => {
    const chart = `${crd("things.example.org", ", required: [spec]")}---\n${crd("others.example.org")}`;
    assert.deepEqual(
      crdPairs(there, chart).map(({ name, before, after }) => [
        name,
        before === undefined,
        /required/.test(after ?? ""),
      ]),
      [
        ["things.example.org", false, true],
        ["others.example.org", true, false],
      ],
    );
  });
});
