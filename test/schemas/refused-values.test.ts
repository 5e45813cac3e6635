import assert from "node:assert/strict";
import test from "node:test";
import { schemas, validator } from "./built-schemas.ts";

const validateValues = validator(schemas.values);
const validateOperator = validator(schemas.operator);
const RESOURCE = {
  apiVersion: "operator.example.com/v1alpha1",
  kind: "CAPOperator",
  metadata: { name: "a" },
};

const REFUSED: Record<string, { values?: unknown; operator?: unknown; at: string }> = {
  "a key that the chart does not have": { values: { replicas: 1 }, at: "" },
  "a misspelt key of a component": { values: { webhook: { replica: 1 } }, at: "/webhook" },
  "volumes of the webhook": { values: { webhook: { volumes: [] } }, at: "/webhook" },
  "an issuer name one level too high": {
    values: { subscriptionServer: { certificateConfig: { issuerName: "ca" } } },
    at: "/subscriptionServer/certificateConfig",
  },
  "an image repository for all": { values: { image: { repository: "a/b" } }, at: "/image" },
  "a manager of the webhook for the subscription server": {
    values: { subscriptionServer: { certificateManager: "Default" } },
    at: "/subscriptionServer/certificateManager",
  },
  "an unknown pull policy": { values: { image: { pullPolicy: "always" } }, at: "/image/pullPolicy" },
  "a number as a tag": { values: { image: { tag: 1.1 } }, at: "/image/tag" },
  "fewer than no replicas": { values: { controller: { replicas: -1 } }, at: "/controller/replicas" },
  "half a replica": { values: { controller: { replicas: 1.5 } }, at: "/controller/replicas" },
  "port 0": { values: { subscriptionServer: { port: 0 } }, at: "/subscriptionServer/port" },
  "a port above 65535": { values: { webhook: { service: { port: 65536 } } }, at: "/webhook/service/port" },
  "a label that is a number": { values: { podLabels: { a: 1 } }, at: "/podLabels/a" },
  "a misspelt resource": {
    values: { controller: { resources: { limits: { memroy: "1Gi" } } } },
    at: "/controller/resources/limits",
  },
  "an unknown taint effect": { values: { tolerations: [{ effect: "NoRun" }] }, at: "/tolerations/0/effect" },
  "a name in place of a reference": {
    values: { imagePullSecrets: ["credentials"] },
    at: "/imagePullSecrets/0",
  },
  "a mount without a path": {
    values: { controller: { volumeMounts: [{ name: "ca" }] } },
    at: "/controller/volumeMounts/0",
  },
  "a misspelt field deep inside": {
    values: {
      affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologKey: "a" }] } },
    },
    at: "/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/0",
  },
  "another kind": { operator: { ...RESOURCE, kind: "Operator" }, at: "/kind" },
  "another API group": { operator: { ...RESOURCE, apiVersion: "v1" }, at: "/apiVersion" },
  "gateway labels as a map": {
    operator: { ...RESOURCE, spec: { ingressGatewayLabels: { app: "a" } } },
    at: "/spec/ingressGatewayLabels",
  },
  "a gateway label without a value": {
    operator: { ...RESOURCE, spec: { ingressGatewayLabels: [{ name: "app" }] } },
    at: "/spec/ingressGatewayLabels/0",
  },
};

for (const [name, { values, operator, at }] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, () => {
    const validate = values === undefined ? validateOperator : validateValues;
    assert.equal(validate(values ?? operator), false);
    assert.ok(
      validate.errors?.some((error) => error.instancePath === at),
      JSON.stringify(validate.errors),
    );
  });
}

const ACCEPTED: Record<string, { values?: unknown; operator?: unknown }> = {
  "anything under global": { values: { global: { a: [1, { b: null }] } } },
  "fields of the operator resource that are not documented": {
    operator: { ...RESOURCE, metadata: { name: "a", generation: 1 }, spec: { other: { a: 1 } }, status: {} },
  },
  "nothing at all": { values: {} },
};

for (const [name, { values, operator }] of Object.entries(ACCEPTED)) {
  test(`accepted: ${name}`, () => {
    const validate = values === undefined ? validateOperator : validateValues;
    assert.ok(validate(values ?? operator), JSON.stringify(validate.errors));
  });
}
