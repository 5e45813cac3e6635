import assert from "node:assert/strict";
import { test } from "node:test";
import { saysNotFound, whyUnread } from "../../../client/cli/failure.ts";
import type { RunResult } from "../../../client/program-ports.ts";

const AT = { context: "admin@test", server: "https://127.0.0.1:6443", namespace: "cop" };

/** What kubectl 1.37 printed, and what a person is told if there is room for one sentence. */
const SAID: readonly [stderr: string, sentence: string][] = [
  [
    'Error from server (Forbidden): services is forbidden: User "nobody" cannot list resource "services" in API group "" in the namespace "x"',
    "User nobody is not allowed to list services in the namespace x.",
  ],
  [
    'Error from server (Forbidden): issuers.cert-manager.io is forbidden: User "nobody" cannot list resource "issuers" in API group "cert-manager.io" at the cluster scope',
    "User nobody is not allowed to list issuers.cert-manager.io in the whole cluster.",
  ],
  [
    "error: You must be logged in to the server (Unauthorized)",
    "The cluster does not accept the credentials of the context admin@test. Log in again, or ask your cluster administrator for a new kubeconfig.",
  ],
  [
    'error: context "nothere" does not exist',
    "The kubeconfig has no context nothere, or no kubeconfig was found.",
  ],
  [
    'E1121 07:12:20.398822    8404 memcache.go:381] "Couldn\'t get current server API group list" err="Get \\"https://127.0.0.1:9/api?timeout=3s\\": dial tcp 127.0.0.1:9: connect: connection refused"\nThe connection to the server 127.0.0.1:9 was refused - did you specify the right host or port?',
    "The cluster of admin@test cannot be reached: nothing answers at https://127.0.0.1:6443.",
  ],
  [
    "Unable to connect to the server: dial tcp: lookup nothere.invalid on 10.0.0.53:53: no such host",
    "The cluster of admin@test cannot be reached: no host nothere.invalid found.",
  ],
  [
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "The cluster of admin@test cannot be reached: the kubeconfig does not trust its certificate.",
  ],
  [
    "Unable to connect to the server: net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)",
    "The cluster of admin@test cannot be reached: https://127.0.0.1:6443 did not answer in time.",
  ],
  [
    "Unable to connect to the server: getting credentials: exec: executable kubelogin not found",
    "The context admin@test logs in with kubelogin, which is not installed. Install kubelogin, and restart the editor so that it is on the PATH.",
  ],
  [
    "Unable to connect to the server: getting credentials: exec: executable kubelogin failed with exit code 1",
    "kubelogin, the credential plugin of the context admin@test, failed with exit code 1. Log in again in a terminal, then try again.",
  ],
  [
    "Unable to connect to the server: getting credentials: decoding stdout: couldn't get version/kind; json parse error: unexpected end of JSON input",
    "The credential plugin of the context admin@test failed: decoding stdout: couldn't get version/kind; json parse error: unexpected end of JSON input. Log in again in a terminal, then try again.",
  ],
  [
    "Unable to connect to the server: remote error: tls: expired certificate",
    "The cluster does not accept the credentials of the context admin@test. Log in again, or ask your cluster administrator for a new kubeconfig.",
  ],
  [
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
    "The cluster of admin@test cannot be reached: its certificate has expired, or the clock of this machine is wrong.",
  ],
  [
    "Unable to connect to the server: tls: failed to verify certificate: x509: certificate is valid for a.example.org, not b.example.org",
    "The cluster of admin@test cannot be reached: its certificate is not valid for https://127.0.0.1:6443.",
  ],
  [
    "FetchError: request failed, reason: getaddrinfo ENOTFOUND login.example.org",
    "The cluster of admin@test cannot be reached: no host login.example.org found.",
  ],
  [
    "Error from server (ServiceUnavailable): the server is currently unable to handle the request (get services.metrics.k8s.io)",
    "The API server could not handle the request: the server is currently unable to handle the request.",
  ],
  ["error: something of its own\n", 'Reading the cluster failed: kubectl reports "something of its own".'],
  ["", "Reading the cluster failed: kubectl ended with exit code 1."],
];

for (const [stderr, sentence] of SAID) {
  test(`why there is no answer: ${sentence}`, () => {
    assert.equal(whyUnread(failed(stderr), AT), sentence);
    assert.equal(saysNotFound(failed(stderr)), false);
  });
}

test("what a program says is shown without its secrets", () => {
  const said = whyUnread(failed("error: refused password=hunter2"), AT);
  assert.equal(said, 'Reading the cluster failed: kubectl reports "refused password=<hidden>".');
});

test("an interrupted call was cancelled, whatever it printed", () => {
  const result = { exitCode: undefined, stdout: "", stderr: "signal: interrupt", interrupted: true };
  assert.equal(whyUnread(result, AT), "The check was canceled.");
});

test("a call whose deadline had passed was not cancelled", () => {
  const result = { exitCode: undefined, stdout: "", stderr: "", interrupted: true, timedOut: true } as const;
  assert.equal(
    whyUnread(result, AT),
    "kubectl did not answer in time. The login may be waiting for your input: log in to the cluster in a terminal, then try again.",
  );
});

test("it is an answer that the API server has no such thing", () => {
  for (const stderr of [
    "Error from server (NotFound): the server could not find the requested resource",
    'Error from server (NotFound): namespaces "cop" not found',
    'Error from server (NotFound): services "mesh" not found',
    'Error from server (NotFound): deployments.apps "controller" not found',
    'error: the server doesn\'t have a resource type "issuers" in group "cert-manager.io"',
  ]) {
    assert.equal(saysNotFound(failed(stderr)), true, stderr);
  }
});

function failed(stderr: string): RunResult {
  return { exitCode: 1, stdout: "", stderr, interrupted: false };
}
