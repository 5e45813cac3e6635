import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const OPERATOR = "apiVersion: operator.a.io/v1alpha1\nkind: CAPOperator\nmetadata: {name: a}\nspec:\n";

describe("wrong-shape", () => {
  finds(
    "a string where a mapping with one key is expected",
    `
    imagePullSecrets:
      - regcred
        ^^^^^^^ error[wrong-shape] "imagePullSecrets[0]" takes a mapping. Write name: regcred.
    webhook:
      imagePullSecrets: ["regcred"]
                         ^^^^^^^^^ error[wrong-shape] "imagePullSecrets[0]" takes a mapping. Write name: regcred.
    controller:
      volumes:
        - name: a
          secret: certs
                  ^^^^^ error[wrong-shape] "secret" takes a mapping. Write secretName: certs.
      volumeMounts: [{name: a, mountPath: /a}]
  `,
  );
  finds(
    "without the list around it",
    `
    imagePullSecrets: regcred
                      ^^^^^^^ error[wrong-shape] "imagePullSecrets" takes a list of mappings. Write - name: regcred.
  `,
  );
  finds(
    "labels as a list",
    `
    podLabels:
    ^^^^^^^^^ error[wrong-shape] "podLabels" takes a mapping, not a list. Write each entry as key: value.
      - team: a
      - app: b
    nodeSelector: [{name: a, value: b}]
    ^^^^^^^^^^^^ error[wrong-shape] "nodeSelector" takes a mapping, not a list. Write each entry as key: value.
  `,
  );
  finds(
    "the labels of the operator resource as a mapping",
    `
    apiVersion: operator.a.io/v1alpha1
    kind: CAPOperator
    metadata: {name: a}
    spec:
      ingressGatewayLabels:
      ^^^^^^^^^^^^^^^^^^^^ error[wrong-shape] "ingressGatewayLabels" takes a list. Write each entry as name and value.
        mesh: ingressgateway
        app: mesh-ingressgateway
  `,
    "operator",
  );
  finds(
    "what nobody can guess, which is left to wrong-type",
    `
    imagePullSecrets: [5]
                       ^ error[wrong-type]
    tolerations: [all]
                  ^^^ error[wrong-type]
    webhook:
      imagePullSecrets:
        - nam
          ^^^ error[wrong-type]
    podLabels: [a]
    ^^^^^^^^^ error[wrong-type]
  `,
  );
  passes("the right shape", "imagePullSecrets: [{name: regcred}]\npodLabels: {a: b}\n");
});

describe("wrong-shape: quick fixes", () => {
  mends(
    "an item",
    "imagePullSecrets:\n  - $0regcred # ours\n",
    "Write name: regcred",
    "imagePullSecrets:\n  - name: regcred # ours\n",
  );
  mends(
    "an item in brackets, with its quotes",
    "imagePullSecrets: ['$0a', b]\n",
    "Write name: a",
    "imagePullSecrets: [{ name: 'a' }, b]\n",
  );
  mends(
    "a key",
    "controller:\r\n    volumes:\r\n      - secret: $0certs # s\r\n        name: a\r\n",
    "Write secretName: certs",
    "controller:\r\n    volumes:\r\n      - secret:\r\n            secretName: certs # s\r\n        name: a\r\n",
  );
  mends(
    "no list",
    "imagePullSecrets: $0regcred # ours\n",
    "Write - name: regcred",
    "imagePullSecrets:\n  - name: regcred # ours\n",
  );
  mends(
    "no list, in brackets",
    "webhook: {imagePullSecrets: $0regcred}\n",
    "Write - name: regcred",
    "webhook: {imagePullSecrets: [{ name: regcred }]}\n",
  );
  mends(
    "a list of labels",
    "pod$0Labels:\n- team: a\n- version: 1\nwebhook: {}\n",
    "Make it a mapping",
    'podLabels:\n  team: a\n  version: "1"\nwebhook: {}\n',
  );
  mends(
    "names and values",
    "webhook:\n  pod$0Labels:\n    - name: team\n      value: 'a'\n    - name: b\n      value: c\n",
    "Make it a mapping",
    "webhook:\n  podLabels:\n    team: 'a'\n    b: c\n",
  );
  mends(
    "labels in brackets",
    "pod$0Labels: [{team: a}, {b: c}]\n",
    "Make it a mapping",
    "podLabels: { team: a, b: c }\n",
  );
  mends(
    "a mapping of labels",
    `${OPERATOR}  ingress$0GatewayLabels:\n    # the mesh\n    mesh: ingressgateway # yes\n    app: 1\n`,
    "Make it a list",
    `${OPERATOR}  ingressGatewayLabels:\n    # the mesh\n    - name: mesh\n      value: ingressgateway # yes\n    - name: app\n      value: "1"\n`,
    "operator",
  );
  mends(
    "a mapping of labels in brackets",
    `${OPERATOR}  ingress$0GatewayLabels: {mesh: ingressgateway}\n`,
    "Make it a list",
    `${OPERATOR}  ingressGatewayLabels: [{ name: mesh, value: ingressgateway }]\n`,
    "operator",
  );
  offers("not preferred where the name is wrong too", "imagePullSecrets: [$0Reg_Cred]\n", [
    "Write name: Reg_Cred",
  ]);
  offers("preferred where it is right", "imagePullSecrets: [$0regcred]\n", ["*Write name: regcred"]);
  offers("none for an alias", "podAnnotations: {a: &a b}\nimagePullSecrets: [$0*a]\n", []);
});

