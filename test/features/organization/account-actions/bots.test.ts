import { expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

test("[users 8] creating a bot sends an event to its owner and administrators, and its key can send messages", async () => {
  const { iris, noah, mia, host } = await realm();
  let made: Json;
  const [owner = [], admin = [], other = []] = await eventsDuring([noah, iris, mia], async () => {
    made = await noah.ok(noah.post("/bots", { full_name: "Helper", short_name: "helper" }));
  });
  expect(made).toMatchObject({
    user_id: expect.any(Number),
    api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    avatar_url: expect.stringContaining("gravatar"),
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  });
  const forms = (events: Json[]) => events.map(({ type, op }) => `${type}/${op}`);
  expect(forms(owner)[0]).toBe("realm_user/add");
  expect(forms(owner).at(-1)).toBe("realm_bot/add");
  expect(owner.at(-1)).toEqual(expect.objectContaining({ bot: admin.at(-1).bot }));
  expect(owner.at(-1).bot).toEqual({
    user_id: made.user_id,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  });
  // Everything else is in the event about its account.
  expect(owner[0].person).toMatchObject({
    user_id: made.user_id,
    email: `helper-bot@${host}`,
    full_name: "Helper",
    bot_type: 1,
    is_active: true,
    bot_owner_id: noah.id,
  });
  const { realm_bots } = await noah.ok(noah.post("/register", { fetch_event_types: ["realm_bot"] }));
  expect(realm_bots).toEqual([owner.at(-1).bot]);
  expect(forms(other)).not.toContain("realm_bot/add");
});

test("[users 8] giving a bot to its current owner changes nothing", async () => {
  const { iris, noah, bot } = await realm();
  const helper = await bot(noah);
  const seen = await eventsDuring([noah, iris], () =>
    iris.ok(iris.patch(`/bots/${helper.id}`, { bot_owner_id: noah.id })),
  );
  expect(seen).toEqual([[], []]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["bot.owner_changed"] }));
  expect(entries).toEqual([]);
});

test("[users 8] a bot shows no name of a channel that its owner can't see", async () => {
  const { iris, noah, mia } = await realm();
  const channel = { subscriptions: [{ name: "deploys" }], principals: [noah.id, iris.id], invite_only: true };
  await iris.ok(iris.post("/users/me/subscriptions", channel));
  const fields = { full_name: "Helper", short_name: "helper", default_sending_stream: "deploys" };
  const { user_id } = await noah.ok(noah.post("/bots", fields));
  const [, given = []] = await eventsDuring([iris, mia], () =>
    noah.ok(noah.patch(`/bots/${user_id}`, { bot_owner_id: mia.id })),
  );
  expect(given.at(-1).bot).toMatchObject({ user_id, default_sending_stream: null });
  await eventsDuring([iris, noah], () => iris.ok(iris.patch(`/bots/${user_id}`, { bot_owner_id: noah.id })));
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["deploys"], principals: [noah.id] }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "deploys" }));
  await iris.ok(iris.patch(`/streams/${stream_id}`, { new_name: "merger" }));
  const { bots } = await noah.ok(noah.get("/bots"));
  const { realm_bots } = await noah.ok(noah.post("/register", { fetch_event_types: ["realm_bot"] }));
  const { default_sending_stream } = await noah.ok(noah.patch(`/bots/${user_id}`, { full_name: "Help" }));
  const names = [...bots, ...realm_bots].map((one: Json) => one.default_sending_stream);
  expect([...names, default_sending_stream]).toEqual([null, null, null]);
});

test("[users 8] renaming a bot's default channel sends the new name to the bot's owner", async () => {
  const { iris, noah } = await realm();
  const fields = { full_name: "Helper", short_name: "helper", default_sending_stream: "general" };
  const { user_id } = await noah.ok(noah.post("/bots", fields));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "general" }));
  const [seen = []] = await eventsDuring([noah, iris], () =>
    iris.ok(iris.patch(`/streams/${stream_id}`, { new_name: "lobby" })),
  );
  const named = { user_id, default_sending_stream: "lobby" };
  expect(seen.filter(({ type }) => type === "realm_bot").map(({ bot }) => bot)).toEqual([
    expect.objectContaining(named),
  ]);
});

test("[users 8] GET /bots lists the user's own active bots", async () => {
  const { noah, mia, bot } = await realm();
  const [first, second] = [await bot(noah), await bot(noah)];
  await bot(mia);
  await noah.ok(noah.delete(`/bots/${second.id}`));
  const { bots } = await noah.ok(noah.get("/bots"));
  expect(bots).toEqual([
    {
      username: first.email,
      full_name: expect.any(String),
      api_key: "",
      avatar_url: expect.stringContaining("gravatar"),
      bot_type: 1,
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
    },
  ]);
});

test("[register 4] realm_bot has a user's own bots, and all bots for an administrator", async () => {
  const { omar, noah, mia, bot } = await realm();
  const [one, two] = [await bot(noah), await bot(mia)];
  const ids = async (who: typeof noah) =>
    (await who.ok(who.post("/register", { fetch_event_types: ["realm_bot"] }))).realm_bots.map((b: Json) => b.user_id);
  expect([await ids(omar), await ids(noah), await ids(mia)]).toEqual([[one.id, two.id], [one.id], [two.id]]);
});

