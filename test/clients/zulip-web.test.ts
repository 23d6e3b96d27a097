import { expect, test } from "vitest";
import { filled } from "../features/server/exports/filled.ts";
import { sendDirect } from "../support/messages.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";
import { judge, spoiled } from "./judge.ts";
import { zulipWeb } from "./zulip-web.ts";

// Zulip's web client doesn't start if a registration doesn't fit its schema, which is that of one release. The table is
// of release 12, whose level this server announces.

/** The parameters that its page registers with. A session's client is "website". */
const REGISTER = {
  ...{ client: "website", apply_markdown: true, client_gravatar: true, slim_presence: true },
  include_subscribers: "partial",
  client_capabilities: {
    ...{ notification_settings_null: true, bulk_message_deletion: true, user_avatar_url_field_optional: true },
    ...{ stream_typing_notifications: true, user_settings_object: true, linkifier_url_template: true },
    ...{ user_list_incomplete: true, include_deactivated_groups: true, archived_channels: true },
    ...{ empty_topic_name: true, simplified_presence_events: true, individual_emoji_changes: true },
  },
};

test("the web client of Zulip 12 accepts a registration, and the check detects missing and wrongly typed fields", async () => {
  const { iris, noah, mia, omar } = await filled();
  await sendDirect(mia, [noah], "unread");
  await sendDirect(mia, [noah, omar], "unread, too");
  await noah.ok(noah.post("/users/me/status", { status_text: "on the air", emoji_name: "zulip" }));
  await omar.ok(omar.patch("/settings", { web_home_view: "recent_topics" }));
  const states = await Promise.all([iris, noah, omar].map((one) => one.ok(one.post("/register", REGISTER))));
  expect(states.map((state) => judge(zulipWeb, "State", state).complaints)).toEqual([[], [], []]);
  const mutations = [...spoiled(zulipWeb, "State", states[0])];
  expect(mutations.length).toBeGreaterThan(500);
  const unnoticed = mutations.filter(({ answer }) => judge(zulipWeb, "State", answer).complaints.length === 0);
  // A status doesn't need an emoji.
  expect(unnoticed.map(({ what }) => what)).toEqual(["user_status/1.emoji_name dropped"]);
  expect(zulipWeb.unread).toEqual([]);
});

test("the web client of Zulip 12 knows exactly the permissions that the server has", async () => {
  const { noah } = await realm();
  const { server_supported_permission_settings: told }: Json = await noah.ok(noah.post("/register", REGISTER));
  const names = ["group", "realm", "stream"].map((kind) => Object.keys(told[kind]).sort());
  expect(names).toEqual(Object.values(zulipWeb.cases).map((known) => Object.keys(known)));
});
