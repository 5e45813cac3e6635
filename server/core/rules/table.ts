import type { Rule } from "./engine/rule.ts";
import { defaultStays } from "./helm/default-stays.ts";
import { emptyValue } from "./helm/empty-value.ts";
import { equalsDefault } from "./helm/equals-default.ts";
import { helmTemplate } from "./helm/helm-template.ts";
import { imageMissing } from "./helm/image-missing.ts";
import { notInEffect } from "./helm/not-in-effect.ts";
import { nullRemovesDefault } from "./helm/null-removes-default.ts";
import { overridden } from "./helm/overridden.ts";
import { tableReplaced } from "./helm/table-replaced.ts";
import { placeholderValue } from "./install/placeholder-value.ts";
import { requiredForInstall } from "./install/required-for-install.ts";
import { conflictingFields } from "./kubernetes/conflicting-fields.ts";
import { cpuWithMemoryUnit } from "./kubernetes/cpu-with-memory-unit.ts";
import { duplicateEntry } from "./kubernetes/duplicate-entry.ts";
import { duplicateMountPath } from "./kubernetes/duplicate-mount-path.ts";
import { invalidImage } from "./kubernetes/invalid-image.ts";
import { invalidLabel } from "./kubernetes/invalid-label.ts";
import { invalidName } from "./kubernetes/invalid-name.ts";
import { invalidPath } from "./kubernetes/invalid-path.ts";
import { invalidQuantity } from "./kubernetes/invalid-quantity.ts";
import { invalidToleration } from "./kubernetes/invalid-toleration.ts";
import { memoryWithoutUnit } from "./kubernetes/memory-without-unit.ts";
import { privilegedMount } from "./kubernetes/privileged-mount.ts";
import { requestExceedsLimit } from "./kubernetes/request-exceeds-limit.ts";
import { volumeNotDefined } from "./kubernetes/volume-not-defined.ts";
import { volumeNotMounted } from "./kubernetes/volume-not-mounted.ts";
import { volumeSource } from "./kubernetes/volume-source.ts";
import { certificateConfigIgnored } from "./operator/certificate-config-ignored.ts";
import { certificateConfigIncomplete } from "./operator/certificate-config-incomplete.ts";
import { clusterDomainDiffers } from "./operator/cluster-domain-differs.ts";
import { duplicateLabel } from "./operator/duplicate-label.ts";
import { hostTooLong } from "./operator/host-too-long.ts";
import { invalidCertificate } from "./operator/invalid-certificate.ts";
import { invalidDuration } from "./operator/invalid-duration.ts";
import { invalidHost } from "./operator/invalid-host.ts";
import { invalidNumber } from "./operator/invalid-number.ts";
import { invalidUrl } from "./operator/invalid-url.ts";
import { labelsDifferFromDefault } from "./operator/labels-differ-from-default.ts";
import { labelsMissing } from "./operator/labels-missing.ts";
import { needsCaCertificates } from "./operator/needs-ca-certificates.ts";
import { needsNetworkPolicy } from "./operator/needs-network-policy.ts";
import { noEffect } from "./operator/no-effect.ts";
import { switchedOff } from "./operator/switched-off.ts";
import { unknownIssuerKind } from "./operator/unknown-issuer-kind.ts";
import { ambiguousScalar } from "./schema/ambiguous-scalar.ts";
import { brokenChart } from "./schema/broken-chart.ts";
import { chartNotNamed } from "./schema/chart-not-named.ts";
import { chartSchema } from "./schema/chart-schema.ts";
import { misplacedKey } from "./schema/misplaced-key.ts";
import { missingField } from "./schema/missing-field.ts";
import { newerChart } from "./schema/newer-chart.ts";
import { notAllowed } from "./schema/not-allowed.ts";
import { outOfRange } from "./schema/out-of-range.ts";
import { patternMismatch } from "./schema/pattern-mismatch.ts";
import { requiredOrPreferred } from "./schema/required-or-preferred.ts";
import { unknownComment } from "./schema/unknown-comment.ts";
import { unknownKey } from "./schema/unknown-key.ts";
import { unreadKey } from "./schema/unread-key.ts";
import { unusableChart } from "./schema/unusable-chart.ts";
import { validationRule } from "./schema/validation-rule.ts";
import { wrongShape } from "./schema/wrong-shape.ts";
import { wrongType } from "./schema/wrong-type.ts";
import { duplicateKey } from "./yaml/duplicate-key.ts";
import { extraDocument } from "./yaml/extra-document.ts";
import { syntax } from "./yaml/syntax.ts";
import { templateInValues } from "./yaml/template-in-values.ts";

/** All rules. Code, documentation and settings are made from this table. */
export const RULES: readonly Rule[] = [
  syntax,
  extraDocument,
  duplicateKey,
  unknownKey,
  misplacedKey,
  unreadKey,
  unusableChart,
  brokenChart,
  newerChart,
  chartNotNamed,
  unknownComment,
  wrongType,
  notAllowed,
  outOfRange,
  chartSchema,
  helmTemplate,
  nullRemovesDefault,
  emptyValue,
  imageMissing,
  ambiguousScalar,
  templateInValues,
  requiredForInstall,
  placeholderValue,
  invalidHost,
  hostTooLong,
  clusterDomainDiffers,
  certificateConfigIgnored,
  certificateConfigIncomplete,
  unknownIssuerKind,
  invalidDuration,
  invalidNumber,
  invalidCertificate,
  noEffect,
  switchedOff,
  equalsDefault,
  invalidUrl,
  needsNetworkPolicy,
  needsCaCertificates,
  invalidQuantity,
  memoryWithoutUnit,
  cpuWithMemoryUnit,
  requestExceedsLimit,
  invalidLabel,
  invalidImage,
  invalidName,
  volumeNotDefined,
  volumeNotMounted,
  duplicateMountPath,
  invalidToleration,
  conflictingFields,
  volumeSource,
  duplicateEntry,
  invalidPath,
  privilegedMount,
  wrongShape,
  requiredOrPreferred,
  missingField,
  patternMismatch,
  validationRule,
  defaultStays,
  overridden,
  notInEffect,
  tableReplaced,
  duplicateLabel,
  labelsDifferFromDefault,
  labelsMissing,
];
