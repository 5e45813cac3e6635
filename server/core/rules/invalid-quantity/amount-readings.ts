import { parseQuantity, signOf } from "../../schema/types/quantity.ts";
import type { AmountMeaning } from "../topics/amounts.ts";

/** Spellings of units, in lower case, and the units that may be meant by them; the likeliest first. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  k: ["Ki", "k"],
  kb: ["k", "Ki"],
  ki: ["Ki"],
  kib: ["Ki"],
  m: ["Mi", "M"],
  mb: ["M", "Mi"],
  mi: ["Mi"],
  mib: ["Mi"],
  g: ["Gi", "G"],
  gb: ["G", "Gi"],
  gi: ["Gi"],
  gib: ["Gi"],
  t: ["Ti", "T"],
  tb: ["T", "Ti"],
  ti: ["Ti"],
  tib: ["Ti"],
  pi: ["Pi"],
  pib: ["Pi"],
  b: [""],
  byte: [""],
  bytes: [""],
};

const CPU_UNITS: Readonly<Record<string, readonly string[]>> = {
  "": [""],
  c: [""],
  core: [""],
  cores: [""],
  cpu: [""],
  cpus: [""],
  vcpu: [""],
  vcpus: [""],
  m: ["m"],
  mcore: ["m"],
  mcores: ["m"],
  mcpu: ["m"],
  millicpu: ["m"],
  millicore: ["m"],
  millicores: ["m"],
};

/** The amounts that may be meant by a text that is not an amount, the likeliest first. */
export function readingsOf(text: string, meaning: AmountMeaning): string[] {
  const match = /^([\d.,_ ]*\d)\s*([a-z]*)$/i.exec(text.trim());
  if (!match) return [];
  const [, number = "", unit = ""] = match;
  const table = meaning === "cpu" ? CPU_UNITS : UNITS;
  const known = Object.hasOwn(table, unit.toLowerCase()) ? table[unit.toLowerCase()] : undefined;
  // A unit that Kubernetes knows is taken as written.
  const units = parseQuantity(`1${unit}`) ? [unit] : (known ?? []);
  const readings = numbersOf(number).flatMap((read) => units.map((unit) => read + unit));
  return [...new Set(readings)].filter((reading) => {
    const amount = parseQuantity(reading);
    return amount !== undefined && signOf(amount) >= 0;
  });
}

/** A comma before three digits may group thousands or be a decimal comma; elsewhere it is a decimal comma. */
function numbersOf(text: string): string[] {
  const number = text.replace(/[_ ]/g, "");
  if (/^[1-9]\d{0,2}(?:,\d{3})+$/.test(number)) {
    const grouped = number.replaceAll(",", "");
    return number.indexOf(",") === number.lastIndexOf(",") ? [grouped, number.replace(",", ".")] : [grouped];
  }
  return [number.replace(",", ".")];
}
