const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** A Kubernetes quantity as a number: `100m` is 0.1, `1Ki` is 1024 (apimachinery, `resource.Quantity`). Undefined for any other text. */
export function quantityOf(text: unknown): number | undefined {
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/.exec(String(text));
  if (found === null) return undefined;
  const [, number = "", exponent = "", suffix = ""] = found;
  return Number(`${number}${exponent}`) * (SUFFIXES[suffix] ?? 1);
}
