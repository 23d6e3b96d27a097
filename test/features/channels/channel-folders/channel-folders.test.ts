import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm, shared } from "../../../support/organization.ts";
import { type Fields, type Json, Person } from "../../../support/person.ts";

const create = (who: Person, name: string, fields: Fields = {}) =>
  who.post("/channel_folders/create", { name, description: "", ...fields });
const make = async (who: Person, name: string): Promise<number> => (await who.ok(create(who, name))).channel_folder_id;
const change = (who: Person, id: number, fields: Fields) => who.patch(`/channel_folders/${id}`, fields);
const folders = async (who: Person, fields: Fields = {}): Promise<Json[]> =>
  (await who.ok(who.get("/channel_folders", fields))).channel_folders;
const names = async (who: Person, fields: Fields = {}) => (await folders(who, fields)).map(({ name }) => name);

const INVALID = "BAD_REQUEST: Invalid channel folder ID";
const TAKEN = "BAD_REQUEST: Channel folder name already in use";
const IN_USE = "BAD_REQUEST: You need to remove all the channels from this folder to archive it.";

describe("[channels 5] channel folders", () => {
  test("are created, and everyone gets the event", async () => {
    const { omar, gus } = await realm();
    let id = 0;
    const all = await eventsDuring([omar, gus], async () => {
      const reply = await omar.ok(create(omar, " Projects ", { description: "What we *do*" }));
      id = reply.channel_folder_id;
    });
    const channel_folder = {
      id,
      name: "Projects",
      description: "What we *do*",
      rendered_description: "<p>What we <em>do</em></p>",
      date_created: expect.any(Number),
      creator_id: omar.id,
      order: 0,
      is_archived: false,
    };
    for (const events of all) {
      expect(events).toEqual([{ id: expect.any(Number), type: "channel_folder", op: "add", channel_folder }]);
    }
    expect(await folders(gus)).toEqual([channel_folder]);
  });

  test("send events with only their changed properties", async () => {
    const { iris, mia } = await realm();
    const id = await make(iris, "Projects");
    const [events] = await eventsDuring([mia], async () => {
      await iris.ok(change(iris, id, { name: "PROJECTS" }));
      await iris.ok(change(iris, id, { name: "PROJECTS", description: "**new**\nline" }));
      await iris.ok(change(iris, id, { description: "" }));
      await iris.ok(change(iris, id, { name: "PROJECTS", is_archived: false }));
      await iris.ok(change(iris, id, {}));
      await iris.ok(change(iris, id, { is_archived: true }));
    });
    expect(events?.map(({ op, channel_folder_id, data }: Json) => [op, channel_folder_id, data])).toEqual([
      ["update", id, { name: "PROJECTS" }],
      ["update", id, { description: "**new** line", rendered_description: "<p><strong>new</strong> line</p>" }],
      ["update", id, { description: "", rendered_description: "" }],
      ["update", id, { is_archived: true }],
    ]);
    expect([await names(mia), await names(mia, { include_archived: true })]).toEqual([[], ["PROJECTS"]]);
  });

  test("are reordered together", async () => {
    const { iris, mia } = await realm();
    const ids = [await make(iris, "a"), await make(iris, "b"), await make(iris, "c")] as const;
    const [a, b, c] = ids;
    const order = (list: readonly number[]) => iris.patch("/channel_folders", { order: list });
    for (const list of [[], [a, b], [a, b, c, c], [a, b, c + 1]]) {
      expect(await outcome(order(list))).toBe("BAD_REQUEST: Invalid order mapping");
    }
    await iris.ok(change(iris, b, { is_archived: true }));
    const [events] = await eventsDuring([mia], () => iris.ok(order([c, b, a])));
    expect(events).toEqual([{ id: expect.any(Number), type: "channel_folder", op: "reorder", order: [c, b, a] }]);
    expect((await folders(mia, { include_archived: true })).map((one) => [one.name, one.order])).toEqual([
      ["c", 0],
      ["b", 1],
      ["a", 2],
    ]);
    await make(iris, "d");
    expect(await names(mia)).toEqual(["c", "a", "d"]);
  });

  test("have unique names unless they are archived", async () => {
    const { iris } = await realm();
    const id = await make(iris, "Ärger");
    expect(await outcome(create(iris, " ärger "))).toBe(TAKEN);
    const other = await make(iris, "Other");
    expect(await outcome(change(iris, other, { name: "ÄRGER" }))).toBe(TAKEN);
    await iris.ok(change(iris, id, { is_archived: true }));
    await iris.ok(change(iris, other, { name: "Ärger" }));
    expect(await outcome(change(iris, id, { is_archived: false }))).toBe(TAKEN);
    await iris.ok(change(iris, id, { is_archived: false, name: "Freude" }));
    expect(await names(iris)).toEqual(["Freude", "Ärger"]);
  });

  const sharedRealm = shared(realm);

  test.each([
    ["no name", {}, "REQUEST_VARIABLE_MISSING: Missing 'name' argument"],
    ["a blank name", { name: "  " }, "BAD_REQUEST: Channel folder name can't be empty."],
    ["a name that is too long", { name: "é".repeat(61) }, "BAD_REQUEST: name is too long (limit: 60 characters)"],
    [
      "a name of control characters",
      { name: "a\0" },
      "BAD_REQUEST: Invalid character in channel folder name, at position 2.",
    ],
    [
      "a description that is too long",
      { name: "a", description: "x".repeat(1025) },
      "BAD_REQUEST: description is too long (limit: 1024 characters)",
    ],
  ])("are refused with %s", async (_, fields, expected) => {
    const { iris } = await sharedRealm();
    expect(await outcome(iris.post("/channel_folders/create", fields))).toBe(expected);
    expect(await names(iris)).toEqual([]);
  });

  test("can't be changed if they don't exist", async () => {
    const { iris } = await realm();
    expect(await outcome(change(iris, 999, { name: "x" }))).toBe(INVALID);
  });
});

