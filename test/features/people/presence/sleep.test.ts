import { describe, expect, test } from "vitest";
import { inRealm } from "../../../support/messages.ts";
import { advanceClock, evict, stopClock, tablesOf } from "../../../support/object.ts";
import { realm as newRealm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const OFFLINE_AFTER = 200;

/** An organization whose clock stands still. */
async function realm() {
  const cast = await newRealm();
  await stopClock(cast.noah);
  return cast;
}

const ping = (person: Person, fields = {}) =>
  person.ok(person.post("/users/me/presence", { status: "active", slim_presence: true, ...fields }));

/** Seconds since a user was last seen, according to each endpoint that returns it. */
async function awayFor(asked: Person, by: Person): Promise<Record<string, number>> {
  const { id, email } = asked;
  const pinged = await ping(by);
  const registered = await by.ok(by.post("/register", { fetch_event_types: ["presence"], slim_presence: true }));
  const one = await by.ok(by.get(`/users/${id}/presence`));
  const all = await by.ok(by.get("/realm/presence"));
  const now = all.server_timestamp;
  return {
    "the answer to a ping": now - pinged.presences[id].idle_timestamp,
    "a registration": now - registered.presences[id].idle_timestamp,
    "one account's presence": now - one.presence.aggregated.timestamp,
    "everybody's presence": now - all.presences[email].aggregated.timestamp,
  };
}

const isOnline = async (asked: Person, by: Person): Promise<boolean> => {
  const seconds = Object.values(await awayFor(asked, by));
  const answers = new Set(seconds.map((each) => each <= OFFLINE_AFTER));
  expect(answers.size, JSON.stringify(seconds)).toBe(1);
  return answers.has(true);
};

describe("[4.10] presence survives evictions of the object:", () => {
  test("two new users see each other after a minute without pings", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    await ping(mia);
    await advanceClock(noah, 60_000);
    await evict(noah);
    expect(await isOnline(noah, mia)).toBe(true);
    expect(await isOnline(mia, noah)).toBe(true);
  });

  test.each([60, 64, 69, 71, 90])(
    "a user who pings every %d s appears online to everyone else, whenever the object sleeps",
    async (everySeconds) => {
      const { noah, mia } = await realm();
      await ping(noah);
      await advanceClock(noah, 20_000);
      let known = (await ping(mia, { last_update_id: -1 })).presences[noah.id].idle_timestamp;
      let last = (await ping(mia, { last_update_id: -1 })).presence_last_update_id;
      for (let round = 0; round < 6; round += 1) {
        await advanceClock(noah, (everySeconds - 20) * 1000);
        await ping(noah);
        await evict(noah);
        await advanceClock(noah, 20_000);
        await evict(noah);
        const news: Json = await ping(mia, { last_update_id: last });
        expect(news.server_timestamp - known).toBeLessThanOrEqual(OFFLINE_AFTER);
        last = news.presence_last_update_id;
        known = news.presences[noah.id]?.idle_timestamp ?? known;
        expect(news.server_timestamp - known).toBeLessThanOrEqual(OFFLINE_AFTER - everySeconds);
      }
    },
  );

  test("a user who left becomes offline despite evictions, and keeps the time of their last ping", async () => {
    const { noah, mia } = await realm();
    const { presences } = await ping(noah);
    const left = presences[noah.id].idle_timestamp;
    for (let minute = 0; minute < 5; minute += 1) {
      await advanceClock(mia, 60_000);
      await ping(mia);
      await evict(mia);
    }
    expect(await isOnline(noah, mia)).toBe(false);
    await advanceClock(mia, 3 * 86_400_000);
    await evict(mia);
    const { presence } = await mia.ok(mia.get(`/users/${noah.id}/presence`));
    expect(presence.aggregated).toEqual({ status: "offline", timestamp: left });
  });

  test("an eviction causes no event about a user who stayed online", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    await ping(mia);
    const queue = await mia.queue({ event_types: ["presence"] });
    for (let minute = 0; minute < 5; minute += 1) {
      await advanceClock(noah, 60_000);
      await evict(noah);
      await ping(noah);
      await ping(mia);
    }
    expect(await queue.events()).toEqual([]);
    await advanceClock(noah, 400_000);
    await evict(noah);
    await ping(noah);
    expect(await queue.events()).toMatchObject([{ type: "presence", user_id: noah.id }]);
  });

  test("an idle user stays idle", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    for (let minute = 0; minute < 3; minute += 1) {
      await advanceClock(noah, 60_000);
      await ping(noah, { status: "idle" });
    }
    await evict(noah);
    await advanceClock(noah, 40_000);
    const { presences } = await ping(mia, { slim_presence: false });
    expect(presences[noah.email].aggregated.status).toBe("idle");
  });

  test("pages stored by older versions can be read", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    const [page] = (await tablesOf(noah))["presence_pages"] as { entries: string }[];
    const entries = JSON.parse(page?.entries ?? "[]");
    expect(entries).toEqual([[noah.id, expect.any(Number), expect.any(Number), expect.any(Number)]]);
    await evict(noah);
    expect(await isOnline(noah, mia)).toBe(true);
  });
});

describe("presence rows", () => {
  const pages = (of: Person) =>
    inRealm(of, ({ sql }) => JSON.stringify(sql.exec("SELECT * FROM presence_pages").toArray()));

  test.each([1, 2, 10])("for %d users who ping each minute are written at most once a minute", async (count) => {
    const { more } = await realm();
    const people: Person[] = [];
    for (let made = 0; made < count; made += 1) people.push(await more());
    const [one] = people as [Person];
    /** Makes each user ping once within a minute. Returns how often their page was written. */
    const passMinute = async () => {
      let written = 0;
      for (const person of people) {
        await advanceClock(one, 60_000 / count);
        const before = await pages(one);
        await ping(person, { ping_only: true });
        if ((await pages(one)) !== before) written += 1;
      }
      return written;
    };
    // Each user's first ping is stored at once.
    expect(await passMinute()).toBe(count);
    let written = 0;
    for (let minute = 0; minute < 6; minute += 1) written += await passMinute();
    expect(written).toBeGreaterThanOrEqual(3);
    expect(written).toBeLessThanOrEqual(6);
  });
});
