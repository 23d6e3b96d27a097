import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import type { Json } from "../../../support/json.ts";
import { linkInMailTo } from "../../../support/mail.ts";
import { organization, PASSWORD } from "../../../support/organization.ts";
import { archiveWith, importArchive } from "../../server/imports/importing.ts";

const account = (id: number, full_name: string, more: object = {}) => ({
  id,
  full_name,
  delivery_email: `${full_name.toLowerCase()}@example.org`,
  role: 400,
  is_active: true,
  date_joined: 1_600_000_000,
  ...more,
});

test("[4.21] an imported user is reported as a stub until they log in", async () => {
  const { owner } = await organization();
  await importArchive(
    owner,
    await archiveWith({
      users: [
        account(1, "Iris", { delivery_email: "iris@example.com" }),
        account(2, "Ada"),
        account(3, "Zoe", { is_active: false, is_deleted: true }),
        account(4, "Robot", { bot_type: 1, bot_owner_id: 2 }),
      ],
    }),
  );
  const all = async () => {
    const { members } = await owner.ok(owner.get("/users"));
    return new Map<string, Json>(members.map((one: Json) => [one.full_name, one]));
  };
  const marks = (one: Json | undefined) => [one?.is_imported_stub, one?.is_deleted];
  const moved = await all();
  expect(["Iris Owner", "Ada", "Zoe", "Robot"].map((name) => marks(moved.get(name)))).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [false, false],
  ]);
  const state = await owner.ok(owner.post("/register", { fetch_event_types: ["realm_user"] }));
  expect(state.realm_users.map((one: Json) => marks(one))).toContainEqual([true, false]);
  expect(state.realm_non_active_users.map((one: Json) => marks(one))).toEqual([[false, true]]);
  expect(state.cross_realm_bots.every((one: Json) => one.is_imported_stub === false)).toBe(true);

  await owner.ok(owner.post("/password_reset", { email: "ada@example.org" }));
  const key = (await linkInMailTo(owner, "ada@example.org")).split("/").at(-2);
  const logIn = () => owner.ok(owner.post("/fetch_api_key", { username: "ada@example.org", password: PASSWORD }));
  const [events = []] = await eventsDuring([owner], async () => {
    await owner.ok(owner.post(`/password_reset/${key}`, { password: PASSWORD }));
    await logIn();
  });
  const told = events.filter(({ type }: Json) => type === "realm_user");
  expect(told.map(({ person }: Json) => person)).toEqual([
    { user_id: moved.get("Ada")?.user_id, is_imported_stub: false },
  ]);
  expect(marks((await all()).get("Ada"))).toEqual([false, false]);
  const [again = []] = await eventsDuring([owner], logIn);
  expect(again.filter(({ type }: Json) => type === "realm_user")).toEqual([]);
});
