import type { Json, Person } from "../../support/person.ts";
import { always, OWN, SUBSCRIBED, some } from "../recorded.ts";
import {
  change,
  channelField,
  channelPath,
  miaPath,
  type Operation,
  operation,
  type World,
  withFields,
} from "../world.ts";

/** Subscribes the caller to the channel again, because an earlier attempt may have unsubscribed them. */
async function inChannel({ iris }: World, who: Person): Promise<void> {
  if (who.id > 0) {
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }], principals: [who.id] }));
  }
}

const startingGroup = async ({ iris, count }: World): Promise<number> => {
  const fields = { group_name: `group ${count}`, description: "", stream_names: [] };
  await iris.ok(iris.post("/default_stream_groups/create", fields));
  const state = await iris.ok(iris.post("/register", { fetch_event_types: ["default_stream_groups"] }));
  return state.realm_default_stream_groups.find(({ name }: Json) => name === fields.group_name).id;
};

async function newPin({ iris, channel, count }: World) {
  const { pin_id } = await iris.ok(iris.post(`/streams/${channel}/pins`, { url: `https://seeds.example/${count}` }));
  return { stream_id: channel, pin_id };
}

export const channels: readonly Operation[] = [
  operation("n k + + + + + +", "GET /channel_folders"),
  change("n k p p p p + +", "PATCH /channel_folders", always("organization.folder_changed"), async ({ iris }) => {
    const { channel_folders } = await iris.ok(iris.get("/channel_folders", { include_archived: true }));
    return { fields: { order: channel_folders.map(({ id }: Json) => id) } };
  }),
  change(
    "n k p p p p + +",
    "PATCH /channel_folders/:channel_folder_id",
    some("organization.folder_changed"),
    async ({ iris, count }) => {
      const { channel_folder_id } = await iris.ok(iris.post("/channel_folders/create", { name: `folder ${count}` }));
      return { path: { channel_folder_id }, fields: { description: "Of beds" } };
    },
  ),
  change("n k p p p p + +", "POST /channel_folders/create", always("organization.folder_changed"), ({ count }) => ({
    fields: { name: `new folder ${count}`, description: "" },
  })),
  change(
    "n k - + + + + +",
    "POST /channels/create",
    some(...SUBSCRIBED, "organization.default_channels_changed"),
    ({ count }) => ({
      fields: { name: `bed ${count}`, subscribers: [] },
    }),
  ),
  change(
    "n k p p p p + +",
    "POST /default_stream_groups/create",
    always("organization.default_channels_changed"),
    ({ count }) => ({
      fields: { group_name: `start ${count}`, description: "", stream_names: [] },
    }),
  ),
  change(
    "n k p p p p + +",
    "DELETE /default_stream_groups/:group_id",
    always("organization.default_channels_changed"),
    async (world) => ({
      path: { group_id: await startingGroup(world) },
    }),
  ),
  change(
    "n k p p p p + +",
    "PATCH /default_stream_groups/:group_id",
    always("organization.default_channels_changed"),
    async (world) => ({
      path: { group_id: await startingGroup(world) },
      fields: { new_description: "Where to start" },
    }),
  ),
  change(
    "n k p p p p + +",
    "PATCH /default_stream_groups/:group_id/streams",
    always("organization.default_channels_changed"),
    async (world) => ({
      path: { group_id: await startingGroup(world) },
      fields: { op: "add", stream_names: ["garden"] },
    }),
  ),
  change("n k p p p p + +", "DELETE /default_streams", some("organization.default_channels_changed"), channelField),
  change("n k p p p p + +", "POST /default_streams", some("organization.default_channels_changed"), channelField),
  operation("n k + + + + + +", "GET /get_stream_id", withFields({ stream: "garden" })),
  operation("n k + + + + + +", "GET /streams"),
  change(
    "n k a a a a + +",
    "DELETE /streams/:stream_id",
    some("channel.archived", "organization.default_channels_changed", "organization.setting_changed"),
    async ({ iris, count }, who) => {
      const fields = { name: `bed ${count}`, subscribers: who.id > 0 ? [who.id] : [] };
      return { path: { stream_id: (await iris.ok(iris.post("/channels/create", fields))).id } };
    },
  ),
  operation("n k + + + + + +", "GET /streams/:stream_id", channelPath),
  change(
    "n k a a a a + +",
    "PATCH /streams/:stream_id",
    some(
      ...(["channel.renamed", "channel.access_changed", "channel.permission_changed"] as const),
      ...(["channel.assistants_changed", "channel.retention_changed", "channel.unarchived"] as const),
      ...(["channel.description_changed", "organization.default_channels_changed"] as const),
    ),
    ({ channel, count }) => ({
      path: { stream_id: channel },
      fields: { description: `Bed ${count}` },
    }),
  ),
  operation("n k + + + + + +", "GET /streams/:stream_id/board", channelPath),
  change("n k - b - - + +", "POST /streams/:stream_id/voice_room", some("channel.voice_room_added"), channelPath),
  change("n k - b - - + +", "DELETE /streams/:stream_id/voice_room", some("channel.voice_room_removed"), channelPath),
  change("n k + b + + + +", "POST /streams/:stream_id/voice_room/enter", OWN, async (world) => {
    await world.iris.ok(world.iris.post(`/streams/${world.channel}/voice_room`));
    return { path: { stream_id: world.channel } };
  }),
  change("n k + + + + + +", "POST /streams/:stream_id/pins", always("channel.board_changed"), ({ channel, count }) => ({
    path: { stream_id: channel },
    fields: { url: `https://beds.example/${count}` },
  })),
  change(
    "n k + + + + + +",
    "PATCH /streams/:stream_id/pins/:pin_id",
    always("channel.board_changed"),
    async (world) => ({
      path: await newPin(world),
      fields: { title: `Bed ${world.count}` },
    }),
  ),
  change(
    "n k + + + + + +",
    "DELETE /streams/:stream_id/pins/:pin_id",
    always("channel.board_changed"),
    async (world) => ({
      path: await newPin(world),
    }),
  ),
  change(
    "n k + + + + + +",
    "PATCH /streams/:stream_id/page",
    always("channel.board_changed"),
    async ({ iris, channel, count }) => {
      const { page } = await iris.ok(iris.get(`/streams/${channel}/board`));
      return { path: { stream_id: channel }, fields: { content: `Bed ${count}`, base_version: page.version } };
    },
  ),
  operation("n k + + + + + +", "GET /streams/:stream_id/page/history", channelPath),
  operation("n k + + + + + +", "GET /streams/:stream_id/members", channelPath),
  change("n k + + + + + +", "POST /user_topics", OWN, ({ channel }) => ({
    fields: { stream_id: channel, topic: "tea", visibility_policy: 1 },
  })),
  operation("n k + + + + + +", "GET /users/:user_id/channels", miaPath),
  operation("n k + + + + + +", "GET /users/:user_id/subscriptions/:stream_id", async (world, who) => {
    await inChannel(world, who);
    return { path: { user_id: world.mia.id, stream_id: world.channel } };
  }),
  change(
    "n k + + + + + +",
    "DELETE /users/me/subscriptions",
    some(...SUBSCRIBED),
    withFields({ subscriptions: ["garden"] }),
  ),
  operation("n k + + + + + +", "GET /users/me/subscriptions"),
  change("n k + + + + + +", "PATCH /users/me/subscriptions", some(...SUBSCRIBED), async (world, who) => {
    await inChannel(world, who);
    return { fields: { delete: ["garden"] } };
  }),
  change(
    "n k + + + + + +",
    "POST /users/me/subscriptions",
    some(...SUBSCRIBED),
    withFields({ subscriptions: [{ name: "garden" }] }),
  ),
  change("n k + + + + + +", "PATCH /users/me/subscriptions/:stream_id", OWN, async (world, who) => {
    await inChannel(world, who);
    return { path: { stream_id: world.channel }, fields: { property: "color", value: "#aabbcc" } };
  }),
  change("n k + + + + + +", "PATCH /users/me/subscriptions/muted_topics", OWN, ({ channel }) => ({
    fields: { stream_id: channel, topic: "tea", op: "add" },
  })),
  change("n k + + + + + +", "POST /users/me/subscriptions/properties", OWN, async (world, who) => {
    await inChannel(world, who);
    const { channel: stream_id } = world;
    return { fields: { subscription_data: [{ stream_id, property: "color", value: "#aabbcc" }] } };
  }),
];