describe("wrong-shape: a mapping that is switched on", () => {
  finds(
    "is written as true or false, said once",
    `
    monitoring: true
                ^^^^ error[wrong-shape] "monitoring" takes a mapping. Write enabled: true below it.
  `,
  );
  mends("on", "monitoring: $0yes # soon\n", "Write enabled: true", "monitoring:\n  enabled: true # soon\n");
  mends("off", "monitoring: $0false\n", "Write enabled: false", "monitoring:\n  enabled: false\n");
  mends("in brackets", "{monitoring: $0true}\n", "Write enabled: true", "{monitoring: { enabled: true }}\n");
});

describe("wrong-shape: a list that lacks its key", () => {
  const KEY = "requiredDuringSchedulingIgnoredDuringExecution";
  finds(
    "is explained",
    `
    affinity:
      nodeAffinity:
        ${KEY}:
        ${"^".repeat(KEY.length)} error[wrong-shape] "${KEY}" takes a mapping. Write the list under nodeSelectorTerms.
          - matchExpressions: []
  `,
  );
  mends(
    "indented below its key",
    `affinity:\n  nodeAffinity:\n    $0${KEY}:\n      - matchFields: []\n        matchExpressions: []\n      - matchFields: []\nwebhook: {}\n`,
    "Write it under nodeSelectorTerms",
    `affinity:\n  nodeAffinity:\n    ${KEY}:\n      nodeSelectorTerms:\n      - matchFields: []\n        matchExpressions: []\n      - matchFields: []\nwebhook: {}\n`,
  );
  mends(
    "indented by one column less than a level",
    `affinity:\n  nodeAffinity:\n    $0${KEY}:\n     - matchFields: []\n`,
    "Write it under nodeSelectorTerms",
    `affinity:\n  nodeAffinity:\n    ${KEY}:\n      nodeSelectorTerms:\n      - matchFields: []\n`,
  );
  mends(
    "at the column of its key",
    `affinity:\n  nodeAffinity:\n    $0${KEY}: # where\n    - matchFields: []\n\n      matchExpressions: []\n`,
    "Write it under nodeSelectorTerms",
    `affinity:\n  nodeAffinity:\n    ${KEY}: # where\n      nodeSelectorTerms:\n      - matchFields: []\n\n        matchExpressions: []\n`,
  );
});

describe("wrong-shape: a whole image", () => {
  finds(
    "where its repository and tag have keys of their own",
    `
    controller:
      image: ghcr.io/corp/ctrl:1.10
             ^^^^^^^^^^^^^^^^^^^^^^ error[wrong-shape] "image" takes a mapping. Write repository: ghcr.io/corp/ctrl and tag: "1.10" below it.
  `,
  );
  finds(
    "what is no image is left to wrong-type",
    `
    controller:
      image: "some words: here"
      ^^^^^ warning[table-replaced]
             ^^^^^^^^^^^^^^^^^^ error[wrong-type] "image" takes a mapping, but Helm reads text here.
    image: ghcr.io/corp/ctrl:1.10
    ^^^^^ warning[table-replaced]
           ^^^^^^^^^^^^^^^^^^^^^^ error[wrong-type] "image" takes a mapping, but Helm reads text here.
  `,
  );
  mends(
    "below its key, with what is said behind it",
    "controller:\n  image: $0repo/ctrl:v1.2 # ours\n  replicas: 2\n",
    "Write repository: repo/ctrl and tag: v1.2",
    "controller:\n  image:\n    repository: repo/ctrl\n    tag: v1.2 # ours\n  replicas: 2\n",
  );
  mends(
    "without a tag, and with a scheme",
    "controller:\n  image: $0https://ghcr.io/corp/ctrl\n",
    "Write repository: ghcr.io/corp/ctrl",
    "controller:\n  image:\n    repository: ghcr.io/corp/ctrl\n",
  );
  mends(
    "in brackets",
    "controller: {image: $0'localhost:5000/ctrl:1.10'}\n",
    'Write repository: localhost:5000/ctrl and tag: "1.10"',
    'controller: {image: { repository: localhost:5000/ctrl, tag: "1.10" }}\n',
  );
  offers("Remove is not offered beside it", "controller:\n  image: $0repo/ctrl:v1.2\n", [
    "*Write repository: repo/ctrl and tag: v1.2",
  ]);
});
