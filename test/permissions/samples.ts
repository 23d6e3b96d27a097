import { exports } from "cloudflare:workers";
import { waitForExport } from "../features/server/exports/run-export.ts";
import { archiveWith, check, until, upload as uploadArchive } from "../features/server/imports/importing.ts";
import { png, textFile } from "../support/files.ts";
import { linkInMailTo } from "../support/mail.ts";
import { OWNER_PASSWORD, organization, PASSWORD } from "../support/organization.ts";
import type { Fields, Json, Person } from "../support/person.ts";
import type { Sampled, World } from "./world.ts";

const LATER = 4_000_000_000;

/** Makes an object as the caller, or as noah where the caller may not. */
async function own({ noah }: World, who: Person, path: string, fields: Fields): Promise<Json> {
  const { body } = await who.post(path, fields);
  return body.result === "success" ? body : noah.ok(noah.post(path, fields));
}

const picture = () => new File([png()], "picture.png", { type: "image/png" });
const channelPath: Sampled = ({ channel }) => ({ path: { stream_id: channel } });
const miaPath: Sampled = ({ mia }) => ({ path: { user_id: mia.id } });
const messagePath =
  (fields: Json = {}): Sampled =>
  async ({ message }) => ({ path: { message_id: await message() }, fields });
const channelField: Sampled = ({ channel }) => ({ fields: { stream_id: channel } });
/** Subscribes the caller to the channel, from which an earlier attempt may have removed them. */
async function inChannel({ iris }: World, who: Person): Promise<void> {
  if (who.id > 0) {
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }], principals: [who.id] }));
  }
}

