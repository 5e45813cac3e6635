import { COMMENTS } from "./comments.ts";
import { REFUSALS } from "./refusals.ts";
import { LISTS, SCHEMAS } from "./schemas.ts";
import type { Shape } from "./shape.ts";
import { SUBCHARTS } from "./subcharts.ts";
import { TEMPLATES, WHOLES } from "./templates.ts";

/** All small changed charts. */
export const SHAPES: readonly Shape[] = [
  ...COMMENTS,
  ...TEMPLATES,
  ...WHOLES,
  ...SCHEMAS,
  ...LISTS,
  ...SUBCHARTS,
  ...REFUSALS,
];
