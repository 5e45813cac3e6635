// Whatever a client sends in large numbers, four times as much of it is about four times as much work. `npm run growth` measures the time of larger ones.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { workOf } from "../support/count-work.ts";
import { spread } from "../support/effort.ts";
import { connect } from "./client.ts";
import {
  FILE,
  NOTIFICATION_SHAPES,
  type Note,
  type NotificationShape,
  ROOT,
  TEXT,
} from "./notification-shapes.ts";

const [FEW, MANY] = [50, 200];

/**
 * By how much more than the size the work may grow when the size doubles. `npm run growth` allows 1.3; here, a look at the address of each of many open
 * files counts as much as anything else.
 */
const BOUND = 1.4;

/** A client with a file that is open, and the notifications that the server handles. */
async function opened(settings?: object) {
  const client = await connect({
    capabilities: {
      textDocument: { diagnostic: {} },
      workspace: { configuration: true, workspaceFolders: true },
    },
    initialize: { workspaceFolders: [{ uri: ROOT, name: "notes" }] },
    configuration: () => settings ?? {},
  });
  client.open(FILE, TEXT);
  return client;
}

/** The work for all that is sent, and a request after it. */
async function workFor({ before, make, settings }: NotificationShape, count: number): Promise<number> {
  const client = await opened(settings?.(count));
  const send = async (notes: readonly Note[]) => {
    for (const [method, params] of notes) void client.connection.sendNotification(method, params);
    const textDocument = { uri: FILE };
    await client.request("textDocument/diagnostic", { textDocument });
    await client.request("textDocument/hover", { textDocument, position: { line: 0, character: 2 } });
  };
  await send(before?.(count) ?? []);
  const work = await workOf(() => send(make(count)), "/server/");
  await client.close();
  return work;
}

suite("many of what is sent", () => {
  for (const shape of spread(NOTIFICATION_SHAPES)) {
    test(`${shape.method}: ${shape.name}`, async () => {
      await workFor(shape, 5);
      const [few, many] = [await workFor(shape, FEW), await workFor(shape, MANY)];
      assert.ok(Math.sqrt(many / few) / 2 < BOUND, `${few} -> ${many}`);
    });
  }

  test("each notification that the server handles has a shape", async () => {
    const { notifications } = await opened();
    const known = new Set(NOTIFICATION_SHAPES.map(({ method }) => method));
    assert.deepEqual(
      notifications.filter((method) => !known.has(method)),
      [],
    );
    assert.ok(notifications.length > 5);
  });
});