describe("[channels 5] the folder of a channel", () => {
  test("must be active, and emits an event when it changes", async () => {
    const { iris, noah, mia } = await realm();
    const [folder, gone] = [await make(iris, "Projects"), await make(iris, "Gone")];
    await iris.ok(change(iris, gone, { is_archived: true }));
    const channel = await makeChannel(noah, "garden", [noah, mia], { folder_id: folder });
    const put = (folder_id: number | null) => noah.patch(`/streams/${channel}`, { folder_id });
    const folderOf = async () => (await mia.ok(mia.get(`/streams/${channel}`))).stream.folder_id;
    expect(await folderOf()).toBe(folder);
    for (const wrong of [gone, 999]) {
      expect(await outcome(put(wrong))).toBe(INVALID);
      expect(await outcome(noah.post("/channels/create", { name: "x", subscribers: [], folder_id: wrong }))).toBe(
        INVALID,
      );
      const subscribing = noah.post("/users/me/subscriptions", { subscriptions: [{ name: "y" }], folder_id: wrong });
      expect(await outcome(subscribing)).toBe(INVALID);
    }
    const [events] = await eventsDuring([mia], async () => {
      await noah.ok(put(null));
      await noah.ok(put(null));
      await noah.ok(put(folder));
    });
    expect(events?.map(({ type, op, property, value }: Json) => [type, op, property, value])).toEqual([
      ["stream", "update", "folder_id", null],
      ["stream", "update", "folder_id", folder],
    ]);
    expect(await outcome(mia.patch(`/streams/${channel}`, { folder_id: null }))).toMatch(/^CANNOT_ADMINISTER_CHANNEL/);
  });

  test("cannot be archived while it has active channels", async () => {
    const { iris, noah } = await realm();
    const folder = await make(iris, "Projects");
    const channel = await makeChannel(noah, "secret", [noah], { folder_id: folder, invite_only: true });
    const archive = () => change(iris, folder, { is_archived: true });
    expect(await outcome(archive())).toBe(IN_USE);
    await iris.ok(iris.delete(`/streams/${channel}`));
    expect(await outcome(archive())).toBe("ok");
    // An unarchived channel leaves a folder that was archived.
    const [events = []] = await eventsDuring([iris], () =>
      iris.ok(iris.patch(`/streams/${channel}`, { is_archived: false })),
    );
    expect(
      events.filter(({ type }) => type === "stream").map(({ property, value }: Json) => [property, value]),
    ).toEqual([
      ["folder_id", null],
      ["is_archived", false],
    ]);
  });

  test("[register 4] is sent to a spectator only if they see a channel in it", async () => {
    const { iris, host } = await realm();
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    const [open, closed] = [await make(iris, "Open"), await make(iris, "Closed")];
    await makeChannel(iris, "window", [iris], { folder_id: open, is_web_public: true });
    await makeChannel(iris, "room", [iris], { folder_id: closed });
    const stranger = new Person(host, "", "");
    const state = await stranger.ok(stranger.post("/register", { fetch_event_types: ["channel_folders"] }));
    expect(state.channel_folders.map(({ name }: Json) => name)).toEqual(["Open"]);
  });
});
