import assert from "node:assert/strict";
import { test } from "node:test";
import {
  manager,
  managerWorld,
  RELEASE,
  RESOURCE_CREATED,
  refused,
  runs,
  said,
  seenWhileInstalling,
} from "./manager-world.ts";

test("a kind that is not served yet is waited for", async () => {
  let tries = 0;
  const tooEarly = refused(
    'error: resource mapping not found for name: "cap-operator" namespace: "" from "STDIN": no matches for kind "CAPOperator" in version "operator.sme.sap.com/v1alpha1"\nensure CRDs are installed first',
  );
  const seen = await seenWhileInstalling(
    managerWorld([
      [
        "apply -f -",
        ({ stdin = "" }) =>
          isResource(stdin) && tries++ < 2 ? tooEarly : "capoperator.x/cap-operator created\n",
      ],
    ]),
  );
  assert.equal(tries, 3);
  assert.equal(seen.at(-1), RESOURCE_CREATED);
});

const isResource = (text: string) => text.startsWith("apiVersion: operator.sme.sap.com");

test("an object that the server rejects ends it, with the reason", async () => {
  const forbidden = refused(
    'Error from server (Forbidden): error when creating "STDIN": clusterroles.rbac.authorization.k8s.io is forbidden: User "me" cannot create resource "clusterroles" in API group "rbac.authorization.k8s.io" at the cluster scope',
  );
  const seen = await seenWhileInstalling(managerWorld([["apply -f -", forbidden]]));
  assert.match(
    said(seen, "error").join(),
    /User me is not allowed to create clusterroles\.rbac\.authorization\.k8s\.io in the whole cluster\. Part of the manifest may have been applied\./,
  );
  assert.ok(!runs(seen).some((line) => line.includes("-- deployments,pods")));
});

test("a manager whose image cannot be pulled is reported with the reason when the time is over", async () => {
  const pods = manager(0, { reason: "ImagePullBackOff", message: "Back-off pulling image" });
  const seen = await seenWhileInstalling(
    managerWorld([["-- deployments,pods", pods]], {
      settings: { managerReleaseUrl: RELEASE, timeout: "6s" },
    }),
  );
  assert.equal(runs(seen).filter((line) => line.includes("-- deployments,pods")).length, 3);
  assert.ok(
    seen.some((line) =>
      line.startsWith(
        "progress: manager: 0 of 1 ready. The image manager:1 cannot be pulled (Back-off pulling image).",
      ),
    ),
  );
  assert.match(
    said(seen, "error").join(),
    /manager is not ready: the image manager:1 cannot be pulled\. The manifest was applied\. Check its name, its tag and the pull secrets\. \[Retry\] \[Show Details\]/,
  );
  assert.ok(!runs(seen).some((line) => line.includes("-- services")));
});

test("cancelling the wait leaves what was applied, and says so", async () => {
  const world = managerWorld();
  const seen = await seenWhileInstalling({
    ...world,
    programs(line, call, cancel) {
      if (!line.includes("-- deployments,pods")) return world.programs?.(line, call, cancel);
      cancel();
      return manager(0);
    },
  });
  assert.equal(
    seen.at(-1),
    "warn: The manifest was applied to cap-operator-system, but the manager is not running yet. Run the command again to continue. What is already applied does not change.",
  );
});

test("cancelling while the manifest is applied says that a part of it may be there", async () => {
  const world = managerWorld();
  const seen = await seenWhileInstalling({
    ...world,
    programs(line, call, cancel) {
      if (!line.includes("apply -f -")) return world.programs?.(line, call, cancel);
      cancel();
      return { interrupted: true, stderr: "" };
    },
  });
  assert.match(
    seen.at(-1) ?? "",
    /^warn: (Applying the manifest was canceled, so part of it may be in|The manifest was applied to) cap-operator-system/,
  );
});

test("an API server that is unreachable for a moment does not end the wait; one that stays unreachable does", async () => {
  const away = refused(
    "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?",
  );
  let looks = 0;
  const back = await seenWhileInstalling(
    managerWorld([["-- deployments,pods", () => (++looks < 3 ? away : manager(1))]]),
  );
  assert.equal(back.at(-1), RESOURCE_CREATED);
  const gone = await seenWhileInstalling(managerWorld([["-- deployments,pods", away]]));
  assert.equal(runs(gone).filter((line) => line.includes("-- deployments,pods")).length, 3);
  assert.match(said(gone, "error").join(), /\S+ refused the connection\. The manifest was applied\./);
});
