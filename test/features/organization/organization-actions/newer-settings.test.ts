import { expect, test } from "vitest";
import { makeChannel, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages } from "../../../support/messages.ts";
import { evict, executeSql } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const stateOf = (who: Person, ...types: string[]): Promise<Json> =>
  who.ok(who.post("/register", { fetch_event_types: types }));

test("[register 4.1] the GIF rating has its new name, and the old one for clients that use it", async () => {
  const { iris, mia } = await realm();
  const [events = []] = await eventsDuring([mia], async () => {
    await iris.ok(iris.patch("/realm", { giphy_rating: 4 }));
    await iris.ok(iris.patch("/realm", { gif_rating_policy: 0 }));
  });
  const told = { type: "realm", op: "update", property: "gif_rating_policy" };
  expect(events).toMatchObject([
    { ...told, value: 4 },
    { ...told, value: 0 },
  ]);
  const state = await stateOf(mia, "realm", "giphy", "tenor", "klipy", "video_calls");
  expect([state.realm_gif_rating_policy, state.realm_giphy_rating]).toEqual([0, 0]);
  expect(state.gif_rating_policy_options).toEqual(state.giphy_rating_options);
  expect(state).toMatchObject({ giphy_api_key: "", tenor_api_key: "", klipy_api_key: "" });
  expect(state).toMatchObject({
    has_zoom_token: false,
    has_webex_token: false,
    realm_owner_full_content_access: false,
  });
  expect("realm_is_zephyr_mirror_realm" in state).toBe(false);
  await iris.ok(iris.patch("/realm", { gif_rating_policy: 1, giphy_rating: 2 }));
  expect((await stateOf(mia, "realm")).realm_gif_rating_policy).toBe(1);
});

test("[register 5.5] a new organization description comes with its HTML", async () => {
  const { iris, mia } = await realm();
  const [events = []] = await eventsDuring([mia], () => iris.ok(iris.patch("/realm", { description: "**Boats**" })));
  const data = { description: "**Boats**", rendered_description: "<p><strong>Boats</strong></p>" };
  expect(events).toEqual([{ type: "realm", op: "update_dict", property: "default", data, id: expect.any(Number) }]);
});

test("[users 9] messages about changes to a channel can be disabled", async () => {
  const { iris, noah } = await realm();
  const topicsIn = async (channel: number) => {
    const { messages } = await fetchMessages(noah, { narrow: [["channel", channel]] });
    return messages.map(({ subject }: Json) => subject);
  };
  expect((await stateOf(noah, "realm")).realm_send_channel_events_messages).toBe(true);
  const before = await makeChannel(noah, "quay", [noah]);
  await noah.ok(noah.patch(`/streams/${before}`, { new_name: "pier" }));
  expect(await topicsIn(before)).toEqual(["channel events", "channel events"]);
  await iris.ok(iris.patch("/realm", { send_channel_events_messages: false }));
  const after = await makeChannel(noah, "harbour", [noah]);
  await noah.ok(noah.patch(`/streams/${after}`, { new_name: "port", description: "boats" }));
  expect(await topicsIn(after)).toEqual([]);
});

test("[users 9] only supported preview sizes are accepted", async () => {
  const { iris, mia } = await realm();
  const [events = []] = await eventsDuring([mia], () => iris.ok(iris.patch("/realm", { media_preview_size: 150 })));
  expect(events).toMatchObject([{ op: "update", property: "media_preview_size", value: 150 }]);
  const { status, body } = await iris.patch("/realm", { media_preview_size: 120 });
  expect([status, body.msg]).toEqual([400, "Invalid media_preview_size"]);
});

test("[users 2] only owners can change workplace_users_group", async () => {
  const { by, noah } = await realmWithCallers();
  const state = await stateOf(noah, "realm", "realm_user_groups");
  const everyone = state.realm_user_groups.find((group: Json) => group.name === "role:everyone").id;
  expect(state.realm_workplace_users_group).toBe(everyone);
  const value = { new: { direct_members: [noah.id], direct_subgroups: [] } };
  const tried = await outcomes((who) => who.patch("/realm", { workplace_users_group: value }), by);
  expect(tried).toMatchObject({ owner: "ok", administrator: "UNAUTHORIZED_PRINCIPAL: Must be an organization owner" });
  expect(tried).toMatchObject({ moderator: "UNAUTHORIZED_PRINCIPAL: Must be an organization administrator" });
});

test("[4.23] Zulip's own clients also get a login provider that this server lacks, as disabled", async () => {
  const { host, iris } = await realm();
  const methods = async (agent: string) => {
    const { authentication_methods } = await iris.ok(new Person(host, "", "", 0, agent).get("/server_settings"));
    return authentication_methods;
  };
  const ours = await methods("curl/8.0");
  expect(Object.keys(ours)).toHaveLength(12);
  expect(await methods("ZulipFlutter/30.0.262 (Android 16)")).toEqual({ ...ours, discord: false });
});

test("[users 9] calls with services that cannot be configured are refused", async () => {
  const { noah } = await realm();
  const refused = async (path: string, fields = {}) => {
    const { status, body } = await noah.post(path, fields);
    return `${status} ${body.msg}`;
  };
  expect(await refused("/calls/webex/create")).toBe("400 Webex credentials have not been configured");
  expect(await refused("/calls/constructorgroups/create")).toBe(
    "400 Constructor Groups credentials have not been configured",
  );
  expect(await refused("/calls/nextcloud_talk/create")).toBe("400 Missing 'room_name' argument");
  expect(await refused("/calls/nextcloud_talk/create", { room_name: "tea" })).toBe(
    "400 Nextcloud Talk credentials have not been configured",
  );
});

test("[channels 5] an archived channel can still be queried", async () => {
  const { iris, noah } = await realm();
  const channel = await makeChannel(noah, "harbour", [noah, iris]);
  await iris.ok(iris.delete(`/streams/${channel}`));
  const { stream } = await noah.ok(noah.get(`/streams/${channel}`));
  expect(stream).toMatchObject({ stream_id: channel, is_archived: true });
  const { subscribers } = await noah.ok(noah.get(`/streams/${channel}/members`));
  expect(subscribers).toEqual(expect.arrayContaining([noah.id, iris.id]));
  const { topics } = await noah.ok(noah.get(`/users/me/${channel}/topics`));
  expect(topics).toMatchObject([{ name: "channel events" }]);
});

test("[users 9] a setting stored under its former name keeps its value", async () => {
  const { iris } = await realm();
  await iris.ok(iris.patch("/realm", { gif_rating_policy: 5 }));
  await executeSql(iris, "UPDATE organization_settings SET name = 'giphy_rating' WHERE name = 'gif_rating_policy'");
  await executeSql(iris, "DELETE FROM schema_steps WHERE feature = 'organizations' AND step = 1");
  await evict(iris);
  expect((await stateOf(iris, "realm")).realm_gif_rating_policy).toBe(5);
});
