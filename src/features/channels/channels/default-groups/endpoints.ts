import { action } from "../../../../api/endpoint.ts";
import { integer, json, optional, quotableText, text } from "../../../../api/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessChannelByName } from "../access.ts";
import { accessGroup, addGroup, addToGroup, describeGroup, removeFromGroup, removeGroup } from "./default-groups.ts";

const channelNames = json(boundedList(boundedText("name"), "names"));

const channelsNamed = (realm: Realm, actor: Actor, names: readonly string[]) =>
  names.map((name) => accessChannelByName(realm, actor, name));

const addDefaultGroupEndpoint = action({
  route: "POST /default_stream_groups/create",
  by: "administrator",
  params: { group_name: text("name"), description: text("description"), stream_names: channelNames },
  run({ realm, actor, params: { group_name: name, description, stream_names } }) {
    addGroup(realm, { name, description, channels: channelsNamed(realm, actor, stream_names) });
  },
});

const updateDefaultGroupEndpoint = action({
  route: "PATCH /default_stream_groups/:group_id",
  by: "administrator",
  params: { group_id: integer, new_group_name: optional(text("name")), new_description: optional(text("description")) },
  run({ realm, params: { group_id, new_group_name: name, new_description: description } }) {
    if (name === undefined && description === undefined) {
      throw badRequest('You must pass "new_description" or "new_group_name".');
    }
    describeGroup(realm, accessGroup(realm, group_id), { name, description });
  },
});

const removeDefaultGroupEndpoint = action({
  route: "DELETE /default_stream_groups/:group_id",
  by: "administrator",
  params: { group_id: integer },
  run: ({ realm, params }) => removeGroup(realm, accessGroup(realm, params.group_id)),
});

const changeDefaultGroupEndpoint = action({
  route: "PATCH /default_stream_groups/:group_id/streams",
  by: "administrator",
  params: { group_id: integer, op: quotableText("word"), stream_names: channelNames },
  run({ realm, actor, params: { group_id, op, stream_names } }) {
    const group = accessGroup(realm, group_id);
    const channels = channelsNamed(realm, actor, stream_names);
    if (op === "add") addToGroup(realm, group, channels);
    else if (op === "remove") removeFromGroup(realm, group, channels);
    else throw badRequest('Invalid value for "op". Specify one of "add" or "remove".');
  },
});

export const defaultGroupEndpoints = [
  addDefaultGroupEndpoint,
  updateDefaultGroupEndpoint,
  removeDefaultGroupEndpoint,
  changeDefaultGroupEndpoint,
];
