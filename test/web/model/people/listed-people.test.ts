import { expect, test } from "vitest";
import { activeBotsOf, isLastOwner, listedPeople } from "../../../../src/web/model/people/listed-people.ts";
import { userById } from "../../../../src/web/model/people/users.ts";
import { IRIS, MIA, OMAR, sampleState, user } from "../../support/sample-state.ts";

const names = (list: readonly { readonly full_name: string }[]) => list.map(({ full_name }) => full_name);

test("listedPeople finds users by parts of names and addresses, ignoring accents, and by role", () => {
  const state = sampleState();
  state.realm_users.push(
    user(20, "Åsa Öberg", { delivery_email: "asa@quay.example" }),
    user(21, "Bot", { is_bot: true }),
  );
  const found = (text: string, role?: 100 | 400) => names(listedPeople(state, { text, role, isActive: true }));
  expect(found("oberg asa")).toEqual(["Åsa Öberg"]);
  expect(found("QUAY")).toEqual(["Åsa Öberg"]);
  expect(found("", 100)).toEqual(["Iris Owner"]);
  expect(found("example", 100)).toEqual([]);
  expect(found("")).not.toContain("Bot");
});

test("listedPeople lists deactivated users separately", () => {
  const state = sampleState({
    realm_non_active_users: [user(22, "Zoe"), user(23, "Ada"), user(24, "B", { is_bot: true })],
  });
  expect(names(listedPeople(state, { text: "", isActive: false }))).toEqual(["Ada", "Zoe"]);
});

test("isLastOwner is true only for the sole owner, and activeBotsOf returns a user's active bots", () => {
  const state = sampleState();
  const [iris, omar] = [userById(state, IRIS), userById(state, OMAR)];
  if (iris === undefined || omar === undefined) throw new Error("nobody there");
  expect([isLastOwner(state, iris), isLastOwner(state, omar)]).toEqual([true, false]);
  state.realm_users.push(user(30, "Second", { role: 100 }), user(31, "Crane bot", { is_bot: true, bot_owner_id: MIA }));
  expect(isLastOwner(state, iris)).toBe(false);
  expect(names(activeBotsOf(state, user(MIA, "Mia")))).toEqual(["Crane bot"]);
});
