import { expect, test } from "vitest";
import { milliseconds } from "../../src/util/time.ts";
import { withConfig } from "../support/object.ts";
import { organization } from "../support/organization.ts";
import type { Json, Person, Queue } from "../support/person.ts";

const ODD = { bogus: 1, another: "x" };

let named = 0;
const happen = (owner: Person) => {
  named += 1;
  const account = { full_name: `New ${named}`, email: `new${named}@example.com`, password: "correct horse" };
  return owner.ok(owner.post("/users", account));
};

async function expectTold(reply: Promise<Json>, types: readonly string[]): Promise<Json> {
  const body = await reply;
  expect(body.ignored_parameters_unsupported).toEqual(["another", "bogus"]);
  expect(body.events.map(({ type }: Json) => type)).toEqual(types);
  expect(Object.keys(body).sort()).toEqual(["events", "ignored_parameters_unsupported", "msg", "queue_id", "result"]);
  return body;
}

const watch = (owner: Person) => owner.queue({ event_types: ["realm_user"], fetch_event_types: [] });
const poll = ({ id, owner }: Queue, last_event_id = -1, more = {}) =>
  owner.ok(owner.get("/events", { queue_id: id, last_event_id, ...ODD, ...more }));

/** A poll that is soon answered with a heartbeat. */
async function quietPoll(queue: Queue, last_event_id?: number): Promise<Json> {
  let body: Json;
  await withConfig(queue.owner, { heartbeatMs: milliseconds(100) }, async () => {
    body = await expectTold(poll(queue, last_event_id), ["heartbeat"]);
  });
  return body;
}

test("[1, rule 4] a poll with past events names unsupported parameters", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  await expectTold(poll(queue, -1, { dont_block: true }), []);
  await happen(owner);
  await expectTold(poll(queue), ["realm_user"]);
});

test("[1, rule 4] a poll waiting on a socket names unsupported parameters with an event and with a heartbeat", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const beat = await quietPoll(queue);
  const waiting = expectTold(poll(queue, beat.events[0].id), ["realm_user"]);
  await owner.ok(owner.get("/testing/object"));
  await happen(owner);
  await waiting;
});

test("[1, rule 4] a poll held in memory names unsupported parameters with an event and with a heartbeat", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  await happen(owner);
  const first = await expectTold(poll(queue), ["realm_user"]);
  const waiting = expectTold(poll(queue, first.events[0].id), ["realm_user"]);
  await owner.ok(owner.get("/testing/object"));
  await happen(owner);
  const second = await waiting;
  await quietPoll(queue, second.events[0].id);
});

test("[1, rule 4] a poll that also registers a queue names parameters that neither polling nor registering supports", async () => {
  const { owner } = await organization();
  const supported = { event_types: ["message"], dont_block: true, slim_presence: true };
  await expectTold(owner.ok(owner.get("/events", { ...ODD, ...supported })), []);
  const plain = await owner.ok(owner.get("/events", supported));
  expect(plain).not.toHaveProperty("ignored_parameters_unsupported");
});

test("[1, rule 4] a refused poll names no unsupported parameters", async () => {
  const { owner } = await organization();
  const { body } = await owner.get("/events", { queue_id: "none", last_event_id: -1, ...ODD });
  expect(body.code).toBe("BAD_EVENT_QUEUE_ID");
  expect(body).not.toHaveProperty("ignored_parameters_unsupported");
});