test.each([
  [{ bot_type: 5 }, "Invalid bot type"],
  [{ short_name: "" }, "Bad name or username"],
  [{ short_name: "two words" }, "Bad name or username"],
  [{ full_name: "Taken" }, "Name is already in use!"],
  [{ short_name: "taken" }, "Email is already in use."],
  [{ bot_type: 3 }, "payload_url is not a URL"],
  [{ bot_type: 3, payload_url: '"ftp://example.com"' }, "payload_url is not a URL"],
  [{ bot_type: 3, payload_url: '"https://example.com"', interface_type: 9 }, "Invalid interface type"],
  [{ default_sending_stream: "nowhere" }, "Invalid channel name 'nowhere'"],
])("[users 8] creating a bot with %j is refused", async (wrong, msg) => {
  const { noah } = await realm();
  await noah.ok(noah.post("/bots", { full_name: "Taken", short_name: "taken" }));
  const { body } = await noah.post("/bots", { full_name: "Helper", short_name: "helper", ...wrong });
  expect(body.msg).toBe(msg);
});

test("[users 8] an outgoing webhook bot has a service, which can be changed", async () => {
  const { iris, noah } = await realm();
  const fields = { full_name: "Hook", short_name: "hook", bot_type: 3, payload_url: '"https://example.com/in"' };
  const { user_id } = await noah.ok(noah.post("/bots", fields));
  const [seen = []] = await eventsDuring([iris], () =>
    noah.ok(noah.patch(`/bots/${user_id}`, { service_payload_url: '"https://example.com/new"', service_interface: 2 })),
  );
  const token = expect.stringMatching(/^[A-Za-z0-9]{32}$/);
  expect(seen).toMatchObject([
    { op: "update", bot: { user_id, services: [{ base_url: "https://example.com/new", interface: 2, token }] } },
  ]);
});

test("[users 8] a bot's owner can change it, and its owner and administrators get the event", async () => {
  const { iris, noah, bot } = await realm();
  const helper = await bot(noah);
  const [seen = []] = await eventsDuring([iris], async () => {
    const reply = await noah.ok(
      noah.patch(`/bots/${helper.id}`, { full_name: "New Name", default_sending_stream: "general", role: 600 }),
    );
    expect(reply).toMatchObject({
      full_name: "New Name",
      default_sending_stream: "general",
      bot_owner: noah.email,
      config_data: {},
    });
  });
  expect(seen.map(({ type, op }) => `${type}/${op}`)).toEqual([
    "realm_bot/update",
    "realm_user/update",
    "realm_user/update",
    "user_group/remove_members",
    "user_group/remove_members",
    "user_group/add_members",
  ]);
});

test("[users 8] a change of owner deletes the bot for the former owner's clients and adds it for the new owner's", async () => {
  const { iris, noah, mia, bot } = await realm();
  const helper = await bot(noah);
  const [admin = [], before = [], after = []] = await eventsDuring([iris, noah, mia], () =>
    noah.ok(noah.patch(`/bots/${helper.id}`, { bot_owner_id: mia.id })),
  );
  const about = (events: Json[]) => events.filter(({ type }) => type === "realm_bot").map(({ op }) => op);
  expect([about(admin), about(before), about(after)]).toEqual([[], ["delete"], ["add"]]);
  expect(before[0].person).toEqual({ user_id: helper.id, bot_owner_id: mia.id });
  expect((await noah.patch(`/bots/${helper.id}`, { full_name: "Mine" })).body.msg).toBe("Insufficient permission");
});

test("[users 8] a bot's new owner must be an existing, active user who is not a bot", async () => {
  const { iris, noah, mia, bot } = await realm();
  const [helper, other] = [await bot(noah), await bot(noah)];
  await iris.ok(iris.delete(`/users/${mia.id}`));
  const give = async (bot_owner_id: number) => (await noah.patch(`/bots/${helper.id}`, { bot_owner_id })).body.msg;
  expect(await give(99999)).toBe("Failed to change owner, no such user");
  expect(await give(mia.id)).toBe("Failed to change owner, user is deactivated");
  expect(await give(other.id)).toBe("Failed to change owner, bots can't own other bots");
});

