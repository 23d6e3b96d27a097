import type { Json, Person } from "../../support/person.ts";
import { channelField, channelPath, miaPath, type Operation, operation, type World, withFields } from "../world.ts";

/** Subscribes the caller to the channel, because an earlier attempt may have removed them. */
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
  operation("n k p p p p + +", "PATCH /channel_folders", async ({ iris }) => {
    const { channel_folders } = await iris.ok(iris.get("/channel_folders", { include_archived: true }));
    return { fields: { order: channel_folders.map(({ id }: Json) => id) } };
  }),
  operation("n k p p p p + +", "PATCH /channel_folders/:channel_folder_id", async ({ iris, count }) => {
    const { channel_folder_id } = await iris.ok(iris.post("/channel_folders/create", { name: `folder ${count}` }));
    return { path: { channel_folder_id }, fields: { description: "Of beds" } };
  }),
  operation("n k p p p p + +", "POST /channel_folders/create", ({ count }) => ({
    fields: { name: `new folder ${count}`, description: "" },
  })),
  operation("n k - + + + + +", "POST /channels/create", ({ count }) => ({
    fields: { name: `bed ${count}`, subscribers: [] },
  })),
  operation("n k p p p p + +", "POST /default_stream_groups/create", ({ count }) => ({
    fields: { group_name: `start ${count}`, description: "", stream_names: [] },
  })),
  operation("n k p p p p + +", "DELETE /default_stream_groups/:group_id", async (world) => ({
    path: { group_id: await startingGroup(world) },
  })),
  operation("n k p p p p + +", "PATCH /default_stream_groups/:group_id", async (world) => ({
    path: { group_id: await startingGroup(world) },
    fields: { new_description: "Where to start" },
  })),
  operation("n k p p p p + +", "PATCH /default_stream_groups/:group_id/streams", async (world) => ({
    path: { group_id: await startingGroup(world) },
    fields: { op: "add", stream_names: ["garden"] },
  })),
  operation("n k p p p p + +", "DELETE /default_streams", channelField),
  operation("n k p p p p + +", "POST /default_streams", channelField),
  operation("n k + + + + + +", "GET /get_stream_id", withFields({ stream: "garden" })),
  operation("n k + + + + + +", "GET /streams"),
  operation("n k a a a a + +", "DELETE /streams/:stream_id", async ({ iris, count }, who) => {
    const fields = { name: `bed ${count}`, subscribers: who.id > 0 ? [who.id] : [] };
    return { path: { stream_id: (await iris.ok(iris.post("/channels/create", fields))).id } };
  }),
  operation("n k + + + + + +", "GET /streams/:stream_id", channelPath),
  operation("n k a a a a + +", "PATCH /streams/:stream_id", ({ channel, count }) => ({
    path: { stream_id: channel },
    fields: { description: `Bed ${count}` },
  })),
  operation("n k + + + + + +", "GET /streams/:stream_id/board", channelPath),
  operation("n k - b - - + +", "POST /streams/:stream_id/voice_room", channelPath),
  operation("n k - b - - + +", "DELETE /streams/:stream_id/voice_room", channelPath),
  operation("n k + b + + + +", "POST /streams/:stream_id/voice_room/enter", async (world) => {
    await world.iris.ok(world.iris.post(`/streams/${world.channel}/voice_room`));
    return { path: { stream_id: world.channel } };
  }),
  operation("n k + + + + + +", "POST /streams/:stream_id/pins", ({ channel, count }) => ({
    path: { stream_id: channel },
    fields: { url: `https://beds.example/${count}` },
  })),
  operation("n k + + + + + +", "PATCH /streams/:stream_id/pins/:pin_id", async (world) => ({
    path: await newPin(world),
    fields: { title: `Bed ${world.count}` },
  })),
  operation("n k + + + + + +", "DELETE /streams/:stream_id/pins/:pin_id", async (world) => ({
    path: await newPin(world),
  })),
  operation("n k + + + + + +", "PATCH /streams/:stream_id/page", async ({ iris, channel, count }) => {
    const { page } = await iris.ok(iris.get(`/streams/${channel}/board`));
    return { path: { stream_id: channel }, fields: { content: `Bed ${count}`, base_version: page.version } };
  }),
  operation("n k + + + + + +", "GET /streams/:stream_id/page/history", channelPath),
  operation("n k + + + + + +", "GET /streams/:stream_id/members", channelPath),
  operation("n k + + + + + +", "POST /user_topics", ({ channel }) => ({
    fields: { stream_id: channel, topic: "tea", visibility_policy: 1 },
  })),
  operation("n k + + + + + +", "GET /users/:user_id/channels", miaPath),
  operation("n k + + + + + +", "GET /users/:user_id/subscriptions/:stream_id", async (world, who) => {
    await inChannel(world, who);
    return { path: { user_id: world.mia.id, stream_id: world.channel } };
  }),
  operation("n k + + + + + +", "DELETE /users/me/subscriptions", withFields({ subscriptions: ["garden"] })),
  operation("n k + + + + + +", "GET /users/me/subscriptions"),
  operation("n k + + + + + +", "PATCH /users/me/subscriptions", async (world, who) => {
    await inChannel(world, who);
    return { fields: { delete: ["garden"] } };
  }),
  operation("n k + + + + + +", "POST /users/me/subscriptions", withFields({ subscriptions: [{ name: "garden" }] })),
  operation("n k + + + + + +", "PATCH /users/me/subscriptions/:stream_id", async (world, who) => {
    await inChannel(world, who);
    return { path: { stream_id: world.channel }, fields: { property: "color", value: "#aabbcc" } };
  }),
  operation("n k + + + + + +", "PATCH /users/me/subscriptions/muted_topics", ({ channel }) => ({
    fields: { stream_id: channel, topic: "tea", op: "add" },
  })),
  operation("n k + + + + + +", "POST /users/me/subscriptions/properties", async (world, who) => {
    await inChannel(world, who);
    const { channel: stream_id } = world;
    return { fields: { subscription_data: [{ stream_id, property: "color", value: "#aabbcc" }] } };
  }),
];
