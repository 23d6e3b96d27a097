import { expect, test } from "vitest";
import {
  type Caller,
  forAll,
  makeChannel,
  NOT_PERMITTED,
  outcome,
  outcomes,
  realmWithCallers,
} from "../../../support/channels.ts";

const NOT_SEEN = "BAD_REQUEST: Invalid channel ID";
const NOT_YOURS = "CANNOT_ADMINISTER_CHANNEL: You do not have permission to administer this channel.";
const NO_CONTENT = "BAD_REQUEST: Channel content access is required.";
const NOT_OWNER = "UNAUTHORIZED_PRINCIPAL: Must be an organization owner";
const NO_DEFAULT = "BAD_REQUEST: You do not have permission to change default channels.";

/** A channel created by Mia and administered by the moderator, which the member and the bot can also read. */
async function garden(settings: object) {
  const all = await realmWithCallers();
  const { mia, mona, by, noah } = all;
  const id = await makeChannel(mia, "garden", [mia, noah, by.bot], {
    can_administer_channel_group: { direct_members: [mona.id, mia.id], direct_subgroups: [] },
    ...settings,
  });
  const attempt = (fields: (name: Caller) => object) =>
    outcomes((who, name) => who.patch(`/streams/${id}`, { ...fields(name) }), all.by);
  return { ...all, id, attempt };
}

const administered = { owner: "ok", administrator: "ok", moderator: "ok", member: NOT_YOURS, bot: NOT_YOURS };

test("[channels 5] only channel administrators can change a public channel, with stricter rules for retention and default channels", async () => {
  const { attempt } = await garden({});
  const plain = forAll(NOT_SEEN, administered);
  expect(await attempt((name) => ({ new_name: `garden of ${name}` }))).toEqual(plain);
  expect(await attempt((name) => ({ description: name }))).toEqual(plain);
  expect(await attempt(() => ({ can_resolve_topics_group: { new: 4 } }))).toEqual(plain);
  expect(await attempt(() => ({ can_subscribe_group: { new: 4 } }))).toEqual(plain);
  expect(await attempt(() => ({ can_delete_own_message_group: { new: 4 } }))).toEqual(plain);
  expect(await attempt(() => ({ topics_policy: "disable_empty_topic" }))).toEqual(plain);
  const byOwners = { ...plain, administrator: NOT_OWNER, moderator: NOT_OWNER };
  expect(await attempt(() => ({ message_retention_days: 30 }))).toEqual(byOwners);
  expect(await attempt(() => ({ message_retention_days: "realm_default" }))).toEqual(byOwners);
  expect(await attempt(() => ({ is_default_stream: true }))).toEqual({ ...plain, moderator: NO_DEFAULT });
  expect(await attempt(() => ({ is_default_stream: false }))).toEqual({ ...plain, moderator: NO_DEFAULT });
  expect(await attempt(() => ({ is_private: true }))).toEqual(plain);
});

test("[channels 5] an administrator of a private channel who cannot read it cannot give access to it", async () => {
  const { attempt } = await garden({ invite_only: true });
  expect(await attempt((name) => ({ new_name: `garden of ${name}` }))).toEqual(forAll(NOT_SEEN, administered));
  const closed = { owner: NO_CONTENT, administrator: NO_CONTENT, moderator: NO_CONTENT };
  const refused = forAll(NOT_SEEN, { ...closed, member: NOT_YOURS, bot: NOT_YOURS });
  expect(await attempt(() => ({ is_private: false }))).toEqual(refused);
  expect(await attempt(() => ({ history_public_to_subscribers: true }))).toEqual(refused);
  expect(await attempt(() => ({ can_subscribe_group: { new: 4 } }))).toEqual(refused);
  expect(await attempt(() => ({ can_add_subscribers_group: { new: 4 } }))).toEqual(refused);
  expect(await attempt(() => ({ can_delete_any_message_group: { new: 4 } }))).toEqual(refused);
});

test("[channels 3] only users in can_set_delete_message_policy_group change the permission to delete messages", async () => {
  const { mia, mona, iris, id } = await garden({});
  const set = (who: typeof mia, update: unknown) =>
    outcome(who.patch(`/streams/${id}`, { can_delete_any_message_group: { new: update } }));
  expect(await set(mia, 4)).toBe(NOT_PERMITTED);
  expect(await set(mona, 4)).toBe("ok");
  await iris.ok(iris.patch("/realm", { can_set_delete_message_policy_group: { new: 7 } }));
  expect(await set(mona, 5)).toBe(NOT_PERMITTED);
});

test("[channels 5] a channel can be made web-public only by owners, and only if spectator access is enabled", async () => {
  const { iris, omar, id } = await garden({});
  const open = (who: typeof iris) => outcome(who.patch(`/streams/${id}`, { is_web_public: true }));
  expect(await open(iris)).toBe("BAD_REQUEST: Web-public channels are not enabled.");
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  expect(await open(omar)).toBe(NOT_PERMITTED);
  expect(await open(iris)).toBe("ok");
});

test("[channels 5] only channel and organization administrators can archive a channel", async () => {
  const { mia, mona, noah, by } = await realmWithCallers();
  const archive = (settings: object) =>
    outcomes(async (who, name) => {
      const can_administer_channel_group = { direct_members: [mona.id], direct_subgroups: [] };
      const all = { ...settings, can_administer_channel_group };
      const id = await makeChannel(mia, `${name} ${JSON.stringify(settings)}`, [noah, by.bot], all);
      return who.delete(`/streams/${id}`);
    }, by);
  expect(await archive({})).toEqual(forAll(NOT_SEEN, administered));
  expect(await archive({ invite_only: true })).toEqual(forAll(NOT_SEEN, administered));
});

test("[channels 5] only owners and administrators can add and remove default channels", async () => {
  const { mia, by } = await realmWithCallers();
  const id = await makeChannel(mia, "garden", []);
  const refusal = "UNAUTHORIZED_PRINCIPAL: Must be an organization administrator";
  const expected = forAll(refusal, { owner: "ok", administrator: "ok" });
  expect(await outcomes((who) => who.post("/default_streams", { stream_id: id }), by)).toEqual(expected);
  expect(await outcomes((who) => who.delete("/default_streams", { stream_id: id }), by)).toEqual(expected);
});
