/**
 * The meanings of values, for rules and completion: the annotation `meaning` of a schema node. Paths inside of something are distinguished by where
 * they begin, names by the form that Kubernetes demands.
 */
export const MEANINGS = {
  amount: "a text with any number",
  annotations: "a mapping of annotations",
  certificate: "a certificate in PEM, or several",
  "certificate-config": "the parts that the certificate managers read, each under its name",
  "certificate-manager": "the name of a certificate manager",
  "common-name": "the common name of a certificate",
  component: "a component of the operator",
  "container-security": "the security context of a container",
  count: "a text with a whole number",
  cpu: "an amount of CPU",
  duration: "a duration as Go reads it",
  "file-path": "the path of a file inside something",
  host: "a host name",
  "host-path": "a path from the root of a node",
  "image-repository": "the repository of an image",
  "image-tag": "the tag of an image",
  issuer: "the issuer of certificates",
  "label-key": "the key of a label, in an entry of a label-list",
  "label-list": "a list of entries with a label-key and a label-value",
  "label-value": "the value of a label, in an entry of a label-list",
  labels: "a mapping of labels",
  memory: "an amount of memory",
  "mount-path": "the path in a container at which a volume is mounted",
  namespace: "the name of a namespace, a DNS label",
  "object-name": "the name of any other object",
  port: "the number of a port",
  quantity: "an amount of anything but CPU and memory",
  resources: "the resources of a container",
  "resource-limits": "the limits in resources",
  "resource-requests": "the requests in resources, which must not exceed the resource-limits beside them",
  "sub-path": "a path that leads down from inside something",
  "sysctl-name": "the name of a kernel parameter",
  toleration: "a toleration of a pod",
  url: "an address with a scheme",
  "volume-mounts": "the mounts of a container",
  "volume-name": "the name of a volume, a DNS label; in a mount that of a volume of the same component",
  volumes: "the volumes of a pod",
} as const;

/** The meaning of a value. */
export type Meaning = keyof typeof MEANINGS;
