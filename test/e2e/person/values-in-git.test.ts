import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";
import { picks } from "./written-files.ts";

const FLUX = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: cop
  namespace: cop-system
spec:
  interval: 10m
  chart:
    spec:
      chart: cap-operator
      version: 0.34.0
      sourceRef:
        kind: HelmRepository
        name: sap
  values:
    subscriptionServer:
      domain: cop.eu10.corp.internal
      dnsTarget: public-ingress.eu10.corp.internal
    controller:
      replicaz: 2
  install:
    crds: Create
`;
const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: cop
  namespace: argocd
spec:
  source:
    repoURL: ghcr.io/sap/cap-operator-lifecycle/helm
    chart: cap-operator
    targetRevision: 0.34.0
    helm:
      values: |
        subscriptionServer:
          domain: cop.eu10.corp.internal
          dnsTarget: public-ingress.eu10.corp.internal
        controler:
          replicas: 2
  destination:
    namespace: cop-system
`;
const OTHER = FLUX.replaceAll("cap-operator", "redis");

describe("a person whose values are in Git, in documents of other products", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: { "flux/release.yaml": FLUX, "argo/application.yaml": APPLICATION, "flux/redis.yaml": OTHER },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees what is wrong in a HelmRelease, fixes it and reads what will run", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("flux/release.yaml");
    await person.readsLanguageStatus("CAP Operator values in spec.values");
    await person.seesUnderline("warning");
    await person.readsHoverOf("domain", "subscriptionServer.domain");
    await person.pointsAt("replicaz");
    await person.opensLightbulb();
    await person.keepsPicture("values-in-flux-fix");
    await person.picksAction('Change to "replicas"');
    await person.seesNoUnderline("warning");
    await person.followsLens("Effective values");
    const effective = person.effectiveValues();
    await person.seesText(effective, "release.yaml");
    await person.keepsPicture("values-in-flux");
    await person.saves();
    assert.equal(await onDisk("flux/release.yaml"), FLUX.replace("replicaz", "replicas"));
  });

  it("writes keys at their indentation in an Application, and follows a problem to its fix", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("argo/application.yaml");
    await person.readsLanguageStatus("CAP Operator values in spec.source.helm.values");
    await person.pointsAt("controler");
    await person.opensLightbulb();
    await person.picksAction('Change to "controller"');
    await person.seesNoProblem("controler");
    await person.goesToEndOf("replicas");
    await person.presses("Enter");
    await picks("resou", "resources", "Tab")(person);
    await person.keepsPicture("values-in-argo-completion");
    await picks("lim", "limits", "Tab")(person);
    await picks("cp", "cpu", "Tab")(person);
    await person.types("500m");
    await person.saves();
    assert.equal(
      await onDisk("argo/application.yaml"),
      APPLICATION.replace("controler:", "controller:").replace(
        "replicas: 2\n",
        "replicas: 2\n          resources:\n            limits:\n              cpu: 500m\n",
      ),
    );
  });

  it("is left alone in the release of another chart", async () => {
    const { person } = desk;
    await person.opensFile("flux/redis.yaml");
    await person.readsLanguageStatus("Not a CAP Operator file");
    await person.seesNoUnderline("error");
    assert.equal(await person.hasLens(person.activeEditor()), false);
  });
});

describe("a person with a release that takes its values from a HelmRelease", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: {
        "flux/release.yaml": FLUX.replace(/^ {4}subscriptionServer:\n(?: {6}.*\n)+/m, ""),
        "base.yaml":
          "subscriptionServer:\n  domain: cop.eu10.corp.internal\n  dnsTarget: public-ingress.eu10.corp.internal\n",
        ".cap-operator.yaml":
          "releases:\n  - name: prod\n    values:\n      - base.yaml\n      - flux/release.yaml#spec.valuez\n",
      },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees that the place is not there, mends it, and reads what will run", async () => {
    const { person } = desk;
    await person.opensFile(".cap-operator.yaml");
    await person.seesUnderline("error");
    await person.goesToEndOf("valuez");
    await person.presses("Backspace");
    await person.types("s");
    await person.seesNoUnderline("error");
    await person.saves();
    await person.opensFile("flux/release.yaml");
    await person.readsLanguageStatus("CAP Operator values in spec.values");
    await person.seesUnderline("warning");
    await person.followsLens("Effective values");
    await person.seesText(person.effectiveValues(), "base.yaml");
  });
});