/** A browser that gets pushes. */
const BROWSER = {
  endpoint: "https://fcm.googleapis.com/fcm/send/sample",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

const withFields =
  (fields: Json): Sampled =>
  () => ({ fields });

/** About an organization that the request names. */
const ofAnother =
  (fields: Json): Sampled =>
  async () => {
    const { host } = await organization();
    return { fields: { subdomain: host.split(".")[0], ...fields } };
  };

const group = async ({ noah, count }: World): Promise<number> =>
  (await noah.ok(noah.post("/user_groups/create", { name: `crew ${count}`, description: "", members: [noah.id] })))
    .group_id;
const groupPath =
  (fields: (world: World) => Json = () => ({})): Sampled =>
  async (world) => ({ path: { user_group_id: await group(world) }, fields: fields(world) });

const startingGroup = async ({ iris, count }: World): Promise<number> => {
  const fields = { group_name: `group ${count}`, description: "", stream_names: [] };
  await iris.ok(iris.post("/default_stream_groups/create", fields));
  const state = await iris.ok(iris.post("/register", { fetch_event_types: ["default_stream_groups"] }));
  return state.realm_default_stream_groups.find(({ name }: Json) => name === fields.group_name).id;
};

const linkifier = async ({ iris, count }: World): Promise<number> =>
  (
    await iris.ok(
      iris.post("/realm/filters", { pattern: `#${count}-(?P<id>[0-9]+)`, url_template: "https://e.org/{id}" }),
    )
  ).id;
const profileField = async ({ iris, count }: World): Promise<number> =>
  (await iris.ok(iris.post("/realm/profile_fields", { name: `Field ${count}`, field_type: 1 }))).id;
const domain = async ({ iris, count }: World): Promise<string> => {
  const name = `d${count}.example.org`;
  await iris.ok(iris.post("/realm/domains", { domain: name, allow_subdomains: false }));
  return name;
};
const emoji = async ({ noah, host, count }: World, name = `wave${count}`): Promise<string> => {
  const form = new FormData();
  form.set("file", picture());
  await exports.default.fetch(`http://${host}/api/v1/realm/emoji/${name}`, {
    method: "POST",
    headers: { Host: host, Authorization: `Basic ${btoa(`${noah.email}:${noah.key}`)}` },
    body: form,
  });
  return name;
};
const upload = async ({ noah, host, channel }: World): Promise<{ url: string; id: number }> => {
  const form = new FormData();
  form.set("file", textFile("hello"));
  const response = await exports.default.fetch(`http://${host}/api/v1/user_uploads`, {
    method: "POST",
    headers: { Host: host, Authorization: `Basic ${btoa(`${noah.email}:${noah.key}`)}` },
    body: form,
  });
  const { url }: Json = await response.json();
  await noah.ok(noah.post("/messages", { type: "channel", to: channel, topic: "files", content: `[x](${url})` }));
  const { attachments } = await noah.ok(noah.get("/attachments"));
  return { url, id: Math.max(...attachments.map(({ id }: Json) => id)) };
};
const invitation = async ({ noah, count }: World): Promise<number> => {
  await noah.ok(noah.post("/invites", { invitee_emails: `n${count}@example.org`, stream_ids: [] }));
  const { invites } = await noah.ok(noah.get("/invites"));
  return Math.max(...invites.filter(({ is_multiuse }: Json) => !is_multiuse).map(({ id }: Json) => id));
};
/** A link made by the owner, since members may make none. */
const link = async ({ iris }: World): Promise<{ id: number; key: string }> => {
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse", {}));
  const { invites } = await iris.ok(iris.get("/invites"));
  return {
    id: invites.find(({ link_url }: Json) => link_url === invite_link).id,
    key: invite_link.split("/").at(-2),
  };
};

/** A finished export: at most five can be started in a week. */
async function exported(iris: Person): Promise<number> {
  await iris.ok(iris.post("/testing/clock", { advance_ms: 8 * 86_400_000 }));
  const { id } = await iris.ok(iris.post("/export/realm"));
  await waitForExport(iris, id);
  return id;
}

/** Ends and deletes what other samples have begun to import. */
async function forgetImports(iris: Person): Promise<void> {
  await importsAtRest(iris);
  const { imports } = await iris.ok(iris.get("/imports"));
  for (const { id, state } of imports) {
    if (!["done", "cancelled"].includes(state)) await iris.ok(iris.post(`/imports/${id}/cancel`));
    await iris.ok(iris.delete(`/imports/${id}`));
  }
}

/** Waits until no import works: while one runs, nobody but owners is admitted. */
async function importsAtRest(iris: Person): Promise<void> {
  const { imports } = await iris.ok(iris.get("/imports"));
  for (const { id } of imports) await until(iris, id, "uploading", "checked", "failed", "done", "cancelled");
}

/** An import that only owners get to see, so that nobody else needs a real one. */
async function uploadedImport(iris: Person, who: Person): Promise<number> {
  if (who.id === iris.id) await forgetImports(iris);
  else await importsAtRest(iris);
  return who.id === iris.id ? uploadArchive(iris, await archiveWith({})) : 1;
}

const wholeExport: Sampled = async () => {
  const { host, owner } = await organization();
  const fields = { subdomain: host.split(".")[0] ?? "" };
  await owner.ok(owner.post("/organizations/export", fields));
  return { fields };
};
const draft = ({ channel }: World) => ({ type: "stream", to: [channel], topic: "tea", content: "..." });
const scheduledMessage = ({ channel }: World) => ({
  ...{ type: "channel", to: channel, topic: "tea", content: "later" },
  scheduled_delivery_timestamp: LATER,
});

/** A valid request for each operation that needs parameters. */
export const SAMPLES: Readonly<Record<string, Sampled>> = {
  "POST /fetch_api_key": ({ mia }) => ({ fields: { username: mia.email, password: PASSWORD } }),
  "POST /dev_fetch_api_key": ({ mia }) => ({ fields: { username: mia.email } }),
  "DELETE /users/me/api_keys/:key_id": async ({ noah }, who) => {
    const { body } = await who.get("/users/me/api_keys");
    const { api_keys } = body.result === "success" ? body : await noah.ok(noah.get("/users/me/api_keys"));
    return { path: { key_id: api_keys[0].id } };
  },
  "GET /calls/bigbluebutton/create": withFields({ meeting_name: "tea" }),
  "GET /calls/bigbluebutton/join": withFields({ bigbluebutton: "a.b" }),
  "DELETE /export/realm/:export_id": async ({ iris }) => ({ path: { export_id: await exported(iris) } }),
  "POST /imports": async ({ iris }, who) => {
    if (who.id === iris.id) await forgetImports(iris);
    return { fields: { size: 1000 } };
  },
  "PUT /imports/:import_id/parts/:part": () => ({ path: { import_id: 1, part: 1 }, file: textFile("part") }),
  "GET /imports/:import_id": async ({ iris }, who) => ({ path: { import_id: await uploadedImport(iris, who) } }),
  "POST /imports/:import_id/cancel": async ({ iris }, who) => ({
    path: { import_id: await uploadedImport(iris, who) },
  }),
  "POST /imports/:import_id/check": async ({ iris }, who) => ({ path: { import_id: await uploadedImport(iris, who) } }),
  "POST /imports/:import_id/start": async ({ iris }, who) => {
    const import_id = await uploadedImport(iris, who);
    if (who.id === iris.id) await check(iris, import_id);
    return { path: { import_id } };
  },
  "DELETE /imports/:import_id": async ({ iris }, who) => {
    const import_id = await uploadedImport(iris, who);
    if (who.id === iris.id) await iris.ok(iris.post(`/imports/${import_id}/cancel`));
    return { path: { import_id } };
  },
  "POST /zcommand": withFields({ command: "/dark" }),
  "POST /login/second_factor": withFields({ login_ticket: "x", code: "123456" }),
  "POST /login/passkey": withFields({
    token: "x",
    credential: {
      id: "AA",
      type: "public-key",
      response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
    },
  }),
  "POST /users/me/passkeys": withFields({
    token: "x",
    name: "Key",
    credential: { id: "AA", type: "public-key", response: { clientDataJSON: "AA", attestationObject: "AA" } },
  }),
  "PATCH /users/me/passkeys/:passkey_id": () => ({ path: { passkey_id: 1 }, fields: { name: "Key" } }),
  "DELETE /users/me/passkeys/:passkey_id": () => ({ path: { passkey_id: 1 } }),
  "POST /users/me/second_factor/confirm": withFields({ code: "123456" }),
  "DELETE /users/:user_id/second_factor": miaPath,
  "POST /users/:user_id/password_link": miaPath,
  "POST /organizations/password_link": withFields({ setup_token: "x", email: "x@example.com" }),
  "POST /organizations/disk_warning": withFields({ setup_token: "x", left_bytes: 1, all_bytes: 2 }),
  "POST /organizations/second_factor/reset": withFields({ setup_token: "x", email: "x@example.com" }),
  "POST /login": ({ mia }) => ({ fields: { username: mia.email, password: PASSWORD } }),
  // Nobody in this test has logged in at another service.
  "POST /users/me/external_logins": withFields({ provider: "example" }),
  "DELETE /users/me/external_logins/:login_id": () => ({ path: { login_id: 1 } }),
  "DELETE /users/me/sessions/:session_id": async ({ noah }, who) => {
    await who.post("/dev_fetch_api_key", { username: who.email });
    const { body } = await who.get("/users/me/sessions");
    const { sessions } = body.result === "success" ? body : await noah.ok(noah.get("/users/me/sessions"));
    return { path: { session_id: sessions[0]?.id ?? 1 } };
  },
  "GET /users/:user_id": miaPath,
  "GET /users/:email": ({ mia }) => ({ path: { email: mia.email } }),
  "GET /user_groups/:user_group_id/members": groupPath(),
  "GET /user_groups/:user_group_id/members/:user_id": async (world) => ({
    path: { user_group_id: await group(world), user_id: world.mia.id },
  }),
  "GET /user_groups/:user_group_id/subgroups": groupPath(),
  "PATCH /realm/user_settings_defaults": withFields({ starred_message_counts: false }),
  "POST /realm/emoji/:emoji_name": ({ count }) => ({ path: { emoji_name: `octopus${count}` }, file: picture() }),
  "DELETE /realm/emoji/:emoji_name": async (world) => ({ path: { emoji_name: await emoji(world) } }),
  "POST /realm/filters": ({ count }) => ({
    fields: { pattern: `T${count}-(?P<id>[0-9]+)`, url_template: "https://example.org/{id}" },
  }),
  "PATCH /realm/filters/:filter_id": async (world) => ({
    path: { filter_id: await linkifier(world) },
    fields: { pattern: `U${world.count}-(?P<id>[0-9]+)`, url_template: "https://example.org/{id}" },
  }),
  "DELETE /realm/filters/:filter_id": async (world) => ({ path: { filter_id: await linkifier(world) } }),
  "PATCH /realm/linkifiers": async (world) => {
    const { linkifiers } = await world.iris.ok(world.iris.get("/realm/linkifiers"));
    return { fields: { ordered_linkifier_ids: linkifiers.map(({ id }: Json) => id) } };
  },
  "POST /realm/playgrounds": ({ count }) => ({
    fields: { name: `Play ${count}`, pygments_language: "Python", url_template: "https://example.org/{code}" },
  }),
  "DELETE /realm/playgrounds/:playground_id": async ({ iris, count }) => {
    const fields = { name: `P ${count}`, pygments_language: "Python", url_template: "https://example.org/{code}" };
    return { path: { playground_id: (await iris.ok(iris.post("/realm/playgrounds", fields))).id } };
  },
  "GET /realm/expiring_messages": withFields({ message_retention_days: 30 }),
  "POST /realm/domains": ({ count }) => ({ fields: { domain: `new${count}.example.org`, allow_subdomains: true } }),
  "PATCH /realm/domains/:domain": async (world) => ({
    path: { domain: await domain(world) },
    fields: { allow_subdomains: true },
  }),
  "DELETE /realm/domains/:domain": async (world) => ({ path: { domain: await domain(world) } }),
  "POST /realm/profile_fields": ({ count }) => ({ fields: { name: `Born ${count}`, field_type: 4 } }),
  "PATCH /realm/profile_fields": async ({ iris }) => {
    const { custom_fields } = await iris.ok(iris.get("/realm/profile_fields"));
    return { fields: { order: custom_fields.map(({ id }: Json) => id) } };
  },
  "PATCH /realm/profile_fields/:field_id": async (world) => ({
    path: { field_id: await profileField(world) },
    fields: { hint: "As you like" },
  }),
  "DELETE /realm/profile_fields/:field_id": async (world) => ({ path: { field_id: await profileField(world) } }),
  "PATCH /users/me/profile_data": async (world) => ({
    fields: { data: [{ id: await profileField(world), value: "x" }] },
  }),
  "DELETE /users/me/profile_data": async (world) => ({ fields: { data: [await profileField(world)] } }),
  "GET /streams/:stream_id": channelPath,
  "GET /get_stream_id": withFields({ stream: "garden" }),
  "GET /streams/:stream_id/members": channelPath,
  "GET /streams/:stream_id/email_address": channelPath,
  "DELETE /streams/:stream_id/email_address": channelPath,
  "POST /default_streams": channelField,
  "DELETE /default_streams": channelField,
  "POST /default_stream_groups/create": ({ count }) => ({
    fields: { group_name: `start ${count}`, description: "", stream_names: [] },
  }),
  "PATCH /default_stream_groups/:group_id": async (world) => ({
    path: { group_id: await startingGroup(world) },
    fields: { new_description: "Where to start" },
  }),
  "DELETE /default_stream_groups/:group_id": async (world) => ({ path: { group_id: await startingGroup(world) } }),
  "PATCH /default_stream_groups/:group_id/streams": async (world) => ({
    path: { group_id: await startingGroup(world) },
    fields: { op: "add", stream_names: ["garden"] },
  }),
  "POST /user_topics": ({ channel }) => ({ fields: { stream_id: channel, topic: "tea", visibility_policy: 1 } }),
  "PATCH /users/me/subscriptions/muted_topics": ({ channel }) => ({
    fields: { stream_id: channel, topic: "tea", op: "add" },
  }),
  "POST /users/me/alert_words": withFields({ alert_words: ["milk"] }),
  "DELETE /users/me/alert_words": withFields({ alert_words: ["milk"] }),
  "POST /messages": ({ channel }) => ({ fields: { type: "channel", to: channel, topic: "tea", content: "Hello" } }),
  "POST /messages/render": withFields({ content: "*x*" }),
  "GET /messages": withFields({ anchor: "newest", num_before: 1, num_after: 0 }),
  "GET /messages/matches_narrow": async ({ message }) => ({ fields: { msg_ids: [await message()], narrow: [] } }),
  "GET /messages/:message_id": messagePath(),
  "GET /users/me/:stream_id/topics": channelPath,
  "POST /messages/flags": async ({ message }) => ({
    fields: { messages: [await message()], op: "add", flag: "starred" },
  }),
  "POST /messages/flags/narrow": withFields({
    ...{ anchor: "newest", num_before: 1, num_after: 0, narrow: [] },
    ...{ op: "add", flag: "read" },
  }),
  "POST /mark_stream_as_read": channelField,
  "POST /mark_topic_as_read": ({ channel }) => ({ fields: { stream_id: channel, topic_name: "tea" } }),
  "DELETE /messages/:message_id": messagePath(),
  "POST /streams/:stream_id/delete_topic": ({ channel }) => ({
    path: { stream_id: channel },
    fields: { topic_name: "coffee" },
  }),
  "PATCH /messages/:message_id": messagePath({ content: "There is." }),
  "GET /messages/:message_id/history": messagePath(),
  "POST /messages/:message_id/reactions": messagePath({ emoji_name: "octopus" }),
  "DELETE /messages/:message_id/reactions": async ({ message }, who) => {
    const message_id = await message();
    await who.post(`/messages/${message_id}/reactions`, { emoji_name: "octopus" });
    return { path: { message_id }, fields: { emoji_name: "octopus" } };
  },
  "POST /submessage": async (world, who) => {
    const poll = { type: "channel", to: world.channel, topic: "poll", content: "/poll Tea?\nyes\nno" };
    const { id } = await own(world, who, "/messages", poll);
    return { fields: { message_id: id, msg_type: "widget", content: '{"type":"vote","key":"canned,0","vote":1}' } };
  },
  "GET /messages/:message_id/read_receipts": async ({ iris, message }) => {
    await iris.ok(iris.patch("/realm", { enable_read_receipts: true }));
    return { path: { message_id: await message() } };
  },
  "POST /messages/:message_id/report": async ({ iris, message }) => {
    const reports = await iris
      .ok(iris.post("/channels/create", { name: "reports", subscribers: [], invite_only: true }))
      .catch(async () => ({ id: (await iris.ok(iris.get("/get_stream_id", { stream: "reports" }))).stream_id }));
    await iris.ok(iris.patch("/realm", { moderation_request_channel_id: reports.id }));
    return { path: { message_id: await message() }, fields: { report_type: "spam" } };
  },
  "POST /users/me/muted_users/:muted_user_id": ({ mia }, who) => {
    return { path: { muted_user_id: who.id === mia.id ? 0 : mia.id } };
  },
  "DELETE /users/me/muted_users/:muted_user_id": ({ mia }) => ({ path: { muted_user_id: mia.id } }),
  "POST /scheduled_messages": (world) => ({ fields: scheduledMessage(world) }),
  "PATCH /scheduled_messages/:scheduled_message_id": async (world, who) => {
    const { scheduled_message_id } = await own(world, who, "/scheduled_messages", scheduledMessage(world));
    return { path: { scheduled_message_id }, fields: { content: "much later" } };
  },
  "DELETE /scheduled_messages/:scheduled_message_id": async (world, who) => {
    const { scheduled_message_id } = await own(world, who, "/scheduled_messages", scheduledMessage(world));
    return { path: { scheduled_message_id } };
  },
  "POST /reminders": async ({ message }) => ({
    fields: { message_id: await message(), scheduled_delivery_timestamp: LATER },
  }),
  "DELETE /reminders/:reminder_id": async (world, who) => {
    const fields = { message_id: await world.message(), scheduled_delivery_timestamp: LATER };
    return { path: { reminder_id: (await own(world, who, "/reminders", fields)).reminder_id } };
  },
  "POST /drafts": (world) => ({ fields: { drafts: [draft(world)] } }),
  "PATCH /drafts/:draft_id": async (world, who) => {
    const { ids } = await own(world, who, "/drafts", { drafts: [draft(world)] });
    return { path: { draft_id: ids[0] }, fields: { draft: { ...draft(world), content: "!" } } };
  },
  "DELETE /drafts/:draft_id": async (world, who) => {
    const { ids } = await own(world, who, "/drafts", { drafts: [draft(world)] });
    return { path: { draft_id: ids[0] } };
  },
  "POST /saved_snippets": withFields({ title: "Thanks", content: "Thank you!" }),
  "PATCH /saved_snippets/:saved_snippet_id": async (world, who) => {
    const { saved_snippet_id } = await own(world, who, "/saved_snippets", { title: "a", content: "b" });
    return { path: { saved_snippet_id }, fields: { title: "c" } };
  },
  "DELETE /saved_snippets/:saved_snippet_id": async (world, who) => {
    const { saved_snippet_id } = await own(world, who, "/saved_snippets", { title: "a", content: "b" });
    return { path: { saved_snippet_id } };
  },
  "POST /typing": ({ mia }) => ({ fields: { op: "start", to: [mia.id] } }),
  "POST /messages/:message_id/typing": async (world, who) => {
    const { id } = await own(world, who, "/messages", { ...scheduledMessage(world), topic: "typed" });
    return { path: { message_id: id }, fields: { op: "start" } };
  },
  "POST /navigation_views": withFields({ fragment: "inbox", is_pinned: true }),
  "PATCH /navigation_views/:fragment+": async (_, who) => {
    await who.post("/navigation_views", { fragment: "recent", is_pinned: true });
    return { path: { fragment: "recent" }, fields: { is_pinned: false } };
  },
  "DELETE /navigation_views/:fragment+": async (_, who) => {
    await who.post("/navigation_views", { fragment: "recent", is_pinned: true });
    return { path: { fragment: "recent" } };
  },
  "POST /users/me/onboarding_steps": withFields({ onboarding_step: "visibility_policy_banner" }),
  "PUT /bot_storage": withFields({ storage: { score: "1" } }),
  "POST /users/me/subscriptions": withFields({ subscriptions: [{ name: "garden" }] }),
  "DELETE /users/me/subscriptions": withFields({ subscriptions: ["garden"] }),
  "PATCH /users/me/subscriptions": async (world, who) => {
    await inChannel(world, who);
    return { fields: { delete: ["garden"] } };
  },
  "GET /users/:user_id/subscriptions/:stream_id": async (world, who) => {
    await inChannel(world, who);
    return { path: { user_id: world.mia.id, stream_id: world.channel } };
  },
  "POST /users/me/subscriptions/properties": async (world, who) => {
    await inChannel(world, who);
    const { channel: stream_id } = world;
    return { fields: { subscription_data: [{ stream_id, property: "color", value: "#aabbcc" }] } };
  },
  "PATCH /users/me/subscriptions/:stream_id": async (world, who) => {
    await inChannel(world, who);
    return { path: { stream_id: world.channel }, fields: { property: "color", value: "#aabbcc" } };
  },
  "PATCH /channel_folders": async ({ iris }) => {
    const { channel_folders } = await iris.ok(iris.get("/channel_folders", { include_archived: true }));
    return { fields: { order: channel_folders.map(({ id }: Json) => id) } };
  },
  "PATCH /channel_folders/:channel_folder_id": async ({ iris, count }) => {
    const { channel_folder_id } = await iris.ok(iris.post("/channel_folders/create", { name: `folder ${count}` }));
    return { path: { channel_folder_id }, fields: { description: "Of beds" } };
  },
  "POST /channel_folders/create": ({ count }) => ({ fields: { name: `new folder ${count}`, description: "" } }),
  "POST /channels/create": ({ count }) => ({ fields: { name: `bed ${count}`, subscribers: [] } }),
  "PATCH /streams/:stream_id": ({ channel, count }) => ({
    path: { stream_id: channel },
    fields: { description: `Bed ${count}` },
  }),
  "DELETE /streams/:stream_id": async ({ iris, count }, who) => {
    const fields = { name: `bed ${count}`, subscribers: who.id > 0 ? [who.id] : [] };
    return { path: { stream_id: (await iris.ok(iris.post("/channels/create", fields))).id } };
  },
  "POST /user_groups/create": ({ count }) => ({ fields: { name: `new crew ${count}`, description: "", members: [] } }),
  "PATCH /user_groups/:user_group_id": groupPath(() => ({ description: "Of the boat" })),
  "POST /user_groups/:user_group_id/deactivate": groupPath(),
  "POST /user_groups/:user_group_id/members": groupPath(({ mia }) => ({ add: [mia.id] })),
  "POST /user_groups/:user_group_id/subgroups": async (world) => {
    const { iris, noah, count } = world;
    const inner = await noah.ok(
      noah.post("/user_groups/create", { name: `inner ${count} ${iris.id}`, description: "", members: [] }),
    );
    return { path: { user_group_id: await group(world) }, fields: { add: [inner.group_id] } };
  },
  "POST /users": ({ count }) => ({
    fields: { email: `new${count}@example.com`, full_name: `New ${count}`, password: PASSWORD },
  }),
  "PATCH /users/:user_id": ({ mia, count }) => ({ path: { user_id: mia.id }, fields: { full_name: `Mia ${count}` } }),
  "PATCH /users/:email": ({ mia, count }) => ({
    path: { email: mia.email },
    fields: { full_name: `Mia the ${count}` },
  }),
  "DELETE /users/:user_id": async ({ iris, mia }) => {
    await iris.post(`/users/${mia.id}/reactivate`);
    return { path: { user_id: mia.id } };
  },
  "POST /users/:user_id/reactivate": async ({ iris, mia }) => {
    await iris.delete(`/users/${mia.id}`);
    return { path: { user_id: mia.id } };
  },
  "POST /bots": ({ count }) => ({ fields: { full_name: `Gull ${count}`, short_name: `gull${count}` } }),
  "PATCH /bots/:bot_id": async ({ newBot, count }) => ({
    path: { bot_id: (await newBot()).id },
    fields: { full_name: `Tern ${count}` },
  }),
  "DELETE /bots/:bot_id": async ({ newBot }) => ({ path: { bot_id: (await newBot()).id } }),
  "POST /bots/:bot_id/api_key/regenerate": async ({ newBot }) => ({ path: { bot_id: (await newBot()).id } }),
  "PUT /bots/:bot_id/commands": async ({ newBot, count }) => ({
    path: { bot_id: (await newBot()).id },
    fields: { commands: [{ name: `gull${count}`, description: "Cries" }] },
  }),
  "PUT /bots/me/commands": ({ count }) => ({ fields: { commands: [{ name: `own${count}`, description: "Cries" }] } }),
  "POST /bots/:bot_id/token/regenerate": async ({ newBot }) => ({
    path: { bot_id: (await newBot({ bot_type: 3, payload_url: JSON.stringify("https://hooks.example/") })).id },
  }),
  "GET /bots/:bot_id/deliveries": async ({ newBot }) => ({ path: { bot_id: (await newBot()).id } }),
  "GET /bots/:bot_id/deliveries/:delivery_id": async ({ newBot, noah }) => {
    const { id, key, host } = await newBot();
    const address = `http://${host}/api/v1/external/json?api_key=${key}`;
    await exports.default.fetch(address, { method: "POST", body: "{}", headers: { Host: host } });
    const { deliveries } = await noah.ok(noah.get(`/bots/${id}/deliveries`));
    return { path: { bot_id: id, delivery_id: deliveries[0].id } };
  },
  "GET /bots/:bot_id/webhook": async ({ newBot }) => ({ path: { bot_id: (await newBot()).id } }),
  "PATCH /bots/:bot_id/webhook": async ({ newBot }) => ({ path: { bot_id: (await newBot()).id } }),
  "POST /bots/:bot_id/webhook/try": async ({ newBot }) => ({ path: { bot_id: (await newBot()).id } }),
  "GET /external/:integration": () => ({ path: { integration: "ifttt" } }),
  "POST /external/slack": () => ({ fields: { type: "url_verification", challenge: "a" } }),
  "POST /external/template": () => ({ fields: { a: "b" } }),
  "POST /external/:integration": () => ({
    path: { integration: "ifttt" },
    fields: { topic: "doors", content: "open" },
  }),
  "POST /invites": ({ count }) => ({ fields: { invitee_emails: `new${count}@example.org`, stream_ids: [] } }),
  "DELETE /invites/:invite_id": async (world) => ({ path: { invite_id: await invitation(world) } }),
  "DELETE /invites/multiuse/:invite_id": async (world) => ({ path: { invite_id: (await link(world)).id } }),
  "POST /invites/:invite_id/resend": async (world) => ({ path: { invite_id: await invitation(world) } }),
  "GET /integrations/:integration/sample": async () => ({ path: { integration: "github" } }),
  "GET /join/:key": async (world) => ({ path: { key: (await link(world)).key } }),
  "POST /join/:key/email": async (world) => ({
    path: { key: (await link(world)).key },
    fields: { email: `guest${world.count}@example.org` },
  }),
  "POST /join/:key": async (world) => {
    await invitation(world);
    const path = await linkInMailTo(world.iris, `n${world.count}@example.org`);
    const key = path.split("/").at(-2) ?? "";
    return { path: { key }, fields: { full_name: `Newcomer ${world.count}`, password: PASSWORD } };
  },
  "POST /realm/test_welcome_bot_custom_message": withFields({ welcome_message_custom_text: "Welcome!" }),
  "PATCH /realm": withFields({ description: "A garden" }),
  "POST /realm/icon": () => ({ file: picture() }),
  "POST /realm/logo": () => ({ fields: { night: false }, file: picture() }),
  "DELETE /realm/logo": withFields({ night: false }),
  "GET /realm/logo": withFields({ night: false }),
  "POST /users/me/avatar": () => ({ file: picture() }),
  "POST /user_uploads": () => ({ file: textFile("hello") }),
  "GET /user_uploads/:realm_id/:path+": async (world) => {
    const [, , realm_id = "", ...path] = (await upload(world)).url.split("/");
    return { path: { realm_id, path: path.join("/") } };
  },
  "DELETE /attachments/:attachment_id": async (world) => ({ path: { attachment_id: (await upload(world)).id } }),
  "POST /users/me/presence": withFields({ status: "active" }),
  "GET /users/:user_id_or_email/presence": async ({ mia }) => {
    await mia.ok(mia.post("/users/me/presence", { status: "active" }));
    return { path: { user_id_or_email: mia.id } };
  },
  "POST /users/me/status": withFields({ status_text: "out" }),
  "POST /users/:user_id/status": ({ mia }) => ({ path: { user_id: mia.id }, fields: { status_text: "out" } }),
  "GET /users/:user_id/status": miaPath,
  "PATCH /settings": withFields({ enter_sends: true }),
  "PATCH /settings/display": withFields({ enter_sends: true }),
  "PATCH /settings/notifications": withFields({ enable_sounds: false }),
  "POST /password_reset": ({ count }) => ({ fields: { email: `forgetful${count}@example.org` } }),
  "GET /password_reset/:key": () => ({ path: { key: "0".repeat(32) } }),
  "POST /password_reset/:key": () => ({ path: { key: "0".repeat(32) }, fields: { password: PASSWORD } }),
  "GET /confirm_new_email/:key": () => ({ path: { key: "0".repeat(32) } }),
  "POST /confirm_new_email/:key": () => ({ path: { key: "0".repeat(32) } }),
  "POST /mobile_push/register": withFields({
    ...{ token_kind: "fcm", push_account_id: 7, push_public_key: "cHVibGlj" },
    ...{ bouncer_public_key: "Ym91bg==", encrypted_push_registration: "c2VjcmV0" },
  }),
  "POST /users/me/web_push_devices": async (_, who) => {
    await who.get("/users/me/web_push_devices");
    return { fields: BROWSER };
  },
  "POST /users/me/web_push_devices/test": withFields({ device_id: 0 }),
  "DELETE /users/me/web_push_devices/:device_id": async ({ noah }) => {
    await noah.ok(noah.get("/users/me/web_push_devices"));
    const { device_id } = await noah.ok(noah.post("/users/me/web_push_devices", BROWSER));
    return { path: { device_id } };
  },
  "POST /users/me/apns_device_token": withFields({ token: "abcdef01", appid: "org.example" }),
  "DELETE /users/me/apns_device_token": withFields({ token: "abcdef01" }),
  "POST /users/me/android_gcm_reg_id": withFields({ token: "abcdef01" }),
  "DELETE /users/me/android_gcm_reg_id": withFields({ token: "abcdef01" }),
  "POST /organizations": ({ count, host }) => ({
    fields: {
      ...{ name: "Another", subdomain: `${host.split(".")[0]}-${count}`, email: "a@example.org" },
      ...{ full_name: "Ada", password: PASSWORD },
    },
  }),
  "POST /organizations/delete": async ({ host }) => ({
    fields: { subdomain: `none-${host.split(".")[0]}`, name: "Nobody's" },
  }),
  "POST /organizations/list": withFields({}),
  "POST /organizations/move": async () => {
    const { host } = await organization();
    return { fields: { subdomain: host.split(".")[0], database: "DB2" } };
  },
  "POST /organizations/check/files": ofAnother({}),
  "POST /organizations/check/identity": ofAnother({}),
  "POST /organizations/check/rows": ofAnother({ table: "messages" }),
  // No state was kept.
  "POST /organizations/put_back": ofAnother({ bookmark: "x" }),
  "POST /organizations/repair": ofAnother({}),
  "POST /organizations/repair/end": ofAnother({}),
  "POST /organizations/stores": ofAnother({}),
  "POST /organizations/export": async () => {
    const { host } = await organization();
    return { fields: { subdomain: host.split(".")[0] } };
  },
  "POST /organizations/export/state": wholeExport,
  "POST /organizations/export/end": wholeExport,
  "POST /organizations/reactivate": async () => {
    const { host, owner } = await organization();
    await owner.ok(owner.post("/realm/deactivate"));
    return { fields: { subdomain: host.split(".")[0], email: "iris@example.com", password: OWNER_PASSWORD } };
  },
  "GET /realm/subdomain/:subdomain": () => ({ path: { subdomain: "harbour" } }),
  "GET /events": async (_, who) => {
    const { body } = await who.post("/register");
    return { fields: { queue_id: body.queue_id ?? "none", last_event_id: -1, dont_block: true } };
  },
  "GET /events/stream": async (_, who) => {
    const { body } = await who.post("/register");
    return { fields: { queue_id: body.queue_id ?? "none", last_event_id: -1 }, headers: { Upgrade: "websocket" } };
  },
  "DELETE /events": async (_, who) => ({ fields: { queue_id: (await who.post("/register")).body.queue_id ?? "none" } }),
};
