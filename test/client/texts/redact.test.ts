import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commandLine, lineRedactor, redactText } from "../../../client/texts/redact.ts";

describe("a line of the log", () => {
  const lines: readonly (readonly [string, string])[] = [
    [
      "Error: https://me:s3cr3t@registry.example.org/v2/ failed",
      "Error: https://<hidden>@registry.example.org/v2/ failed",
    ],
    ["Authorization: Bearer abc.def", "Authorization: <hidden>"],
    ["sent with bearer abcdef123456", "sent with bearer <hidden>"],
    ["--set adminPassword=abc,replicas=2", "--set adminPassword=<hidden>"],
    ['password="a b c" and more', "password=<hidden>"],
    ['{"clientSecret": "abc", "port": 4000}', '{"clientSecret": <hidden>'],
    ["  apiKey: abc def", "  apiKey: <hidden>"],
    [
      "helm registry login --username me --password abc",
      "helm registry login --username me --password <hidden>",
    ],
    ["got map[port:4000 adminPassword:abc x:y]", "got map[port:4000 adminPassword:<hidden>]"],
    ["https://example.org/a?token=abc&x=1", "https://example.org/a?<hidden>"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is a token", "<hidden> is a token"],
    ['"ca": "LS0tLS1CRUdJTg=="', '"ca": "<hidden>"'],
    ["  tls.crt: LS0tLS1CRUdJTg==", "  tls.crt: <hidden>"],
    [
      ".stringData.pin: expected string, got &value.valueUnstructured{Value:48151623}",
      ".stringData.pin: expected string, got &value.valueUnstructured{<hidden>}",
    ],
    ["- at '/adminPassword': 'Sup3rS3cret' does not match", "- at '/adminPassword': <hidden>"],
    ['  data: {"a": "b"}', "  data: <hidden>"],
  ];
  for (const [line, shown] of lines) {
    test(line, () => assert.equal(redactText(line), shown));
  }

  test("without secrets stays as it is", () => {
    const harmless = [
      'Error: query: failed to query with labels: secrets is forbidden: User "me" cannot list resource "secrets" in API group "" in the namespace "x"',
      "NAME: cap-operator",
      "LAST DEPLOYED: Sat Nov 21 07:18:09 2026",
      "Pulled: registry.example.org/charts/cap-operator-chart:0.11.0",
      "Digest: sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "client.go:142: creating 12 resource(s)",
      "--set controllerReplicas=3 subscriptionServerLongName=",
      "/home/me/Work/Projects2/CapOperator/deploy/values/production",
      "C:\\Users\\Me\\Deploy1\\values.yaml",
      "Error: getting credentials: exec: executable aws not found",
      "failed to fetch anonymous token: unexpected status from GET request to https://registry.example.org/token: 401 Unauthorized",
      "open /home/me/secrets/values.yaml: no such file or directory",
      "Error: the password is missing or incorrect",
      "Error: basic authentication failed",
      "oci://registry.example.org/chart@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      'pods "cap-operator-controller-7d9f8b6c5d-x2x9z" not found',
      "",
    ];
    for (const line of harmless) assert.equal(redactText(line), line);
  });

  test("shows nothing of data that began on an earlier line", () => {
    const text = `apiVersion: v1
kind: Secret
data:
  a: YQ==

  b: |
    c2VjcmV0
metadata:
  name: x`;
    assert.equal(
      redactText(text),
      "apiVersion: v1\nkind: Secret\ndata:\n  <hidden>\n\n  <hidden>\n    <hidden>\nmetadata:\n  name: x",
    );
    const redact = lineRedactor();
    const key = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEow", "-----END RSA PRIVATE KEY-----", "after"];
    assert.deepEqual(key.map(redact), ["<hidden>", "<hidden>", "<hidden>", "after"]);
  });
});

describe("a command line for people", () => {
  const shown = (...args: string[]) => commandLine({ program: "helm", args });

  test("is quoted where a shell would split it", () => {
    assert.equal(
      shown("upgrade", "--values", "/home/me/my deploy/values.yaml", "--", "a", "./b"),
      "helm upgrade --values '/home/me/my deploy/values.yaml' -- a ./b",
    );
    assert.equal(shown("show", "it's"), "helm show 'it'\\''s'");
    assert.equal(shown("show", ""), "helm show ''");
  });

  test("shows of entries of --set only their key: what is set never reaches the log", () => {
    assert.equal(shown("--set", "a=1,b.password=x"), "helm --set 'a=<hidden>'");
    assert.equal(shown("--set", "passwords={one,two}"), "helm --set 'passwords=<hidden>'");
    assert.equal(shown("--set-json", 'db={"user":"a","password":"p"}'), "helm --set-json 'db=<hidden>'");
    assert.equal(
      shown("--set-string", "controller.replicas=3"),
      "helm --set-string 'controller.replicas=<hidden>'",
    );
  });
});

test("a line that is too long for a person is not shown, whatever it holds", () => {
  const long = `{"password":"hunter2","filler":"${"x".repeat(9000)}"}`;
  assert.equal(
    redactText(`before\n${long}\nafter`),
    `before\n<hidden> (a line of ${long.length} characters)\nafter`,
  );
});
