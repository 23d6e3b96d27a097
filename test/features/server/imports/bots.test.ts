import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { organization } from "../../../support/organization.ts";
import { archiveWith, importArchive } from "./importing.ts";

const account = { role: 400, is_active: true, date_joined: 1_600_000_000 };

test("bots imported with nothing but an account can be managed by their owners and by administrators", async () => {
  const { owner } = await organization();
  const users = [
    { id: 1, delivery_email: "ada@example.org", full_name: "Ada", ...account },
    { id: 2, delivery_email: "beep@example.org", full_name: "Beep", bot_type: 1, bot_owner_id: 1, ...account },
    { id: 3, delivery_email: "boop@example.org", full_name: "Boop", bot_type: 1, ...account },
  ];
  expect(await importArchive(owner, await archiveWith({ users }))).toMatchObject({ state: "done" });
  const { members } = await owner.ok(owner.get("/users"));
  const named = (name: string) => members.find(({ full_name }: Json) => full_name === name);
  const ada = named("Ada");
  expect(named("Beep")).toMatchObject({ is_bot: true, bot_owner_id: ada.user_id });
  for (const { user_id } of [named("Beep"), named("Boop")]) {
    await owner.ok(owner.patch(`/bots/${user_id}`, { full_name: `Bot ${user_id}` }));
    await owner.ok(owner.post(`/bots/${user_id}/api_key/regenerate`));
    await owner.ok(owner.patch(`/bots/${user_id}`, { bot_owner_id: owner.id }));
    await owner.ok(owner.delete(`/bots/${user_id}`));
    await owner.ok(owner.post(`/users/${user_id}/reactivate`));
  }
  const { bots } = await owner.ok(owner.get("/bots"));
  expect(bots).toHaveLength(2);
  await owner.ok(owner.post("/messages", { type: "direct", to: [ada.user_id], content: "They are there." }));
});

test("a deactivated bot loses its commands, so that another bot can register them", async () => {
  const { owner } = await organization();
  const beep = { delivery_email: "beep@example.org", full_name: "Beep", bot_type: 1, ...account };
  const users = [
    { id: 1, ...beep, is_active: false },
    { id: 2, ...beep, delivery_email: "boop@example.org", full_name: "Boop" },
  ];
  const bot_commands = [1, 2].map((bot_id) => ({ bot_id, name: "tides", description: "Tells the tides", usage: "" }));
  const done = await importArchive(owner, await archiveWith({ users, bot_commands }));
  expect(done).toMatchObject({ state: "done", report: { counts: { bot_commands: { in: 2, out: 1 } } } });
  const { members } = await owner.ok(owner.get("/users"));
  const { user_id: bot_id } = members.find(({ full_name }: Json) => full_name === "Boop");
  const { bot_commands: known } = await owner.ok(owner.get("/bots/commands"));
  expect(known).toMatchObject([{ bot_id, name: "tides" }]);
});

test("an outgoing webhook whose token isn't in the archive gets one, which can be replaced", async () => {
  const { owner } = await organization();
  const gull = { delivery_email: "gull@example.org", full_name: "Gull", bot_type: 3, ...account };
  const users = [
    { id: 1, ...gull },
    { id: 2, ...gull, delivery_email: "tern@example.org", full_name: "Tern" },
  ];
  const url = "https://hooks.example/bot";
  const bots = [{ user_id: 1, payload_url: url, interface: 1 }];
  expect(await importArchive(owner, await archiveWith({ users, bots }))).toMatchObject({ state: "done" });
  const { members } = await owner.ok(owner.get("/users"));
  for (const name of ["Gull", "Tern"]) {
    const { user_id } = members.find(({ full_name }: Json) => full_name === name);
    await owner.ok(owner.patch(`/bots/${user_id}`, { service_payload_url: JSON.stringify(url) }));
    const token = async () => {
      const { realm_bots } = await owner.ok(owner.post("/register", { fetch_event_types: ["realm_bot"] }));
      return realm_bots.find((bot: Json) => bot.user_id === user_id).services[0].token;
    };
    expect(await token(), name).toMatch(/^\w{32}$/);
    const { token: next } = await owner.ok(owner.post(`/bots/${user_id}/token/regenerate`));
    expect(await token(), name).toBe(next);
  }
});
