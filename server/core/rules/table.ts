import { ambiguousScalar } from "./ambiguous-scalar.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { emptyValue } from "./empty-value.ts";
import { misplacedKey } from "./misplaced-key.ts";
import { notAllowed } from "./not-allowed.ts";
import { nullRemovesDefault } from "./null-removes-default.ts";
import { outOfRange } from "./out-of-range.ts";
import { requiredForInstall } from "./required-for-install.ts";
import type { Rule } from "./rule.ts";
import { syntax } from "./syntax.ts";
import { templateInValues } from "./template-in-values.ts";
import { unknownKey } from "./unknown-key.ts";
import { wrongType } from "./wrong-type.ts";

/** Every rule there is. Code, documentation and settings are made from this table. */
export const RULES: readonly Rule[] = [
  syntax,
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
];
