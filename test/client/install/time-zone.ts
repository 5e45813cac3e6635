/** Runs something in a time zone. */
export async function inTimeZone(zone: string, work: () => Promise<unknown>): Promise<void> {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}
