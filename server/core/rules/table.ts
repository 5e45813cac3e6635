import { ambiguousScalar } from "./ambiguous-scalar.ts";
import { certificateConfigIgnored } from "./certificate-config-ignored.ts";
import { certificateConfigIncomplete } from "./certificate-config-incomplete.ts";
import { clusterDomainDiffers } from "./cluster-domain-differs.ts";
import { cpuWithMemoryUnit } from "./cpu-with-memory-unit.ts";
import { defaultStays } from "./default-stays.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { duplicateLabel } from "./duplicate-label.ts";
import { duplicateMountPath } from "./duplicate-mount-path.ts";
import { emptyValue } from "./empty-value.ts";
import { equalsDefault } from "./equals-default.ts";
import { extraDocument } from "./extra-document.ts";
import { hostTooLong } from "./host-too-long.ts";
import { invalidDuration } from "./invalid-duration.ts";
import { invalidHost } from "./invalid-host.ts";
import { invalidLabel } from "./invalid-label.ts";
import { invalidName } from "./invalid-name.ts";
import { invalidQuantity } from "./invalid-quantity.ts";
import { invalidToleration } from "./invalid-toleration.ts";
import { invalidUrl } from "./invalid-url.ts";
import { labelsDifferFromDefault } from "./labels-differ-from-default.ts";
import { labelsMissing } from "./labels-missing.ts";
import { memoryWithoutUnit } from "./memory-without-unit.ts";
import { misplacedKey } from "./misplaced-key.ts";
import { missingField } from "./missing-field.ts";
import { needsCaCertificates } from "./needs-ca-certificates.ts";
import { needsNetworkPolicy } from "./needs-network-policy.ts";
import { noEffect } from "./no-effect.ts";
import { notAllowed } from "./not-allowed.ts";
import { nullRemovesDefault } from "./null-removes-default.ts";
import { outOfRange } from "./out-of-range.ts";
import { overridden } from "./overridden.ts";
import { placeholderValue } from "./placeholder-value.ts";
import { requestExceedsLimit } from "./request-exceeds-limit.ts";
import { requiredForInstall } from "./required-for-install.ts";
import { requiredOrPreferred } from "./required-or-preferred.ts";
import type { Rule } from "./rule.ts";
import { syntax } from "./syntax.ts";
import { tableReplaced } from "./table-replaced.ts";
import { templateInValues } from "./template-in-values.ts";
import { unknownKey } from "./unknown-key.ts";
import { volumeNotDefined } from "./volume-not-defined.ts";
import { volumeNotMounted } from "./volume-not-mounted.ts";
import { wrongShape } from "./wrong-shape.ts";
import { wrongType } from "./wrong-type.ts";

/** Every rule there is. Code, documentation and settings are made from this table. */
export const RULES: readonly Rule[] = [
  syntax,
  extraDocument,
  duplicateKey,
  unknownKey,
  misplacedKey,
  wrongType,
  notAllowed,
  outOfRange,
  nullRemovesDefault,
  emptyValue,
  ambiguousScalar,
  templateInValues,
  requiredForInstall,
  placeholderValue,
  invalidHost,
  hostTooLong,
  clusterDomainDiffers,
  certificateConfigIgnored,
  certificateConfigIncomplete,
  invalidDuration,
  noEffect,
  equalsDefault,
  invalidUrl,
  needsNetworkPolicy,
  needsCaCertificates,
  invalidQuantity,
  memoryWithoutUnit,
  cpuWithMemoryUnit,
  requestExceedsLimit,
  invalidLabel,
  invalidName,
  volumeNotDefined,
  volumeNotMounted,
  duplicateMountPath,
  invalidToleration,
  wrongShape,
  requiredOrPreferred,
  missingField,
  defaultStays,
  overridden,
  tableReplaced,
  duplicateLabel,
  labelsDifferFromDefault,
  labelsMissing,
];
