import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { tablesOf } from "../../../support/object.ts";
import { organization } from "../../../support/organization.ts";
import { OWN_TEXTS } from "../../../support/own-texts.ts";
import { png } from "../../../support/pictures.ts";
import { archiveWith, comparable, ended, importArchive, importUntil, storedKeys } from "./importing.ts";
import { BASE, linkedRows, upload } from "./linked-rows.ts";

const picture = png();
const files = {
  "files/icon": picture,
  "files/avatar": picture,
  "files/emoji": picture,
  "files/up": upload,
  "files/later": upload,
};

test("rows are imported with everything they refer to", async () => {
  const { owner } = await organization();
  const done = await importArchive(owner, await archiveWith(linkedRows, { files }));
  expect(done).toMatchObject({ state: "done", error: null });
  const reasons = Object.fromEntries(done.report.left_out.map(({ reason, places }: Json) => [reason, places]));
  expect(reasons).toEqual({
    "settings that cannot have such a value": ["digest_weekday", "users 2: color_scheme"],
    "groups that would contain themselves": ["groups 21"],
    "files that the archive does not have": ["files/gone"],
  });

  const state = await owner.ok(
    owner.post("/register", {
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_settings_object: true,
        linkifier_url_template: true,
        empty_topic_name: true,
        calls: true,
      },
      apply_markdown: false,
    }),
  );
  const ada = state.realm_users.find(({ full_name }: Json) => full_name === "Ada");
  const robot = state.realm_users.find(({ full_name }: Json) => full_name === "Robot");
  const food = state.streams.find(({ name }: Json) => name === "food");
  const secret = state.streams.find(({ name }: Json) => name === "secret");
  const [cooks, bakers] = ["cooks", "bakers"].map((wanted) =>
    state.realm_user_groups.find(({ name }: Json) => name === wanted),
  );
  const [octopus] = Object.values<Json>(state.realm_emoji);
  expect(state.realm_name).toBe("Moved");
  expect(state.realm_can_add_custom_emoji_group).toBe(cooks.id);
  expect(state.realm_new_stream_announcements_stream_id).toBe(food.stream_id);
  expect(state.realm_icon_source).toBe("U");
  expect(state.realm_user_settings_defaults.enter_sends).toBe(true);
  expect(cooks).toMatchObject({
    members: [ada.user_id],
    direct_subgroup_ids: [bakers.id],
    can_mention_group: cooks.id,
  });
  expect(robot).toMatchObject({ is_bot: true, bot_owner_id: ada.user_id });
  expect(ada.profile_data).toMatchObject({ [state.custom_profile_fields[0].id]: { value: `[${owner.id}]` } });
  expect(state.user_status[ada.user_id]).toMatchObject({ status_text: "away", emoji_code: octopus.id });
  expect((await owner.ok(owner.get(`/users/${ada.user_id}/presence`))).presence.aggregated.timestamp).toBe(BASE);
  // Under the name used in earlier archives.
  expect(state.realm_gif_rating_policy).toBe(4);
  expect(state.realm_linkifiers).toMatchObject([{ pattern: "#(?P<id>[0-9]+)", reverse_template: "#{id}" }]);
  expect(state.realm_playgrounds).toMatchObject([{ name: "Play" }]);
  expect(state.realm_domains).toMatchObject([{ domain: "example.org" }]);
  expect(state.realm_default_stream_groups).toMatchObject([{ name: "Start" }]);
  expect(food).toMatchObject({ folder_id: state.channel_folders[0].id });
  expect(secret.can_send_message_group).toEqual({ direct_members: [ada.user_id], direct_subgroups: [cooks.id] });
  expect(state.subscriptions.find(({ name }: Json) => name === "food")).toMatchObject({
    color: "#112233",
    is_muted: true,
  });
  expect(state.user_topics).toMatchObject([{ stream_id: food.stream_id, topic_name: "tea", visibility_policy: 3 }]);
  const { pins, page: foodPage } = await owner.ok(owner.get(`/streams/${food.stream_id}/board`));
  expect(pins).toMatchObject([
    { message_id: expect.any(Number), pinned_by: null },
    { url: "https://food.example/", title: "Menu" },
    { url: `http://${owner.host}/#narrow/channel/${food.stream_id}-food/near/${pins[0].message_id}` },
  ]);
  expect(foodPage).toMatchObject({ version: 2, edited_by: ada.user_id, date_edited: BASE });
  expect(state.voice_rooms).toEqual([food.stream_id]);
  expect(foodPage.rendered_content).toBe("<p>What to <strong>eat</strong></p>");
  expect(state.muted_users).toMatchObject([{ id: robot.user_id }]);
  expect(state.alert_words).toEqual(["Lunch"]);
  expect(state.drafts).toMatchObject([{ to: [food.stream_id], content: `see @**Ada|${ada.user_id}**` }]);
  for (const { list } of OWN_TEXTS) expect(state[list], list).toHaveLength(linkedRows[list]?.length ?? 0);
  expect(state.scheduled_messages.map(({ content, failed }: Json) => [content, failed])).toEqual([
    ["past", true],
    ["daily", false],
    [expect.stringMatching(/^soon /), false],
  ]);
  expect(state.starred_messages).toHaveLength(1);
  expect(state.unread_msgs.count).toBe(1);
  expect(state.navigation_views).toMatchObject([
    { name: "Ada on food", fragment: `narrow/channel/${food.stream_id}-food/sender/${ada.user_id}` },
    { name: "Stars" },
  ]);
  const { bot_commands } = await owner.ok(owner.get("/bots/commands"));
  expect(bot_commands).toMatchObject([{ bot_id: robot.user_id, name: "tides", usage: "PLACE" }]);

  const all = { anchor: "oldest", num_before: 0, num_after: 10, apply_markdown: true };
  const read = (operator: string, operand: unknown) =>
    owner.ok(owner.get("/messages", { ...all, narrow: [{ operator, operand }], allow_empty_topic_name: true }));
  const [tea] = (await read("channel", food.stream_id)).messages;
  expect(tea.reactions).toMatchObject([{ emoji_code: octopus.id, user_id: owner.id }, { emoji_name: "zulip" }]);
  expect(tea.flags).toEqual(["read", "starred"]);
  const { messages: protectedOnes } = await read("channel", secret.stream_id);
  expect(protectedOnes.map(({ content }: Json) => content.replace(/<img[^>]*>/, "<img>"))).toEqual([
    '<p><img> <a href="https://example.com/7">#7</a></p>',
  ]);
  const [poll] = (await read("dm", [ada.user_id])).messages;
  expect(poll).toMatchObject({ submessages: [{ msg_type: "widget" }], last_edit_timestamp: BASE + 4, flags: [] });

  const [, realm] = /^\/user_avatars\/(\d+)\//.exec(state.realm_icon_url) ?? [];
  expect(await storedKeys(`${realm}/uploads/`)).toHaveLength(2);
  expect(await storedKeys(`${realm}/imports/`)).toEqual([]);
  const { attachments } = await owner.ok(owner.get("/attachments"));
  const page = attachments.find(({ name }: Json) => name === "page.html");
  expect(page).toMatchObject({ messages: [{ id: tea.id }] });
  const { voice_messages } = await owner.ok(owner.get("/voice_messages", { paths: [page.path_id] }));
  expect(voice_messages).toMatchObject([{ duration_ms: 1500, transcript: "Tea at four" }]);
  // The other file is linked only from a scheduled message, and is kept for it.
  const { attachment_holds, attachments: stored } = await tablesOf(owner);
  expect(attachment_holds).toHaveLength(1);
  expect(stored).toMatchObject([{ unclaimed_since: null }, { unclaimed_since: null }]);
  const { url } = await owner.ok(owner.get(`/user_uploads/${page.path_id}`));
  const answer = await exports.default.fetch(`http://${owner.host}${url}`, { headers: { Host: owner.host } });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(await answer.text()).toBe("<script>alert(1)</script>");
});

test("canceling an import in the last table leaves all tables as they were", async () => {
  const { owner } = await organization();
  const before = comparable(await tablesOf(owner));
  const seen = Array.from({ length: 600 }, () => ({ user_id: 2, active_at: BASE, idle_at: BASE }));
  const archive = await archiveWith({ ...linkedRows, presence: seen }, { files });
  const id = await importUntil(owner, archive, "presence");
  await owner.ok(owner.post(`/imports/${id}/cancel`));
  expect(await ended(owner, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  expect(comparable(await tablesOf(owner))).toEqual(before);
});
