import * as v from "valibot";
import { type NoParams, statement } from "../../../../database/statement.ts";
import { stored } from "../../../../database/stored.ts";
import { isGuest } from "../../../../protocol/actor.ts";
import { badRequest, raise } from "../../../../protocol/errors.ts";
import type { ChannelId, UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { lengthLimits } from "../../../../protocol/limits.ts";
import { checkCount } from "../../../../protocol/quota.ts";
import { only } from "../../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../../realm/realm.ts";
import { stateSlice } from "../../../../realm/state-slice.ts";
import { auditOrganization } from "../../../trust/audit-log/audit.ts";
import { nonGuests } from "../audience.ts";
import type { Channel } from "../channels.ts";
import { type DefaultGroup, defaultGroupsChanged } from "./events.ts";

export const defaultGroupSchema = [
  `CREATE TABLE default_channel_groups (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL UNIQUE,
     description TEXT NOT NULL,
     -- JSON: channel ids, ascending.
     channels TEXT NOT NULL
   ) STRICT;`,
];

interface DefaultGroupRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channels: string;
}

const allGroups = statement<NoParams, DefaultGroupRow>(
  "SELECT id, name, description, channels FROM default_channel_groups ORDER BY name",
);
const insertGroup = statement<{ name: string; description: string; channels: string }>(
  "INSERT INTO default_channel_groups (name, description, channels) VALUES (:name, :description, :channels)",
);
const updateGroup = statement<{ id: number; name: string; description: string; channels: string }>(
  `UPDATE default_channel_groups SET name = :name, description = :description, channels = :channels WHERE id = :id`,
);
const deleteGroup = statement<{ id: number }>("DELETE FROM default_channel_groups WHERE id = :id");

const key = cacheKey<readonly DefaultGroup[]>("default-channel-groups");

export const parseGroupChannels = stored("default_channel_groups.channels", v.array(v.number()), () => []);

/** Groups of default channels that new users can choose to subscribe to. */
const defaultGroups = (realm: Realm): readonly DefaultGroup[] =>
  realm.cached(key, () =>
    allGroups
      .all(realm.sql, {})
      .map(({ channels, ...group }) => ({ ...group, streams: parseGroupChannels(channels, group.id) })),
  );

export const accessGroup = (realm: Realm, id: number): DefaultGroup =>
  defaultGroups(realm).find((each) => each.id === id) ??
  raise(badRequest(`Default channel group with id '${id}' does not exist.`));

export function addGroup(
  realm: Realm,
  { name: text, description, channels }: { name: string; description: string; channels: readonly Channel[] },
): void {
  const name = checkName(realm, text);
  checkCount(defaultGroups(realm).length + 1, limits.organization.default_channel_groups, "default channel groups");
  for (const channel of channels) checkChannel(channel, name);
  const streams = sorted(channels.map(({ id }) => id));
  auditOrganization(realm, "organization.default_channels_changed", { what: "group added", name, channels: streams });
  insertGroup.run(realm.sql, { name, description: checkDescription(description), channels: JSON.stringify(streams) });
  emitDefaultGroups(realm);
}

export function describeGroup(
  realm: Realm,
  group: DefaultGroup,
  { name, description }: { name: string | undefined; description: string | undefined },
): void {
  if (name === group.name) throw badRequest(`This default channel group is already named '${name}'`);
  writeGroup(realm, {
    ...group,
    ...(name !== undefined && { name: checkName(realm, name, group.id) }),
    ...(description !== undefined && { description: checkDescription(description) }),
  });
}

export function addToGroup(realm: Realm, group: DefaultGroup, channels: readonly Channel[]): void {
  for (const channel of channels) {
    checkChannel(channel, group.name);
    if (group.streams.includes(channel.id)) {
      throw badRequest(`Channel '${channel.name}' is already present in default channel group '${group.name}'`);
    }
  }
  writeGroup(realm, { ...group, streams: sorted([...group.streams, ...channels.map(({ id }) => id)]) });
}

export function removeFromGroup(realm: Realm, group: DefaultGroup, channels: readonly Channel[]): void {
  for (const { id, name } of channels) {
    if (!group.streams.includes(id)) {
      throw badRequest(`Channel '${name}' is not present in default channel group '${group.name}'`);
    }
  }
  const removed = new Set<number>(channels.map(({ id }) => id));
  writeGroup(realm, { ...group, streams: group.streams.filter((id) => !removed.has(id)) });
}

export function removeGroup(realm: Realm, { id, name }: DefaultGroup): void {
  auditOrganization(realm, "organization.default_channels_changed", { what: "group removed", name });
  deleteGroup.run(realm.sql, { id });
  emitDefaultGroups(realm);
}

export const isInDefaultGroup = (realm: Realm, channel: ChannelId): boolean =>
  defaultGroups(realm).some(({ streams }) => streams.includes(channel));

export function removeFromDefaultGroups(realm: Realm, channel: Channel): void {
  for (const group of defaultGroups(realm)) {
    if (group.streams.includes(channel.id)) removeFromGroup(realm, group, [channel]);
  }
}

/** Emits the groups, if any, to a user who is no longer a guest, or an empty list to a user who became one. */
export function emitDefaultGroupsTo(realm: Realm, user: UserId, { isGuest }: { isGuest: boolean }): void {
  const groups = defaultGroups(realm);
  if (groups.length === 0) return;
  realm.emit(defaultGroupsChanged({ default_stream_groups: isGuest ? [] : [...groups] }), only(user));
}

function writeGroup(realm: Realm, { id, name, description, streams }: DefaultGroup): void {
  auditOrganization(realm, "organization.default_channels_changed", { what: "group changed", name, channels: streams });
  updateGroup.run(realm.sql, { id, name, description, channels: JSON.stringify(streams) });
  emitDefaultGroups(realm);
}

function emitDefaultGroups(realm: Realm): void {
  realm.forget(key);
  realm.emit(defaultGroupsChanged({ default_stream_groups: [...defaultGroups(realm)] }), nonGuests(realm));
}

const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

function checkName(realm: Realm, text: string, self?: number): string {
  const name = text.trim();
  const max = lengthLimits.max_stream_name_length;
  const isWrong = name === "" || [...name].length > max || /\p{Cc}/u.test(name);
  if (isWrong) throw badRequest(`Invalid default channel group name '${name}'`);
  if (defaultGroups(realm).some((other) => other.name === name && other.id !== self)) {
    throw badRequest(`Default channel group '${name}' already exists`);
  }
  return name;
}

function checkDescription(text: string): string {
  const max = lengthLimits.max_stream_description_length;
  if ([...text].length > max) throw badRequest(`description is too long (limit: ${max} characters)`);
  return text;
}

function checkChannel(channel: Channel, group: string): void {
  if (channel.is_default === 1) {
    throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${group}'`);
  }
  if (channel.invite_only === 1) throw badRequest("Private channels cannot be made default.");
  if (channel.is_archived === 1) throw badRequest("Channel is archived.");
}

export const defaultGroupState = stateSlice({
  types: ["default_stream_groups"],
  collect: ({ realm, actor }) => ({
    realm_default_stream_groups: actor === null || isGuest(actor) ? [] : defaultGroups(realm),
  }),
});
