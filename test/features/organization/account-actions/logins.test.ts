import { expect, test } from "vitest";
import { evict } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";

const stranger = (host: string) => new Person(host, "", "");
const HALF_HOUR = 1_800_000;

test("[conventions 4] POST /fetch_api_key returns a new API key for the right password", async () => {
  const { host, noah } = await realm();
  const login = () => stranger(host).post("/fetch_api_key", { username: "NOAH@example.com", password: PASSWORD });
  const first = await noah.ok(login());
  const second = await noah.ok(login());
  expect(first).toMatchObject({ email: noah.email, user_id: noah.id });
  expect(first.api_key).not.toBe(second.api_key);
  for (const { api_key } of [first, second]) {
    const device = new Person(host, noah.email, api_key);
    expect((await device.ok(device.get("/users/me"))).user_id).toBe(noah.id);
  }
});

test.each([
  ["noah@example.com", "wrong password"],
  ["nobody@example.com", PASSWORD],
])(
  "[conventions 3] a wrong login with the username %s and password %s gets the same error as any other",
  async (username, password) => {
    const { host } = await realm();
    const { status, body } = await stranger(host).post("/fetch_api_key", { username, password });
    expect([status, body.code, body.msg]).toEqual([
      401,
      "AUTHENTICATION_FAILED",
      "Your username or password is incorrect",
    ]);
  },
);

test("[conventions 4] a login reveals that the account is deactivated only if the password is right", async () => {
  const { host, iris, noah } = await realm();
  await iris.ok(iris.delete(`/users/${noah.id}`));
  const code = async (password: string) =>
    (await stranger(host).post("/fetch_api_key", { username: noah.email, password })).body.code;
  expect([await code(PASSWORD), await code("wrong")]).toEqual(["USER_DEACTIVATED", "AUTHENTICATION_FAILED"]);
});

test.each(["noah@example.com", "nobody@example.com"])(
  "[conventions 6] [security 2.7] after five wrong passwords for %s, attempts are refused for half an hour",
  async (username) => {
    const { host } = await realm();
    const guess = (password: string) => stranger(host).post("/fetch_api_key", { username, password });
    for (let i = 0; i < 5; i++) expect((await guess(`guess ${i}`)).status).toBe(401);
    const { status, headers, body } = await guess(PASSWORD);
    expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(1700);
    expect(body["retry-after"]).toBeGreaterThan(1700);
    await stranger(host).post("/testing/clock", { advance_ms: HALF_HOUR });
    expect((await guess(PASSWORD)).status).toBe(username.startsWith("noah") ? 200 : 401);
  },
);

test("[conventions 6] concurrent password attempts all count", async () => {
  const { host } = await realm();
  const guess = (i: number) =>
    stranger(host).post("/fetch_api_key", { username: "noah@example.com", password: `guess ${i}` });
  const replies = await Promise.all([...Array(12).keys()].map(guess));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
});

test("[conventions 6] password attempts still count after the object was evicted", async () => {
  const { host, noah } = await realm();
  const guess = () => stranger(host).post("/fetch_api_key", { username: noah.email, password: "wrong" });
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
  await evict(noah);
  expect((await guess()).status).toBe(429);
});

test("[conventions 6] the right password resets the count of attempts", async () => {
  const { host } = await realm();
  const guess = (password: string) => stranger(host).post("/fetch_api_key", { username: "noah@example.com", password });
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 4; i++) expect((await guess("wrong")).status).toBe(401);
    expect((await guess(PASSWORD)).status).toBe(200);
  }
});

test("[conventions 4] a developer login requires no password, and accepts the username in the query", async () => {
  const { host, noah } = await realm();
  const { api_key, email, user_id } = await noah.ok(
    stranger(host).post(`/dev_fetch_api_key?username=${encodeURIComponent("noah@example.com")}`),
  );
  expect([api_key.length, email, user_id]).toEqual([32, noah.email, noah.id]);
  const { status, body } = await stranger(host).post("/dev_fetch_api_key", { username: "nobody@example.com" });
  expect([status, body.code]).toEqual([401, "AUTHENTICATION_FAILED"]);
});

test("[conventions 4] regenerating a key invalidates all others", async () => {
  const { host, noah } = await realm();
  const queue = await noah.queue();
  const { api_key } = await noah.ok(noah.post("/users/me/api_key/regenerate"));
  expect((await noah.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  const renewed = new Person(host, noah.email, api_key);
  // Queues belong to the account, not to the key.
  await renewed.ok(
    renewed.get("/events", { queue_id: queue.id, last_event_id: queue.state.last_event_id, dont_block: true }),
  );
});

test("the logins of an account are listed, and can be ended individually", async () => {
  const { host, noah, mia } = await realm();
  const { api_key } = await noah.ok(
    stranger(host).post("/fetch_api_key", { username: noah.email, password: PASSWORD, client: "Phone" }),
  );
  const phone = new Person(host, noah.email, api_key);
  const { api_keys } = await noah.ok(noah.get("/users/me/api_keys"));
  const times = { created_at: expect.any(Number), last_used_at: expect.any(Number) };
  expect(api_keys).toEqual([
    { id: expect.any(Number), client: "ParleyTest", ...times, current: true },
    { id: expect.any(Number), client: "Phone", ...times, current: false },
  ]);
  const { id } = api_keys[1];
  expect((await mia.delete(`/users/me/api_keys/${id}`)).status).toBe(404);
  await noah.ok(noah.delete(`/users/me/api_keys/${id}`));
  expect((await phone.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  await noah.ok(noah.get("/users/me"));
  expect((await noah.delete(`/users/me/api_keys/${id}`)).status).toBe(404);
});
