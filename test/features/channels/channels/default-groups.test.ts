import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const create = (who: Person, group_name: string, stream_names: readonly string[] = [], more: Fields = {}) =>
  who.post("/default_stream_groups/create", { group_name, description: "", stream_names, ...more });
const groups = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["default_stream_groups"] }))).realm_default_stream_groups;
const change = (who: Person, id: number, op: string, stream_names: readonly string[]) =>
  who.patch(`/default_stream_groups/${id}/streams`, { op, stream_names });

const realmWithGroup = async () => {
  const cast = await realm();
  const { iris, noah } = cast;
  const [tea, milk] = [await makeChannel(noah, "tea", [noah]), await makeChannel(noah, "milk", [noah])];
  await makeChannel(noah, "secret", [noah, iris], { invite_only: true });
  await iris.ok(create(iris, "kitchen", ["tea"], { description: "Where it is warm" }));
  const [group] = await groups(iris);
  return { ...cast, tea, milk, id: group.id as number };
};

describe("[channels 5] groups of default channels", () => {
  test("are created, changed and removed, and everyone except guests gets an event with all groups", async () => {
    const { iris, noah, gus, tea, milk, id } = await realmWithGroup();
    const kitchen = { id, name: "kitchen", description: "Where it is warm", streams: [tea] };
    expect([await groups(noah), await groups(gus)]).toEqual([[kitchen], []]);
    const [told = [], guestEvents] = await eventsDuring([noah, gus], async () => {
      await iris.ok(change(iris, id, "add", ["milk", "MILK"]));
      await iris.ok(change(iris, id, "remove", ["tea"]));
      await iris.ok(iris.patch(`/default_stream_groups/${id}`, { new_group_name: "bar", new_description: "" }));
      await iris.ok(create(iris, "attic"));
      await iris.ok(iris.delete(`/default_stream_groups/${id}`));
    });
    const bar = { id, name: "bar", description: "", streams: [milk] };
    const attic = { id: expect.any(Number), name: "attic", description: "", streams: [] };
    expect(told.map((event) => [event.type, event.default_stream_groups])).toEqual([
      ["default_stream_groups", [{ ...kitchen, streams: [tea, milk] }]],
      ["default_stream_groups", [{ ...kitchen, streams: [milk] }]],
      ["default_stream_groups", [bar]],
      ["default_stream_groups", [attic, bar]],
      ["default_stream_groups", [attic]],
    ]);
    expect(guestEvents).toEqual([]);
  });

  test("are refused with invalid names, operations or channels", async () => {
    const { iris, id } = await realmWithGroup();
    const rename = (fields: Fields) => outcome(iris.patch(`/default_stream_groups/${id}`, fields));
    expect(await outcome(create(iris, "kitchen"))).toBe("BAD_REQUEST: Default channel group 'kitchen' already exists");
    expect(await outcome(create(iris, " "))).toBe("BAD_REQUEST: Invalid default channel group name ''");
    expect(await outcome(create(iris, "a", ["nothing"]))).toBe("BAD_REQUEST: Invalid channel name 'nothing'");
    expect(await outcome(create(iris, "a", ["secret"]))).toBe("BAD_REQUEST: Private channels cannot be made default.");
    expect(await outcome(create(iris, "a", ["general"]))).toBe(
      "BAD_REQUEST: 'general' is a default channel and cannot be added to 'a'",
    );
    expect(await outcome(change(iris, id, "add", ["tea"]))).toBe(
      "BAD_REQUEST: Channel 'tea' is already present in default channel group 'kitchen'",
    );
    expect(await outcome(change(iris, id, "remove", ["milk"]))).toBe(
      "BAD_REQUEST: Channel 'milk' is not present in default channel group 'kitchen'",
    );
    expect(await outcome(change(iris, id, "toggle", ["milk"]))).toBe(
      'BAD_REQUEST: Invalid value for "op". Specify one of "add" or "remove".',
    );
    expect(await rename({})).toBe('BAD_REQUEST: You must pass "new_description" or "new_group_name".');
    expect(await rename({ new_group_name: "kitchen" })).toBe(
      "BAD_REQUEST: This default channel group is already named 'kitchen'",
    );
    await iris.ok(create(iris, "attic"));
    expect(await rename({ new_group_name: "attic" })).toBe("BAD_REQUEST: Default channel group 'attic' already exists");
    expect(await outcome(iris.delete("/default_stream_groups/99"))).toBe(
      "BAD_REQUEST: Default channel group with id '99' does not exist.",
    );
  });

  test("lose a channel that is archived, and prevent their channels from becoming private", async () => {
    const { iris, noah, tea, id } = await realmWithGroup();
    expect(await outcome(noah.patch(`/streams/${tea}`, { is_private: true }))).toBe(
      "BAD_REQUEST: A default channel cannot be private.",
    );
    await eventsDuring([iris, noah], () => iris.ok(iris.delete(`/streams/${tea}`)));
    expect(await groups(noah)).toMatchObject([{ id, streams: [] }]);
  });

  test("are shown to a user who is no longer a guest, and hidden from a new guest", async () => {
    const { iris, mia, gus } = await realmWithGroup();
    await eventsDuring([mia, gus], async () => {
      await iris.ok(iris.patch(`/users/${mia.id}`, { role: 600 }));
      await iris.ok(iris.patch(`/users/${gus.id}`, { role: 400 }));
    });
    expect([(await groups(mia)).length, (await groups(gus)).length]).toEqual([0, 1]);
  });
});
