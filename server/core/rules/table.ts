// Generated from the folders beside it by schemas/rules-table.ts.
import { rule as ambiguousScalar } from "./ambiguous-scalar/rule.ts";
import { rule as brokenChart } from "./broken-chart/rule.ts";
import { rule as certificateConfigIgnored } from "./certificate-config-ignored/rule.ts";
import { rule as certificateConfigIncomplete } from "./certificate-config-incomplete/rule.ts";
import { rule as chartNotNamed } from "./chart-not-named/rule.ts";
import { rule as chartSchema } from "./chart-schema/rule.ts";
import { rule as clusterDomainDiffers } from "./cluster-domain-differs/rule.ts";
import { rule as conflictingFields } from "./conflicting-fields/rule.ts";
import { rule as cpuWithMemoryUnit } from "./cpu-with-memory-unit/rule.ts";
import { rule as defaultStays } from "./default-stays/rule.ts";
import { rule as duplicateEntry } from "./duplicate-entry/rule.ts";
import { rule as duplicateKey } from "./duplicate-key/rule.ts";
import { rule as duplicateLabel } from "./duplicate-label/rule.ts";
import { rule as duplicateMountPath } from "./duplicate-mount-path/rule.ts";
import { rule as emptyValue } from "./empty-value/rule.ts";
import type { Rule } from "./engine/rule.ts";
import { rule as equalsDefault } from "./equals-default/rule.ts";
import { rule as extraDocument } from "./extra-document/rule.ts";
import { rule as helmTemplate } from "./helm-template/rule.ts";
import { rule as hostTooLong } from "./host-too-long/rule.ts";
import { rule as imageMissing } from "./image-missing/rule.ts";
import { rule as invalidCertificate } from "./invalid-certificate/rule.ts";
import { rule as invalidDuration } from "./invalid-duration/rule.ts";
import { rule as invalidHost } from "./invalid-host/rule.ts";
import { rule as invalidImage } from "./invalid-image/rule.ts";
import { rule as invalidLabel } from "./invalid-label/rule.ts";
import { rule as invalidName } from "./invalid-name/rule.ts";
import { rule as invalidNumber } from "./invalid-number/rule.ts";
import { rule as invalidObject } from "./invalid-object/rule.ts";
import { rule as invalidPath } from "./invalid-path/rule.ts";
import { rule as invalidQuantity } from "./invalid-quantity/rule.ts";
import { rule as invalidToleration } from "./invalid-toleration/rule.ts";
import { rule as invalidUrl } from "./invalid-url/rule.ts";
import { rule as labelsDifferFromDefault } from "./labels-differ-from-default/rule.ts";
import { rule as labelsMissing } from "./labels-missing/rule.ts";
import { rule as memoryWithoutUnit } from "./memory-without-unit/rule.ts";
import { rule as misplacedKey } from "./misplaced-key/rule.ts";
import { rule as misreadEntry } from "./misread-entry/rule.ts";
import { rule as missingField } from "./missing-field/rule.ts";
import { rule as needsCaCertificates } from "./needs-ca-certificates/rule.ts";
import { rule as needsNetworkPolicy } from "./needs-network-policy/rule.ts";
import { rule as newerChart } from "./newer-chart/rule.ts";
import { rule as noEffect } from "./no-effect/rule.ts";
import { rule as notAllowed } from "./not-allowed/rule.ts";
import { rule as notInEffect } from "./not-in-effect/rule.ts";
import { rule as nullRemovesDefault } from "./null-removes-default/rule.ts";
import { rule as outOfRange } from "./out-of-range/rule.ts";
import { rule as overridden } from "./overridden/rule.ts";
import { rule as patternMismatch } from "./pattern-mismatch/rule.ts";
import { rule as placeholderValue } from "./placeholder-value/rule.ts";
import { rule as privilegedMount } from "./privileged-mount/rule.ts";
import { rule as requestExceedsLimit } from "./request-exceeds-limit/rule.ts";
import { rule as requiredForInstall } from "./required-for-install/rule.ts";
import { rule as requiredOrPreferred } from "./required-or-preferred/rule.ts";
import { rule as switchedOff } from "./switched-off/rule.ts";
import { rule as syntax } from "./syntax/rule.ts";
import { rule as tableReplaced } from "./table-replaced/rule.ts";
import { rule as templateInValues } from "./template-in-values/rule.ts";
import { rule as unknownComment } from "./unknown-comment/rule.ts";
import { rule as unknownIssuerKind } from "./unknown-issuer-kind/rule.ts";
import { rule as unknownKey } from "./unknown-key/rule.ts";
import { rule as unreadKey } from "./unread-key/rule.ts";
import { rule as unusableChart } from "./unusable-chart/rule.ts";
import { rule as validationRule } from "./validation-rule/rule.ts";
import { rule as volumeNotDefined } from "./volume-not-defined/rule.ts";
import { rule as volumeNotMounted } from "./volume-not-mounted/rule.ts";
import { rule as volumeSource } from "./volume-source/rule.ts";
import { rule as wrongShape } from "./wrong-shape/rule.ts";
import { rule as wrongType } from "./wrong-type/rule.ts";

/** All rules. Code, documentation and settings are made from this table. */
export const RULES: readonly Rule[] = [
  ambiguousScalar,
  brokenChart,
  certificateConfigIgnored,
  certificateConfigIncomplete,
  chartNotNamed,
  chartSchema,
  clusterDomainDiffers,
  conflictingFields,
  cpuWithMemoryUnit,
  defaultStays,
  duplicateEntry,
  duplicateKey,
  duplicateLabel,
  duplicateMountPath,
  emptyValue,
  equalsDefault,
  extraDocument,
  helmTemplate,
  hostTooLong,
  imageMissing,
  invalidCertificate,
  invalidDuration,
  invalidHost,
  invalidImage,
  invalidLabel,
  invalidName,
  invalidNumber,
  invalidObject,
  invalidPath,
  invalidQuantity,
  invalidToleration,
  invalidUrl,
  labelsDifferFromDefault,
  labelsMissing,
  memoryWithoutUnit,
  misplacedKey,
  misreadEntry,
  missingField,
  needsCaCertificates,
  needsNetworkPolicy,
  newerChart,
  noEffect,
  notAllowed,
  notInEffect,
  nullRemovesDefault,
  outOfRange,
  overridden,
  patternMismatch,
  placeholderValue,
  privilegedMount,
  requestExceedsLimit,
  requiredForInstall,
  requiredOrPreferred,
  switchedOff,
  syntax,
  tableReplaced,
  templateInValues,
  unknownComment,
  unknownIssuerKind,
  unknownKey,
  unreadKey,
  unusableChart,
  validationRule,
  volumeNotDefined,
  volumeNotMounted,
  volumeSource,
  wrongShape,
  wrongType,
];
