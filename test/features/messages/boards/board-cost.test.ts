import { expect, test, vi } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { inRealm, untilShipped } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person, Reply } from "../../../support/person.ts";
import { untilTrue } from "../../../support/scheduled-messages.ts";

/** Subscribes accounts that don't exist, which is enough because none of them is looked up. */
const subscribeMany = (who: Person, channel: number, count: number) =>
  inRealm(who, ({ sql }) => {
    sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO subscriptions (user_id, channel_id, active, since_message, color)
       SELECT 1000000 + i, ${channel}, 1, 0, '#000000' FROM n`,
    );
  });

/**
 * Rows written by a request's change, and its statements, without what is shipped before or after it. Rows of timers
 * don't count: whether one is set already depends on what else the organization does.
 */
async function costOf(who: Person, request: () => Promise<Reply>): Promise<[rows: number, statements: string[]]> {
  let rows = 0;
  const run: string[] = [];
  const spy = await inRealm(who, (realm) => {
    const { sql } = realm;
    const execute = sql.exec.bind(sql);
    const changes = () => Number(execute("SELECT total_changes() AS n").one()["n"]);
    const change = realm.change.bind(realm);
    return vi.spyOn(realm, "change").mockImplementation((work) => {
      const exec = vi.spyOn(sql, "exec").mockImplementation((query, ...values) => {
        run.push(query.trim().split(/\s+/).slice(0, 5).join(" "));
        const before = changes();
        const cursor = execute(query, ...values);
        if (!/\btimers\b/.test(query)) rows += changes() - before;
        return cursor;
      });
      try {
        return change(work);
      } finally {
        exec.mockRestore();
      }
    });
  });
  await who.ok(request());
  spy.mockRestore();
  // Appending to the audit log reads more hashes the longer the log is.
  return [rows, run.filter((query) => !query.startsWith("SELECT leaf,"))];
}

test("a change of a board costs as much with 10,000 subscribers as with 10", async () => {
  const { noah, mia } = await realm();
  await mia.queue({ event_types: ["channel_board"] });
  const costs: Json[] = [];
  // The first channel fills caches.
  for (const [name, subscribers] of [
    ["first", 10],
    ["few", 10],
    ["many", 10_000],
  ] as const) {
    const channel = await makeChannel(noah, name, [noah, mia]);
    const message = await sendToChannel(noah, channel, "tea", "kettle");
    await subscribeMany(noah, channel, subscribers);
    const pins = `/streams/${channel}/pins`;
    // Writes the board's message. The next update of it is due in a minute, so none runs during the measurement.
    await noah.ok(noah.patch(`/streams/${channel}/page`, { content: "Welcome", base_version: 0 }));
    await untilTrue(async () => {
      const { topics } = await noah.ok(noah.get(`/users/me/${channel}/topics`));
      return topics.some(({ name }: Json) => name === "board");
    });
    await untilShipped(noah);
    const cost = {
      topic: await costOf(noah, () => noah.post(pins, { topic: "tea" })),
      message: await costOf(noah, () => noah.post(pins, { message_id: message })),
      link: await costOf(noah, () => noah.post(pins, { url: "https://tea.example/" })),
      page: await costOf(noah, () => noah.patch(`/streams/${channel}/page`, { content: "Kettles", base_version: 1 })),
    };
    const { pins: all } = await noah.ok(noah.get(`/streams/${channel}/board`));
    const move = { position: 7 };
    costs.push({
      ...cost,
      moved: await costOf(noah, () => noah.patch(`${pins}/${all[0].pin_id}`, move)),
      renamed: await costOf(noah, () => noah.patch(`${pins}/${all[2].pin_id}`, { title: "Tea" })),
      removed: await costOf(noah, () => noah.delete(`${pins}/${all[1].pin_id}`)),
    });
  }
  expect(costs[2]).toEqual(costs[1]);
  for (const [rows, statements] of Object.values<[number, string[]]>(costs[1])) {
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(20);
    expect(statements.length).toBeLessThan(25);
  }
});