test("users cannot give a bot a more powerful role than their own", async () => {
  const { omar, noah, bot } = await realm();
  const helper = await bot(noah);
  expect((await noah.patch(`/bots/${helper.id}`, { role: 300 })).body.msg).toBe("Insufficient permission");
  expect((await omar.patch(`/bots/${helper.id}`, { role: 100 })).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
  await omar.ok(omar.patch(`/bots/${helper.id}`, { role: 200 }));
  expect((await noah.patch(`/bots/${helper.id}`, { role: 400 })).body.msg).toBe("Insufficient permission");
});

test("[users 8] regenerating a bot's key invalidates the old one", async () => {
  const { noah, bot } = await realm();
  const helper = await bot(noah);
  const { api_key } = await noah.ok(noah.post(`/bots/${helper.id}/api_key/regenerate`));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  expect(api_key).not.toBe(helper.key);
});

test("[users 8] fetching a bot's key adds another one up to a limit, and earlier ones keep working", async () => {
  const { iris, omar, noah, mia, gus, bot } = await realm();
  const helper = await bot(noah);
  const keys = new Set([helper.key]);
  const path = `/bots/${helper.id}/api_key`;
  for (const who of [noah, iris, omar]) keys.add((await who.ok(who.get(path))).api_key);
  expect(keys.size).toBe(4);
  for (const key of keys) {
    const caller = new Person(helper.host, helper.email, key, helper.id);
    expect((await caller.ok(caller.get("/users/me"))).user_id).toBe(helper.id);
  }
  for (const who of [mia, gus]) expect((await who.get(path)).body.msg).toBe("Insufficient permission");
  expect((await helper.get(path)).body.msg).toBe("This endpoint does not accept bot requests.");
  expect((await noah.get(`/bots/${mia.id}/api_key`)).body.msg).toBe("No such bot");
  const { api_keys } = limits.account;
  for (let count = keys.size; count < api_keys; count += 1) await noah.ok(noah.get(path));
  expect((await noah.get(path)).body.msg).toBe(`You can't have more than ${api_keys} API keys.`);
  expect((await helper.get("/users/me")).status).toBe(200);
});

test("[users 8] a bot's short name changes its email address, unless that is in use", async () => {
  const { iris, noah, mia, host, bot } = await realm();
  const helper = await bot(noah);
  const other = await bot(noah, { short_name: "taken" });
  const [seen = []] = await eventsDuring([iris], () =>
    noah.ok(noah.patch(`/bots/${helper.id}`, { short_name: "tern" })),
  );
  const email = `tern-bot@${host}`;
  expect(seen.map(({ person }) => person)).toContainEqual({ user_id: helper.id, new_email: email });
  expect((await iris.ok(iris.get(`/users/${helper.id}`))).user).toMatchObject({ email, delivery_email: email });
  const moved = new Person(host, email, helper.key, helper.id);
  expect((await moved.get("/users/me")).status).toBe(200);
  const refusal = async (who: Person, short_name: string) =>
    (await who.patch(`/bots/${helper.id}`, { short_name })).body.msg;
  expect(await refusal(noah, "taken")).toBe("Email is already in use.");
  expect(await refusal(noah, "two words")).toBe("Bad name or username");
  expect(await refusal(noah, " ")).toBe("Bad name or username");
  expect(await refusal(mia, "gull")).toBe("Insufficient permission");
  await noah.ok(noah.patch(`/bots/${helper.id}`, { short_name: "Tern" }));
  expect((await iris.ok(iris.get(`/users/${other.id}`))).user.email).toBe(`taken-bot@${host}`);
});

test("[conventions 4] an incoming webhook bot cannot use the API", async () => {
  const { noah, bot } = await realm();
  const hook = await bot(noah, { bot_type: 2 });
  expect((await hook.get("/users/me")).body.msg).toBe("This API is not available to incoming webhook bots.");
});

test("[users 2] the organization's permissions decide who can create bots", async () => {
  const { iris, omar, mona, noah, gus } = await realm();
  const make = async (person: typeof noah, bot_type: number) => {
    const short_name = `b${person.id}x${bot_type}${Math.random()}`;
    const { body } = await person.post("/bots", { full_name: short_name, short_name, bot_type });
    return body.msg;
  };
  const refused = "Insufficient permission";
  const everyone = [iris, omar, mona, noah, gus];
  const outcomes = async (type: number) => Promise.all(everyone.map((person) => make(person, type)));
  expect(await outcomes(1)).toEqual(["", "", "", "", refused]);
  await givePermission(iris, "can_create_bots_group", "role:moderators");
  expect(await outcomes(1)).toEqual(["", "", "", refused, refused]);
  expect(await outcomes(2)).toEqual(["", "", "", "", refused]);
});

test("[users 8] a bot can be managed by its owner and by administrators", async () => {
  const { iris, omar, mona, noah, mia, gus, bot } = await realm();
  const helper = await bot(noah);
  const calls = (person: typeof noah) => [
    person.patch(`/bots/${helper.id}`, { default_all_public_streams: true }),
    person.post(`/bots/${helper.id}/api_key/regenerate`),
  ];
  for (const person of [iris, omar, noah]) for (const call of calls(person)) expect((await call).status).toBe(200);
  for (const person of [mona, mia, gus]) {
    for (const call of [...calls(person), person.delete(`/bots/${helper.id}`)]) {
      expect((await call).body.msg).toBe("Insufficient permission");
    }
  }
  expect((await noah.patch(`/bots/${mia.id}`, {})).body.msg).toBe("No such bot");
  const [seen = []] = await eventsDuring([iris], () => noah.ok(noah.delete(`/bots/${helper.id}`)));
  const told = { type: "realm_user", op: "update", person: { user_id: helper.id, is_active: false } };
  expect(seen).toContainEqual(expect.objectContaining(told));
  expect(seen.filter(({ type }) => type === "realm_bot")).toEqual([]);
});
