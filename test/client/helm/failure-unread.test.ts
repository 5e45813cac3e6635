import assert from "node:assert/strict";
import { test } from "node:test";
import { saysNotFound, whyUnread } from "../../../client/helm/failure.ts";
import type { RunResult } from "../../../client/ports/programs.ts";

const AT = { context: "admin@test", server: "https://127.0.0.1:6443", namespace: "cop" };

/** The output of kubectl 1.37, and its explanation where there is room for one sentence. */
const SAID: readonly [stderr: string, sentence: string][] = [
  [
    'Error from server (Forbidden): services is forbidden: User "nobody" cannot list resource "services" in API group "" in the namespace "x"',
    "User nobody is not allowed to list services in the namespace x.",
  ],
  [
    "error: You must be logged in to the server (Unauthorized)",
    "The cluster does not accept the credentials of the context admin@test. Log in again, or ask your cluster administrator for a new kubeconfig.",
  ],
  [
    'E1121 07:12:20.398822    8404 memcache.go:381] "Couldn\'t get current server API group list" err="Get \\"https://127.0.0.1:9/api?timeout=3s\\": dial tcp 127.0.0.1:9: connect: connection refused"\nThe connection to the server 127.0.0.1:9 was refused - did you specify the right host or port?',
    "The cluster of admin@test cannot be reached: https://127.0.0.1:6443 refused the connection.",
  ],
  [
    "Error from server (ServiceUnavailable): the server is currently unable to handle the request (get services.metrics.k8s.io)",
    'Reading the cluster failed: kubectl reports "the server is currently unable to handle the request (get services.metrics.k8s.io)".',
  ],
];

for (const [stderr, sentence] of SAID) {
  test(`why there is no answer: ${sentence}`, () => {
    assert.equal(whyUnread(failed(stderr), AT), sentence);
    assert.equal(saysNotFound(failed(stderr)), false);
  });
}

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
