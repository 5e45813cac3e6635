/**
 * Values of the operator, whole and half-typed, in the specification's words and in those of the chart in the field.
 * `$0` comes after the key that makes the file certain, or after the bracket that closes around it. Without `$0`, the keys are
 * those that any chart may have, and the file stays likely. `[what, file name, text]`.
 */
export const SHAPES_OF_OURS: readonly (readonly [what: string, name: string, text: string])[] = [
  [
    "the two required values",
    "values.yaml",
    "subscriptionServer:\n  domain:$0 cop.c.example.org\n  dnsTarget: x.c.example.org\n",
  ],
  [
    "the other way round",
    "values-prod.yaml",
    "subscriptionServer:\n  dnsTarget:$0 x.c.example.org\n  domain: cop.c.example.org\n",
  ],
  ["replicas of the subscription server", "values.yaml", "subscriptionServer:\n  replicas:$0 2\n"],
  ["its image", "prod.values.yaml", "subscriptionServer:\n  image:$0\n    tag: 1.2.3\n"],
  ["its port", "values.yml", "subscriptionServer:\n  port:$0 4000\n"],
  ["the namespace of the mesh", "values.yaml", "subscriptionServer:\n  meshSystemNamespace:$0 mesh-system\n"],
  [
    "labels of the gateway",
    "values.yaml",
    "subscriptionServer:\n  ingressGatewayLabels:$0\n    app: gw\n    mesh: ingress\n",
  ],
  ["the platform's certificates", "values.yaml", "subscriptionServer:\n  certificateManager:$0 Platform\n"],
  [
    "an issuer of the platform",
    "values.yaml",
    "subscriptionServer:\n  certificateConfig:$0\n    platform:\n      issuerName: mine\n      issuerNamespace: ns\n",
  ],
  [
    "the certificate controller",
    "values.yaml",
    "subscriptionServer:\n  certificateManager:$0 CertController\n  certificateConfig:\n    certController:\n      issuerKind: ClusterIssuer\n      issuerName: le\n",
  ],
  [
    "an issuer of a group",
    "values.yaml",
    "subscriptionServer:\n  certificateConfig:$0 {certController: {issuerGroup: g.io, issuerKind: I, issuerName: n}}\n",
  ],
  [
    "an issuer one level too high",
    "values.yaml",
    "subscriptionServer:\n  certificateConfig:$0\n    issuerName: mine\n",
  ],
  [
    "both certificate managers",
    "values.yaml",
    "subscriptionServer:\n  certificateManager:$0 CertController\nwebhook:\n  certificateManager: CertController\n",
  ],
  ["the webhook's default certificates", "values.yaml", "webhook:\n  certificateManager:$0 Default\n"],
  [
    "the webhook's certificate controller",
    "values.yaml",
    "webhook:\n  certificateManager:$0 CertController\n  certificateConfig:\n    certController: {issuerName: le}\n",
  ],
  [
    "the webhook's issuer alone",
    "values.yaml",
    "webhook:\n  certificateConfig:\n    certController:$0\n      issuerKind: Issuer\n      issuerName: le\n",
  ],
  ["the controller's DNS target", "values.yaml", "controller:\n  dnsTarget:$0 x.c.example.org\n"],
  ["detailed metrics", "values.yaml", "controller:\n  replicas: 2\n  detailedOperationalMetrics:$0 true\n"],
  [
    "version monitoring",
    "values.yaml",
    "controller:\n  versionMonitoring:\n    metricsServerAddress:$0 http://m.svc:9090\n    metricsEvaluationInterval: 30m\n",
  ],
  [
    "version monitoring, its pause",
    "values.yaml",
    "controller:\n  versionMonitoring:\n    metricsClientAcquireRetryDelay:$0 5m\n",
  ],
  [
    "version monitoring with a CA",
    "values.yaml",
    "controller:\n  volumes:\n    - name: ca\n      secret: {secretName: ca}\n  versionMonitoring: {metricsServerAddress: https://m}$0\n",
  ],
  [
    "dashboards",
    "values.yaml",
    'monitoring:\n  enabled: true\n  dash:\n    dashboard:$0\n      configMapLabels: {dash_dashboard: "1"}\n',
  ],
  [
    "labels of monitors beside a component",
    "values.yaml",
    "controller:\n  replicas: 1\nmonitoring:\n  serviceMonitorSelectorLabels:$0\n    release: m\n",
  ],
  [
    "labels of monitors before a component",
    "values.yaml",
    "monitoring:\n  serviceMonitorSelectorLabels: {release: m}\nwebhook:\n  replicas:$0 1\n",
  ],
  [
    "the webhook's sidecar beside a component",
    "values.yaml",
    "controller:\n  image:\n    tag: v1\nwebhook:\n  sidecar:$0 true\n",
  ],
  [
    "all components",
    "values.yaml",
    "image:\n  tag: v1\ncontroller:\n  replicas: 2\nwebhook:\n  replicas: 2\nsubscriptionServer:\n  replicas:$0 2\n",
  ],
  [
    "everything for all, then one",
    "values.yaml",
    "imagePullSecrets:\n  - name: reg\npodLabels:\n  team: a\nsubscriptionServer:\n  podLabels:$0 {}\n",
  ],
  ["null", "values.yaml", "subscriptionServer:\n  ingressGatewayLabels:$0\n    app: null\n    mesh: ~\n"],
  [
    "a key that is not known, later",
    "values.yaml",
    "subscriptionServer:\n  domain:$0 a.b\n  portt: 1\nreplicaCount: 2\n",
  ],

  [
    "field: the mesh's namespace",
    "values.yaml",
    "subscriptionServer:\n  istioSystemNamespace:$0 istio-system\n",
  ],
  [
    "field: labels of the gateway",
    "values.yaml",
    "subscriptionServer:\n  ingressGatewayLabels:$0\n    istio: ingressgateway\n    app: gw\n",
  ],
  [
    "field: the platform's issuer",
    "values.yaml",
    "subscriptionServer:\n  certificateManager:$0 Gardener\n  certificateConfig:\n    gardener: {issuerName: i, issuerNamespace: n}\n",
  ],
  [
    "field: the certificate controller",
    "values.yaml",
    "subscriptionServer:\n  certificateManager:$0 CertManager\n  certificateConfig:\n    certManager: {issuerName: i, commonName: c}\n",
  ],
  [
    "field: the webhook's issuer",
    "values.yaml",
    "webhook:\n  certificateConfig:\n    certManager:$0\n      issuerName: le\n",
  ],
  ["field: the webhook's certificates", "values.yaml", "webhook:\n  certificateManager:$0 CertManager\n"],
  [
    "field: the address of the metrics",
    "values.yaml",
    "controller:\n  versionMonitoring:\n    prometheusAddress:$0 http://p:9090\n    promClientAcquireRetryDelay: 1h\n",
  ],
  [
    "field: dashboards",
    "values.yaml",
    'monitoring:\n  enabled: true\n  grafana:\n    dashboard:\n      configMapLabels:$0\n        grafana_dashboard: "1"\n',
  ],
  [
    "field: reconciles",
    "values.yaml",
    'controller:\n  maxConcurrentReconciles:\n    capApplication:$0 "2"\n    domain: "1"\n',
  ],
  [
    "field: reconciles of domains",
    "values.yaml",
    'controller:\n  maxConcurrentReconciles:\n    clusterDomain: "1"\n    capTenant:$0 "3"\n',
  ],
  [
    "field: rates",
    "values.yaml",
    'webhook:\n  volumes: []\ncontroller:\n  clientRateLimiting:\n    qps:$0 "20"\n    burst: "40"\n',
  ],
  ["field: a delay", "values.yaml", "controller:\n  rolloutDelay: 30s\nwebhook:\n  volumeMounts:$0 []\n"],
  [
    "field: managers",
    "values.yaml",
    "controller:\n  certManager: gardener\n  dnsManager: kubernetes\nsubscriptionServer:\n  replicas:$0 1\n",
  ],
  [
    "field: a CA",
    "values.yaml",
    "subscriptionServer:\n  certificateConfig:$0\n    additionalCACertificate: |\n      -----BEGIN\n      x\n",
  ],
  [
    "field: undeclared keys",
    "values.yaml",
    "logLevel: debug\nsecurityContext: {}\nwebhook:\n  logLevel: info\n",
  ],

  ["nothing but a comment", "values.yaml", "# values of production\n"],
  ["the tag", "values-prod.yaml", "image:\n  tag: v1\n  pullPolicy: IfNotPresent\n"],
  ["labels and annotations", "values.yaml", "podLabels:\n  team: a\npodAnnotations:\n  a.b/c: d\n"],
  [
    "places of pods",
    "values.yaml",
    "nodeSelector:\n  pool: op\ntolerations:\n  - key: a\n    operator: Exists\npriorityClassName: high\n",
  ],
  [
    "affinity",
    "values.yaml",
    "affinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      - topologyKey: zone\n",
  ],
  [
    "spread",
    "values.yaml",
    "topologySpreadConstraints:\n  - maxSkew: 1\n    topologyKey: zone\n    whenUnsatisfiable: DoNotSchedule\n",
  ],
  [
    "security",
    "values.yaml",
    "podSecurityContext:\n  runAsNonRoot: true\n  seccompProfile:\n    type: RuntimeDefault\n",
  ],
  ["monitoring", "values.yaml", "monitoring:\n  enabled: true\n"],
  ["resources", "values.yaml", "controller:\n  resources:\n    limits:\n      memory: 1Gi\n      cpu: 0.5\n"],
  [
    "two components with keys of any chart",
    "values.yaml",
    "controller:\n  replicas: 2\nwebhook:\n  replicas: 2\n  service:\n    type: ClusterIP\n    targetPort: 1443\n",
  ],
  ["for all charts", "values.yaml", "global:\n  registry: r.example\n"],
  ["mounts", "values.yaml", "controller:\n  volumeMounts:\n    - name: ca\n      mountPath: /etc/ca\n"],

  ["half a key", "values.yaml", "subscr"],
  ["half a key below another", "values.yaml", "controller:\n  repl"],
  ["half a key behind values", "values.yaml", "controller:\n  replicas: 2\n  image:\n    tag: v1\nwebh"],
  ["half a value", "values.yaml", 'image:\n  tag: "1.2'],
  ["half an item", "values.yaml", "tolerations:\n  - key: a\n    oper"],
  ["half a mapping in brackets", "values.yaml", "subscriptionServer: {domain: a.b, dnsT"],
  ["half a list in brackets", "values.yaml", "imagePullSecrets: [{name: reg}, {na"],
  [
    "a key without its colon above others",
    "values.yaml",
    "subscriptionServer:\n  domain:$0 a.b\ncontroller\n  replicas: 2\n",
  ],

  ["in brackets", "values.yaml", "{controller: {replicas: 2}, subscriptionServer: {domain: a.b}}$0\n"],
  [
    "as JSON",
    "values.yaml",
    '{\n  "image": {"tag": "v1"},\n  "subscriptionServer": {\n    "domain": "a.b"\n  }\n}$0\n',
  ],
  ["quoted keys", "values.yaml", "\"subscriptionServer\":\n  'domain':$0 a.b\n"],
  ["Windows line breaks", "values.yaml", "controller:\r\n  replicas: 2\r\n  dnsTarget:$0 a.b\r\n"],
  [
    "a mark at the beginning of the document",
    "values.yaml",
    "---\n# production\nsubscriptionServer:\n    domain:$0 a.b\n",
  ],
  [
    "anchors and merge keys",
    "values.yaml",
    "controller: &common\n  replicas: 2\nwebhook:\n  <<: *common\n  image: &image {tag: v1}\nsubscriptionServer:\n  image:$0 *image\n",
  ],
  [
    "texts over several lines",
    "values.yaml",
    "podAnnotations:\n  note: |\n    one: two\n    three\n  other: >-\n    four\nsubscriptionServer:\n  domain:$0 a.b\n",
  ],
  [
    "comments everywhere",
    "values.yaml",
    "# all\ncontroller: # one\n  # two\n  replicas: 2 # three\n  dnsTarget:$0 # four\n    a.b\n",
  ],
];
