import assert from "node:assert/strict";
import { test } from "node:test";
import { saysNotFound, whyUnread } from "../../../client/cli/kubectl-failure.ts";

const AT = { context: "admin@test", server: "https://127.0.0.1:6443", namespace: "cop" };

/** What kubectl 1.37 printed, and what a person is told. */
const SAID: readonly [stderr: string, sentence: string][] = [
  [
    'Error from server (Forbidden): services is forbidden: User "nobody" cannot list resource "services" in API group "" in the namespace "x"',
    "The user of the context admin@test may not list services in the namespace x.",
  ],
  [
    'Error from server (Forbidden): issuers.cert-manager.io is forbidden: User "nobody" cannot list resource "issuers" in API group "cert-manager.io" at the cluster scope',
    "The user of the context admin@test may not list issuers.cert-manager.io in all namespaces.",
  ],
  [
    "error: You must be logged in to the server (Unauthorized)",
    "The API server does not accept the credentials of the context admin@test: log in to the cluster again.",
  ],
  ['error: context "nothere" does not exist', "The kubeconfig has no context nothere."],
  [
    'E1121 07:12:20.398822    8404 memcache.go:381] "Couldn\'t get current server API group list" err="Get \\"https://127.0.0.1:9/api?timeout=3s\\": dial tcp 127.0.0.1:9: connect: connection refused"\nThe connection to the server 127.0.0.1:9 was refused - did you specify the right host or port?',
    "The API server https://127.0.0.1:6443 was not reached: nothing listens there.",
  ],
  [
    "Unable to connect to the server: dial tcp: lookup nothere.invalid on 10.0.0.53:53: no such host",
    "The API server https://127.0.0.1:6443 was not reached: there is no host of this name.",
  ],
  [
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "The API server https://127.0.0.1:6443 was not reached: its certificate is not trusted by the kubeconfig.",
  ],
  [
    "Unable to connect to the server: net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)",
    "The API server https://127.0.0.1:6443 was not reached: it did not answer in time.",
  ],
  [
    "Unable to connect to the server: getting credentials: exec: executable kubelogin not found",
    "The context admin@test logs in with kubelogin, which is not installed: install it, and restart the editor.",
  ],
  [
    "Unable to connect to the server: getting credentials: exec: executable kubelogin failed with exit code 1",
    "The program that gets the credentials of the context admin@test failed: log in to the cluster again.",
  ],
  [
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
    "The API server https://127.0.0.1:6443 was not reached: its certificate has expired, or the clock is wrong.",
  ],
  [
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate is valid for a.example.org, not b.example.org",
    "The API server https://127.0.0.1:6443 was not reached: its certificate is for another name.",
  ],
  [
    "FetchError: request failed, reason: getaddrinfo ENOTFOUND login.example.org",
    "The API server https://127.0.0.1:6443 was not reached: there is no host login.example.org.",
  ],
  ["error: something of its own\n", "kubectl said: error: something of its own"],
  ["", "kubectl gave no answer."],
];

for (const [stderr, sentence] of SAID) {
  test(`why there is no answer: ${sentence}`, () => {
    const result = { exitCode: 1, stdout: "", stderr, interrupted: false };
    assert.equal(whyUnread(result, AT), sentence);
    assert.equal(saysNotFound(result), false);
  });
}

test("what a program says is shown without its secrets", () => {
  const stderr = "error: refused password=hunter2";
  const said = whyUnread({ exitCode: 1, stdout: "", stderr, interrupted: false }, AT);
  assert.ok(said.startsWith("kubectl said: error: refused password=") && !said.includes("hunter2"), said);
});

test("an interrupted call was cancelled, whatever it printed", () => {
  const result = { exitCode: undefined, stdout: "", stderr: "signal: interrupt", interrupted: true };
  assert.equal(whyUnread(result, AT), "The check was cancelled.");
});

test("that the API server has no such thing is an answer", () => {
  for (const stderr of [
    "Error from server (NotFound): the server could not find the requested resource",
    'error: the server doesn\'t have a resource type "issuers" in group "cert-manager.io"',
  ]) {
    assert.equal(saysNotFound({ exitCode: 1, stdout: "", stderr, interrupted: false }), true);
  }
});
