// Objects that cases are made of. JSON is YAML, so a chart's template is a list of them.

/** Any object of Kubernetes, right or wrong. */
export type Json = { readonly [key: string]: unknown };

/** Objects as the text of a template. */
export function templates(...objects: readonly Json[]): string {
  return objects.map((object) => JSON.stringify(object, undefined, 1)).join("\n---\n");
}

/** An object of any kind, with the rest of it. */
export function object(apiVersion: string, kind: string, name: string, rest: Json = {}): Json {
  const { metadata = {}, ...others } = rest;
  return { apiVersion, kind, metadata: { name, ...(metadata as Json) }, ...others };
}

export function configMap(name: string, data: Json = { key: "value" }, rest: Json = {}): Json {
  return object("v1", "ConfigMap", name, { data, ...rest });
}

export function secret(name: string, stringData: Json = { password: "Hunt3rHunt3r" }, rest: Json = {}): Json {
  return object("v1", "Secret", name, { stringData, ...rest });
}

export function service(name: string, spec: Json = {}): Json {
  return object("v1", "Service", name, {
    spec: { selector: { app: name }, ports: [{ name: "http", port: 80 }], ...spec },
  });
}

/** A pod that is as small as it can be; `restricted` in the sense of pod security. */
export function podSpec(container: Json = {}, rest: Json = {}): Json {
  return {
    terminationGracePeriodSeconds: 0,
    containers: [{ name: "main", image: "registry.example.org/main:1.0", ...container }],
    ...rest,
  };
}

export function deployment(name: string, pod: Json = podSpec(), spec: Json = {}, labels: Json = {}): Json {
  return object("apps/v1", "Deployment", name, {
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name, ...labels } }, spec: pod },
      ...spec,
    },
  });
}

export function statefulSet(name: string, spec: Json = {}): Json {
  const { spec: given } = deployment(name) as { spec: Json };
  return object("apps/v1", "StatefulSet", name, { spec: { serviceName: name, ...given, ...spec } });
}

export function daemonSet(name: string, spec: Json = {}): Json {
  const { replicas: _replicas, ...given } = (deployment(name) as { spec: Json }).spec as Json;
  return object("apps/v1", "DaemonSet", name, { spec: { ...given, ...spec } });
}

export function job(name: string, pod: Json = podSpec(), rest: Json = {}): Json {
  return object("batch/v1", "Job", name, {
    spec: { template: { spec: { restartPolicy: "Never", ...pod } } },
    ...rest,
  });
}

export function cronJob(name: string, schedule = "0 * * * *", pod: Json = podSpec()): Json {
  return object("batch/v1", "CronJob", name, {
    spec: { schedule, jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", ...pod } } } } },
  });
}

export function claim(name: string, storage = "1Gi", spec: Json = {}): Json {
  return object("v1", "PersistentVolumeClaim", name, {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...spec },
  });
}

export function role(name: string, rules: readonly Json[] = [], kind = "Role"): Json {
  return object("rbac.authorization.k8s.io/v1", kind, name, { rules });
}

export function binding(name: string, roleName: string, kind = "Role", subjects?: readonly Json[]): Json {
  return object("rbac.authorization.k8s.io/v1", "RoleBinding", name, {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: roleName },
    subjects: subjects ?? [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "somebody" }],
  });
}

export function ingress(name: string, host = "web.example.org", rest: Json = {}): Json {
  return object("networking.k8s.io/v1", "Ingress", name, {
    spec: {
      rules: [
        {
          host,
          http: {
            paths: [
              { path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } },
            ],
          },
        },
      ],
      ...rest,
    },
  });
}

export function autoscaler(name: string, target: string, spec: Json = {}): Json {
  return object("autoscaling/v2", "HorizontalPodAutoscaler", name, {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: target },
      ...{ minReplicas: 1, maxReplicas: 4 },
      ...spec,
    },
  });
}

export function disruptionBudget(name: string, spec: Json = { minAvailable: 1 }): Json {
  return object("policy/v1", "PodDisruptionBudget", name, {
    spec: { selector: { matchLabels: { app: name } }, ...spec },
  });
}

export function networkPolicy(name: string, spec: Json = {}): Json {
  return object("networking.k8s.io/v1", "NetworkPolicy", name, { spec: { podSelector: {}, ...spec } });
}

/** An object as one of Helm's hooks. */
export function hook(event: string, one: Json, policy?: string): Json {
  const { annotations, ...metadata } = one.metadata as Json;
  return {
    ...one,
    metadata: {
      ...metadata,
      annotations: {
        ...(annotations as Json | undefined),
        "helm.sh/hook": event,
        ...(policy !== undefined && { "helm.sh/hook-delete-policy": policy }),
      },
    },
  };
}

/** A resource type of its own group, with `spec.size` as a number of at least 1. */
export function widgetType(group: string): Json {
  return object("apiextensions.k8s.io/v1", "CustomResourceDefinition", `widgets.${group}`, {
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
      versions: [
        {
          ...{ name: "v1", served: true, storage: true },
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: {
                  type: "object",
                  required: ["size"],
                  properties: {
                    size: { type: "integer", minimum: 1 },
                    parts: { type: "array", items: { type: "string" } },
                    note: { type: "string" },
                  },
                },
              },
            },
          },
        },
      ],
    },
  });
}

export function widget(group: string, name: string, spec: Json = { size: 1 }): Json {
  return object(`${group}/v1`, "Widget", name, { spec });
}
