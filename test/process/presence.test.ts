import { expect, test } from "vitest";
import { ownerOf, type Person } from "./support/person.ts";
import { start } from "./support/server.ts";

const ONLINE_SECONDS = 200;
const presence = { status: "active", last_update_id: -1 };

test("users who just reported presence see each other online after kill -9", async () => {
  const first = await start();
  const owner = await ownerOf(first);
  const ada = await owner.invite("Ada");
  for (const person of [owner, ada]) await person.ok(person.post("/users/me/presence", presence));
  await first.killHard("all");
  await start({ data: first.data, args: ["--port", new URL(first.url).port] });

  const expectOnline = (seconds: number) => expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(ONLINE_SECONDS);
  const sees = async (by: Person, other: Person) => {
    const all = await by.ok(by.get("/realm/presence"));
    expectOnline(all.presences[other.email].aggregated.timestamp);
    const one = await by.ok(by.get(`/users/${other.id}/presence`));
    expectOnline(one.presence.aggregated.timestamp);
    const registered = await by.ok(by.post("/register", { fetch_event_types: ["presence"], slim_presence: true }));
    expectOnline(registered.presences[other.id].idle_timestamp);
    const pinged = await by.ok(by.post("/users/me/presence", presence));
    expectOnline(pinged.presences[other.id].idle_timestamp);
  };
  await sees(owner, ada);
  await sees(ada, owner);
});
