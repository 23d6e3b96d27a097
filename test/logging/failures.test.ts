import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { FAILURE } from "../../src/features/server/test-hooks/endpoints.ts";
import type { RealmObject } from "../../src/realm-object.ts";
import { logLines } from "../support/log-lines.ts";
import { identityOf, untilShipped, withDatabase } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Person, Reply } from "../support/person.ts";
import { until } from "../support/until.ts";

/** The fields of every log line about a user's organization. */
async function organizationOf(person: Person) {
  const { id, subdomain } = await identityOf(person);
  return { subdomain, realm: id };
}

/** The request id, which a 500 response has in its body and headers. */
function idOf({ status, body, headers }: Reply): string {
  expect([status, body.code, body.msg]).toEqual([500, "INTERNAL_SERVER_ERROR", "Internal server error"]);
  expect(headers.get("x-request-id")).toBe(body.request);
  return body.request;
}

const object = <T>(person: Person, look: (realm: NonNullable<RealmObject["realm"]>) => T) =>
  runInDurableObject(
    env.REALM.get(env.REALM.idFromName(person.host.replace(/\.localhost$/, ""))),
    (object: unknown) => {
      const { realm } = object as RealmObject;
      if (realm === undefined) throw new Error("no organization");
      return look(realm);
    },
  );

test.each(["plan", "prepare", "run"])(
  "an error in %s writes one log line, with the request id of the response",
  async (step) => {
    const { noah } = await realm();
    const lines = logLines();
    const request = idOf(await noah.post("/testing/failures", { step }));
    const [line, ...others] = lines.of("request_failed");
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: "error",
      request,
      route: "POST /testing/failures",
      ...(await organizationOf(noah)),
      user: noah.id,
      error: `told to fail in ${step}`,
      stack: expect.stringMatching(/\n +at /),
    });
  },
);

test("an error while answering a request is logged once, with the organization", async () => {
  const { noah } = await realm();
  const lines = logLines();
  const request = idOf(await noah.get("/testing/failures"));
  expect(lines.of("request_failed")).toEqual([
    expect.objectContaining({
      level: "error",
      request,
      route: "GET /testing/failures",
      ...(await organizationOf(noah)),
      user: noah.id,
      error: "told to fail in answer",
    }),
  ]);
});

test("an error in a poll is logged with the poll's request id", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  const lines = logLines();
  await object(noah, ({ queues }) => {
    vi.spyOn(queues, "hasPending").mockImplementationOnce(() => {
      throw new Error("a bug in polls");
    });
  });
  const request = idOf(await noah.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true }));
  expect(lines.of("request_failed")).toEqual([
    expect.objectContaining({ request, route: "GET /events", ...(await organizationOf(noah)), user: noah.id }),
  ]);
});

test("a bug while loading old messages is not reported as a D1 outage", async () => {
  const { noah } = await realm();
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      noah.ok(noah.post("/messages", { type: "channel", to: "general", topic: "t", content: `Message ${n}` })),
    ),
  );
  // They can arrive in a different order than they were sent.
  const oldest = Math.min(...sent.map(({ id }) => id));
  await untilShipped(noah);
  await until(async () => {
    const held = await object(noah, ({ sql }) => sql.exec("SELECT id FROM messages WHERE id = ?1", oldest).toArray());
    expect(held).toEqual([]);
  });
  await object(noah, ({ shipper }) => {
    vi.spyOn(shipper, "withoutMarking").mockImplementationOnce(() => {
      throw new TypeError("a bug in the window");
    });
  });
  const lines = logLines();
  const edit = () => noah.patch(`/messages/${oldest}`, { content: "Changed" });
  const request = idOf(await edit());
  expect(lines.of("request_failed")).toEqual([
    expect.objectContaining({ request, route: "PATCH /messages/:message_id", error: "a bug in the window" }),
  ]);
  expect((await edit()).status).toBe(200);
});

test("an outage of a store appears in the response and in the log, with the same request id", async () => {
  const { noah } = await realm();
  const lines = logLines();
  await withDatabase(noah, "refuse", async () => {
    await noah.ok(noah.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hello" }));
    const { status, headers } = await noah.get("/messages", {
      ...{ anchor: "newest", num_before: 1, num_after: 0 },
      // Not stored in the organization's object.
      narrow: '[["search","hello"]]',
    });
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    const request = headers.get("x-request-id");
    const line = { level: "warn", request, route: "GET /messages", ...(await organizationOf(noah)), user: noah.id };
    const told = [...lines.of("store_failed"), ...lines.of("unavailable")];
    expect(told).toEqual([expect.objectContaining(line)]);
  });
  const failed = { level: "warn", ...(await organizationOf(noah)), tries: 1 };
  expect(lines.of("shipping_failed")).toContainEqual(expect.objectContaining(failed));
});

test.each([
  ["timer", "timer_failed", { timer: FAILURE }],
  ["job", "job_failed", { job: FAILURE, attempts: 1 }],
])("an error in a %s is logged with its name and the organization", async (step, event, about) => {
  const { noah } = await realm();
  const lines = logLines();
  await noah.ok(noah.post("/testing/failures", { step }));
  const line = {
    level: "error",
    ...(await organizationOf(noah)),
    ...about,
    error: "told to fail in what follows",
    stack: expect.stringMatching(/\n +at /),
  };
  await until(() => expect(lines.of(event)).toContainEqual(expect.objectContaining(line)));
  // Otherwise the timer would retry forever.
  await object(noah, ({ sql, timers }) => {
    timers.clear(FAILURE);
    sql.exec("DELETE FROM outbox");
  });
});

test("every response has its own request id", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  const replies = [
    await noah.get("/users/me"),
    await noah.get("/nosuch"),
    await noah.post("/messages", {}),
    await noah.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true }),
  ];
  const ids = replies.map(({ headers }) => headers.get("x-request-id"));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(replies[0]?.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
});

test("Cloudflare's ray id becomes the request id if it is well-formed", async () => {
  const { noah } = await realm();
  const named = async (ray: string) =>
    (await noah.send("GET", "/users/me", {}, { "cf-ray": ray })).headers.get("x-request-id");
  expect(await named("8f3b1c2d4e5f6071-FRA")).toBe("8f3b1c2d4e5f6071-FRA");
  expect(await named('"} {"level":"error"')).toMatch(/^[0-9a-f-]{36}$/);
});
