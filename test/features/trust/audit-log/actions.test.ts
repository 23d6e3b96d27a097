import { expect, test, vi } from "vitest";
import { type AuditAction, auditActions } from "../../../../src/features/trust/audit-log/actions.ts";
import { sendPicture } from "../../../limits/send-picture.ts";
import { Browser } from "../../../support/browser.ts";
import { freshly } from "../../../support/freshly.ts";
import { addPasskey, changeUser, logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo } from "../../../support/mail.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { downloadExport, waitForExport } from "../../server/exports/run-export.ts";
import { asOwner, connect, type Directory } from "../scim/directory.ts";

const channelNamed = async ({ iris }: Cast, name: string): Promise<number> =>
  (await iris.ok(iris.get("/get_stream_id", { stream: name }))).stream_id;

const NEW = "a new and longer sentence";

type Steps = Readonly<
  Partial<Record<AuditAction, (cast: Cast & { readonly notes: Record<string, number> }) => Promise<unknown>>>
>;

/** Steps by the action they are recorded as. Some need an earlier step. */
const steps: Steps = {
  "message.repetition_continued": async ({ omar, gus, bot, notes }) => {
    const channel = await omar.ok(omar.get("/get_stream_id", { stream: "general" }));
    const message = { type: "channel", to: channel.stream_id, topic: "t", content: "x" };
    const times = { scheduled_delivery_timestamp: 4_000_000_000, recurrence: "FREQ=DAILY", time_zone: "UTC" };
    const of = async () =>
      (await gus.ok(gus.post("/scheduled_messages", { ...message, ...times }))).scheduled_message_id;
    const continued = await of();
    notes["paused"] = await of();
    const robot = await bot(omar, { full_name: "Daily" });
    await omar.ok(omar.delete(`/users/${gus.id}`));
    await omar.ok(omar.post(`/scheduled_messages/paused/${continued}`, { bot_id: robot.id }));
  },
  "message.repetition_ended": async ({ omar, gus, notes }) => {
    await omar.ok(omar.delete(`/scheduled_messages/paused/${notes["paused"]}`));
    await omar.ok(omar.post(`/users/${gus.id}/reactivate`));
  },
  "user.created": ({ omar }) =>
    omar.ok(omar.post("/users", { email: "new@example.com", full_name: "New", password: PASSWORD })),
  "user.role_changed": ({ omar, noah }) => omar.ok(omar.patch(`/users/${noah.id}`, { role: 300 })),
  "user.name_changed_by_other": ({ omar, noah }) => omar.ok(omar.patch(`/users/${noah.id}`, { full_name: "Noah New" })),
  "user.email_changed": ({ omar, gus }) => changeUser(omar, gus, { new_email: "gus2@example.com" }),
  "user.deactivated": ({ omar, gus }) => omar.ok(omar.delete(`/users/${gus.id}`)),
  "user.reactivated": ({ omar, gus }) => omar.ok(omar.post(`/users/${gus.id}/reactivate`)),
  "bot.created": async ({ noah, bot, notes }) => {
    notes["bot"] = (await bot(noah)).id;
  },
  "bot.setting_changed": ({ omar, notes }) =>
    omar.ok(omar.patch(`/bots/${notes["bot"]}`, { default_all_public_streams: true })),
  "bot.token_renewed": async ({ noah, bot }) => {
    const hooked = await bot(noah, { bot_type: 3, payload_url: "https://example.com/" });
    await noah.ok(noah.post(`/bots/${hooked.id}/token/regenerate`));
  },
  "bot.program_changed": async ({ omar, bot, notes }) => {
    notes["hosted"] = (await bot(omar, { bot_type: 4, full_name: "Tern" })).id;
    const program = "export default { onMessage() {} };";
    await omar.ok(omar.patch(`/bots/${notes["hosted"]}/program`, { program }));
  },
  "bot.hosts_changed": ({ omar, notes }) =>
    omar.ok(omar.patch(`/bots/${notes["hosted"]}/program`, { hosts: ["api.example.com"] })),
  "bot.switched_off": ({ omar, notes }) => omar.ok(omar.patch(`/bots/${notes["hosted"]}/program`, { is_on: false })),
  "bot.switched_on": ({ omar, notes }) => omar.ok(omar.patch(`/bots/${notes["hosted"]}/program`, { is_on: true })),
  "user.settings_changed_by_other": ({ omar, noah }) =>
    omar.ok(omar.patch("/settings", { target_users: { user_ids: [noah.id] }, enter_sends: true })),
  "user.profile_changed_by_other": async ({ omar, noah }) => {
    const { id } = await omar.ok(omar.post("/realm/profile_fields", { name: "Title", field_type: 1 }));
    await omar.ok(omar.patch(`/users/${noah.id}`, { profile_data: [{ id, value: "Chief" }] }));
  },
  "user.status_changed_by_other": ({ omar, noah }) =>
    omar.ok(omar.post(`/users/${noah.id}/status`, { status_text: "x" })),
  "bot.owner_changed": ({ omar, notes, mia }) => omar.ok(omar.patch(`/bots/${notes["bot"]}`, { bot_owner_id: mia.id })),
  "invitation.created": ({ omar }) =>
    omar.ok(omar.post("/invites", { invitee_emails: "i@example.com", stream_ids: [] })),
  "invitation.revoked": async ({ omar }) => {
    const { invites } = await omar.ok(omar.get("/invites"));
    await omar.ok(omar.delete(`/invites/${invites[0].id}`));
  },
  "outside_link.created": async ({ omar, notes, ...cast }) => {
    const channel_id = await channelNamed(cast as Cast, "general");
    notes["link"] = (await omar.ok(omar.post("/outside_links", { channel_id }))).outside_link.link_id;
  },
  "outside_link.changed": ({ omar, notes }) =>
    omar.ok(omar.patch(`/outside_links/${notes["link"]}`, { max_people: 2 })),
  "outside_link.device_allowed": async (cast) => {
    const { omar } = cast;
    const channel_id = await channelNamed(cast, "general");
    const { url, outside_link } = await omar.ok(omar.post("/outside_links", { channel_id }));
    const path = `/outside_access/${url.split("/").at(-1)}`;
    await omar.ok(omar.post(path, { full_name: "Bea" }));
    await omar.ok(omar.post(`${path}/devices`, { full_name: "Bea" }));
    const { outside_links } = await omar.ok(omar.get("/outside_links"));
    const { devices } = outside_links.find(({ link_id }: { link_id: number }) => link_id === outside_link.link_id);
    await omar.ok(
      omar.post(`/outside_links/${outside_link.link_id}/devices/${devices[0].request_id}`, { allow: true }),
    );
  },
  "outside_link.person_kept": async (cast) => {
    const { omar } = cast;
    const channel_id = await channelNamed(cast, "general");
    const { url } = await omar.ok(omar.post("/outside_links", { channel_id }));
    const { user_id } = await omar.ok(omar.post(`/outside_access/${url.split("/").at(-1)}`, { full_name: "Ana" }));
    await omar.ok(freshly(omar).post(`/outside_links/people/${user_id}/keep`, { email: "ana@example.org" }));
  },
  "outside_link.ended": ({ omar, notes }) => omar.ok(omar.delete(`/outside_links/${notes["link"]}`)),
  "group.created": async ({ omar, notes, noah }) => {
    const fields = { name: "crew", description: "", members: [noah.id] };
    notes["group"] = (await omar.ok(omar.post("/user_groups/create", fields))).group_id;
  },
  "group.renamed": ({ omar, notes }) => omar.ok(omar.patch(`/user_groups/${notes["group"]}`, { name: "team" })),
  "group.description_changed": ({ omar, notes }) =>
    omar.ok(omar.patch(`/user_groups/${notes["group"]}`, { description: "Rows" })),
  "group.member_added": ({ omar, notes, mia }) =>
    omar.ok(omar.post(`/user_groups/${notes["group"]}/members`, { add: [mia.id] })),
  "group.member_removed": ({ omar, notes, mia }) =>
    omar.ok(omar.post(`/user_groups/${notes["group"]}/members`, { delete: [mia.id] })),
  "group.permission_changed": async ({ omar, notes, mia }) => {
    const value = { new: { direct_members: [mia.id], direct_subgroups: [] } };
    await omar.ok(omar.patch(`/user_groups/${notes["group"]}`, { can_mention_group: value }));
  },
  "group.deactivated": ({ omar, notes }) => omar.ok(omar.post(`/user_groups/${notes["group"]}/deactivate`)),
  "group.reactivated": ({ omar, notes }) =>
    omar.ok(omar.patch(`/user_groups/${notes["group"]}`, { deactivated: false })),
  "channel.created": async (cast) => {
    await cast.omar.ok(cast.omar.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }] }));
    cast.notes["channel"] = await channelNamed(cast, "tea");
  },
  "channel.subscribed_by_other": ({ omar, noah }) =>
    omar.ok(omar.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }], principals: [noah.id] })),
  "channel.left_by_other": ({ omar, noah }) =>
    omar.ok(omar.delete("/users/me/subscriptions", { subscriptions: ["tea"], principals: [noah.id] })),
  "channel.renamed": ({ omar, notes }) => omar.ok(omar.patch(`/streams/${notes["channel"]}`, { new_name: "coffee" })),
  "channel.description_changed": ({ omar, notes }) =>
    omar.ok(omar.patch(`/streams/${notes["channel"]}`, { description: "Hot" })),
  "channel.permission_changed": async ({ omar, notes, mia }) => {
    const value = { new: { direct_members: [mia.id], direct_subgroups: [] } };
    await omar.ok(omar.patch(`/streams/${notes["channel"]}`, { can_administer_channel_group: value }));
  },
  "channel.assistants_changed": ({ iris, notes }) =>
    iris.ok(iris.patch(`/streams/${notes["channel"]}`, { closed_to_assistants: true })),
  "channel.board_changed": ({ iris, notes }) =>
    iris.ok(iris.post(`/streams/${notes["channel"]}/pins`, { url: "https://tea.example/" })),
  "channel.voice_room_added": ({ iris, notes }) => iris.ok(iris.post(`/streams/${notes["channel"]}/voice_room`)),
  "channel.voice_room_removed": ({ iris, notes }) => iris.ok(iris.delete(`/streams/${notes["channel"]}/voice_room`)),
  "channel.retention_changed": ({ iris, notes }) =>
    iris.ok(iris.patch(`/streams/${notes["channel"]}`, { message_retention_days: 30 })),
  "report.made": async ({ iris, noah, omar, notes }) => {
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "reports" }], invite_only: true }));
    const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "reports" }));
    await iris.ok(iris.patch("/realm", { moderation_request_channel_id: stream_id }));
    const fields = { type: "stream", to: "general", topic: "old", content: "hello" };
    notes["message"] = (await noah.ok(noah.post("/messages", fields))).id;
    await omar.ok(omar.post(`/messages/${notes["message"]}/report`, { report_type: "spam" }));
  },
  "message.moved_by_other": ({ omar, notes }) =>
    omar.ok(omar.patch(`/messages/${notes["message"]}`, { topic: "new", propagate_mode: "change_all" })),
  "message.deleted_by_other": ({ omar, notes }) => omar.ok(omar.delete(`/messages/${notes["message"]}`)),
  "topic.deleted": async (cast) => {
    const fields = { type: "stream", to: "general", topic: "gone", content: "hello" };
    await cast.noah.ok(cast.noah.post("/messages", fields));
    const id = await channelNamed(cast, "general");
    await cast.omar.ok(cast.omar.post(`/streams/${id}/delete_topic`, { topic_name: "gone" }));
  },
  "organization.default_channels_changed": ({ omar, notes }) =>
    omar.ok(omar.post("/default_streams", { stream_id: notes["channel"] })),
  "channel.archived": ({ omar, notes }) => omar.ok(omar.delete(`/streams/${notes["channel"]}`)),
  "channel.unarchived": ({ omar, notes }) =>
    omar.ok(omar.patch(`/streams/${notes["channel"]}`, { is_archived: false })),
  "channel.access_changed": ({ omar, notes }) =>
    omar.ok(omar.patch(`/streams/${notes["channel"]}`, { is_private: true })),
  "organization.setting_changed": ({ omar }) => omar.ok(omar.patch("/realm", { name: "Tea party" })),
  "organization.domain_changed": ({ iris }) =>
    iris.ok(iris.post("/realm/domains", { domain: "example.org", allow_subdomains: false })),
  "organization.emoji_added": ({ omar }) => sendPicture(omar, "/realm/emoji/party"),
  "organization.emoji_removed": ({ omar }) => omar.ok(omar.delete("/realm/emoji/party")),
  "audit.token_created": async ({ iris, notes }) => {
    notes["token"] = (await iris.ok(freshly(iris).post("/audit_log/tokens", { name: "SIEM" }))).id;
  },
  "audit.token_ended": ({ iris, notes }) => iris.ok(iris.delete(`/audit_log/tokens/${notes["token"]}`)),
  "audit.destination_created": ({ iris }) =>
    iris.ok(freshly(iris).post("/audit_log/destination", { url: "https://siem.example.com/" })),
  "audit.destination_changed": ({ iris }) =>
    iris.ok(freshly(iris).patch("/audit_log/destination", { new_secret: true })),
  "audit.destination_ended": ({ iris }) => iris.ok(iris.delete("/audit_log/destination")),
  "organization.linkifier_changed": ({ omar }) =>
    omar.ok(omar.post("/realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: "https://e.org/{id}" })),
  "organization.profile_field_changed": ({ omar }) =>
    omar.ok(omar.post("/realm/profile_fields", { name: "Phone", field_type: 1 })),
  "organization.playground_changed": ({ omar }) => {
    const fields = { name: "P", pygments_language: "Python", url_template: "https://e.org/{code}" };
    return omar.ok(omar.post("/realm/playgrounds", fields));
  },
  "organization.folder_changed": ({ omar }) => omar.ok(omar.post("/channel_folders/create", { name: "Folder" })),
  "export.started": async ({ omar, notes }) => {
    notes["export"] = (await omar.ok(omar.post("/export/realm"))).id;
  },
  "export.finished": ({ omar, notes }) => waitForExport(omar, notes["export"] as number),
  "export.downloaded": async ({ omar, notes }) => {
    const { export_url } = await waitForExport(omar, notes["export"] as number);
    await downloadExport(omar, export_url);
  },
  "export.deleted": async ({ omar, notes }) => {
    await omar.ok(omar.delete(`/export/realm/${notes["export"]}`));
  },
  "scim.connection_created": async ({ iris, notes }) => {
    const { connection_id } = await succeeds(asOwner(iris, "POST", "/scim/connections", { name: "Okta" }));
    notes["connection"] = connection_id;
  },
  "scim.connection_changed": ({ iris, notes }) =>
    succeeds(asOwner(iris, "PATCH", `/scim/connections/${notes["connection"]}`, { name: "Entra" })),
  "scim.token_made": async ({ iris, notes }) => {
    const { token_id } = await succeeds(asOwner(iris, "POST", `/scim/connections/${notes["connection"]}/tokens`));
    notes["token"] = token_id;
  },
  "scim.token_ended": ({ iris, notes }) =>
    succeeds(asOwner(iris, "DELETE", `/scim/connections/${notes["connection"]}/tokens/${notes["token"]}`)),
  "scim.connection_ended": ({ iris, notes }) =>
    succeeds(asOwner(iris, "DELETE", `/scim/connections/${notes["connection"]}`)),
  "user.joined": async ({ iris, host }) => {
    await iris.ok(iris.post("/invites", { invitee_emails: "joins@example.com", stream_ids: [] }));
    const key = (await linkInMailTo(iris, "joins@example.com")).split("/").at(-2);
    const stranger = new Person(host, "", "");
    await stranger.ok(stranger.post(`/join/${key}`, { full_name: "Joins", password: PASSWORD }));
  },
  "user.messages_deleted": async ({ omar, gus }) => {
    const actions = { delete_public_channel_messages: true, delete_direct_messages: true };
    await omar.ok(omar.delete(`/users/${gus.id}`, { actions }));
    await omar.ok(omar.post(`/users/${gus.id}/reactivate`));
  },
  "user.profile_deleted": ({ omar, gus }) =>
    omar.ok(omar.delete(`/users/${gus.id}`, { actions: { delete_profile: true } })),
  "user.erasure_ordered": async ({ iris, gus, host }) =>
    succeeds((await logIn(host, iris.email, OWNER_PASSWORD)).ask("POST", `/users/${gus.id}/erase`)),
  "user.erasure_undone": ({ iris, gus }) => iris.ok(iris.delete(`/users/${gus.id}/erase`)),
  "user.erasure_requested": async ({ mia, host }) =>
    succeeds((await logIn(host, mia.email, PASSWORD)).ask("POST", `/users/${mia.id}/erase`)),
  "user.erasure_refused": ({ iris, mia }) => iris.ok(iris.delete(`/users/${mia.id}/erase`)),
  "user.erased": async ({ iris, gus, host }) => {
    await succeeds((await logIn(host, iris.email, OWNER_PASSWORD)).ask("POST", `/users/${gus.id}/erase`));
    await advanceClock(iris, 14 * 86_400_000);
  },
};

/** Expected values before and after, by action. For lists, the items added. */
const VALUES: Readonly<Record<string, (cast: Cast & { readonly notes: Record<string, number> }) => object>> = {
  "user.role_changed": () => ({ before: "member", after: "moderator" }),
  "user.name_changed_by_other": () => ({ before: "Noah Example", after: "Noah New" }),
  "user.email_changed": () => ({ before: "gus@example.com", after: "gus2@example.com" }),
  "user.settings_changed_by_other": ({ noah }) => ({ users: [noah.id], after: { enter_sends: true } }),
  "user.profile_changed_by_other": () => ({ name: "Title", before: null, after: "Chief" }),
  "user.status_changed_by_other": () => ({ status_text: "x" }),
  "user.messages_deleted": () => ({ what: ["public_channel_messages", "direct_messages"] }),
  "bot.setting_changed": () => ({ name: "default_all_public_streams", before: false, after: true }),
  "bot.owner_changed": ({ noah, mia }) => ({ before: noah.id, after: mia.id }),
  "group.renamed": () => ({ before: "crew", after: "team" }),
  "group.description_changed": () => ({ before: "", after: "Rows" }),
  "group.member_added": ({ mia }) => ({ users: [mia.id] }),
  "group.member_removed": ({ mia }) => ({ users: [mia.id] }),
  "group.permission_changed": ({ mia }) => ({
    ...{ permission: "can_mention_group", before: expect.any(Number) },
    after: { direct_members: [mia.id], direct_subgroups: [] },
  }),
  "channel.subscribed_by_other": ({ noah }) => ({ users: [noah.id] }),
  "channel.left_by_other": ({ noah }) => ({ users: [noah.id] }),
  "channel.renamed": () => ({ before: "tea", after: "coffee" }),
  "channel.description_changed": () => ({ before: "", after: "Hot" }),
  "channel.permission_changed": ({ omar, mia }) => ({
    name: "can_administer_channel_group",
    before: { direct_members: [omar.id], direct_subgroups: [] },
    after: { direct_members: [mia.id], direct_subgroups: [] },
  }),
  "channel.assistants_changed": () => ({ before: false, after: true }),
  "channel.board_changed": () => ({ what: "pin_added", topic: null, message: null, url: "https://tea.example/" }),
  "channel.retention_changed": () => ({ before: null, after: 30 }),
  "channel.access_changed": () => ({
    before: "a **public** channel",
    after: "a **private** channel with **shared history**",
  }),
  "message.moved_by_other": () => ({
    before: { channel: expect.any(Number), topic: "old" },
    after: { channel: expect.any(Number), topic: "new" },
    messages: 1,
  }),
  "organization.default_channels_changed": ({ notes }) => ({ channel: notes["channel"], name: "coffee", after: true }),
  "organization.setting_changed": () => ({ name: "name", before: "Test", after: "Tea party" }),
  "organization.domain_changed": () => ({ what: "added", domain: "example.org", allow_subdomains: false }),
  "organization.linkifier_changed": () => ({
    what: "added",
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://e.org/{id}",
  }),
  "organization.profile_field_changed": () => ({
    ...{ what: "added", name: "Phone" },
    after: expect.objectContaining({ hint: "", editable_by_user: true }),
  }),
  "organization.playground_changed": () => ({
    ...{ what: "added", name: "P" },
    ...{ pygments_language: "Python", url_template: "https://e.org/{code}" },
  }),
  "organization.folder_changed": () => ({ what: "added", name: "Folder" }),
  "outside_link.changed": ({ notes }) => ({
    link_id: notes["link"],
    before: expect.objectContaining({ max_people: 1 }),
    after: expect.objectContaining({ max_people: 2 }),
  }),
  "bot.program_changed": () => ({ after: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  "bot.hosts_changed": () => ({ before: [], after: ["api.example.com"], added: ["api.example.com"] }),
  "audit.destination_changed": () => ({ secret: "changed" }),
  "scim.connection_changed": () => ({ before: "Okta", after: "Entra", rules: expect.any(String), ...NETWORKS }),
};
const NETWORKS = { networks_before: [], networks: [] };

/** Actions of users about their own logins, in a browser. */
const ownSteps: Readonly<Record<string, (browser: Browser, host: string, email: string) => Promise<unknown>>> = {
  "second_factor.set_up": (browser) => setUpSecondFactor(browser),
  "second_factor.recovery_codes_made": (browser) =>
    succeeds(browser.ask("POST", "/users/me/second_factor/recovery_codes")),
  "second_factor.recovery_code_used": async (browser, host, username) => {
    const { recovery_codes } = await succeeds(browser.ask("POST", "/users/me/second_factor/recovery_codes"));
    const fields = { username, password: PASSWORD, second_factor_code: recovery_codes[0] };
    await succeeds(new Browser(host).ask("POST", "/login", fields));
  },
  "second_factor.removed": (browser) => succeeds(browser.ask("DELETE", "/users/me/second_factor")),
  "user.exported": (browser) => succeeds(browser.ask("POST", "/users/me/export")),
  "passkey.added": (browser) => addPasskey(browser),
  "passkey.removed": async (browser) => {
    const { passkeys } = await succeeds(browser.ask("GET", "/users/me/passkeys"));
    await succeeds(browser.ask("DELETE", `/users/me/passkeys/${passkeys[0].id}`));
  },
  "login.link_created": async (_, host, email) =>
    succeeds((await logIn(host, email, PASSWORD)).ask("POST", "/users/me/device_link")),
  "login.succeeded": (_, host, email) => logIn(host, email, PASSWORD),
  "login.key_renewed": (browser) => succeeds(browser.ask("POST", "/users/me/api_key/regenerate")),
  "login.key_ended": async (browser) => {
    const { api_keys } = await succeeds(browser.ask("GET", "/users/me/api_keys"));
    await succeeds(browser.ask("DELETE", `/users/me/api_keys/${api_keys[0].id}`));
  },
  "password.changed": (browser) =>
    succeeds(browser.ask("PATCH", "/settings", { old_password: PASSWORD, new_password: NEW })),
  "login.ended": (browser) => succeeds(browser.ask("POST", "/logout")),
};

/** Actions of a directory, which is recorded as their actor. */
const stepsOfDirectory: Readonly<Record<string, (directory: Directory, of: Cast) => Promise<unknown>>> = {
  "scim.user_linked": (directory, { noah }) => directory.user({ userName: noah.email }),
  "scim.group_linked": (directory, { noah }) => directory.group("Directory", String(noah.id)),
  "scim.group_unlinked": async (directory) => {
    const { Resources } = await directory.find('displayName eq "Directory"', "Groups");
    await directory.ok(directory.delete(`/Groups/${Resources[0].id}`));
  },
  "scim.user_unlinked": (directory, { noah }) => directory.ok(directory.delete(`/Users/${noah.id}`)),
};

/** Changes that the tests of their features make. */
const ELSEWHERE: readonly AuditAction[] = [
  ...(["assistant.scopes_changed", "assistant.rules_changed", "hold.changed", "sso.connection_changed"] as const),
  "password.changed",
];

test("[security 18.5] users' changes to their own logins are recorded as entries about their own accounts", async () => {
  const { iris, noah, host } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  for (const [action, act] of Object.entries(ownSteps)) {
    await act(browser, host, noah.email);
    const { entries } = await iris.ok(iris.get("/audit_log", { action: [action], limit: 1 }));
    expect(entries[0], action).toMatchObject({
      ...{ action, result: "success" },
      entity: { type: "user", id: String(noah.id), name: "Noah Example" },
      context: { ip_address: expect.any(String), ua: expect.any(String) },
    });
    const { entries: found } = await iris.ok(iris.get("/audit_log"));
    for (const secret of [PASSWORD, OWNER_PASSWORD, NEW]) expect(JSON.stringify(found)).not.toContain(secret);
  }
});

test("[security 20.11] actions of a directory are recorded with the directory as actor", async () => {
  const cast = await realm();
  const directory = await connect(cast.iris);
  for (const [action, act] of Object.entries(stepsOfDirectory)) {
    await act(directory, cast);
    const { entries } = await cast.iris.ok(cast.iris.get("/audit_log", { action: [action], limit: 1 }));
    expect(entries[0], action).toMatchObject({
      ...{ action, result: "success", actor: { type: "scim", id: directory.id, name: "Okta" } },
      entity: { type: /user/.test(action) ? "user" : "group", id: expect.any(String), name: expect.any(String) },
    });
  }
  const { entries } = await cast.iris.ok(cast.iris.get("/audit_log", { action: ["user.deactivated", "group.*"] }));
  expect(entries.length).toBeGreaterThan(2);
  for (const { actor } of entries) expect(actor.type).toBe("scim");
  expect(JSON.stringify((await cast.iris.ok(cast.iris.get("/audit_log"))).entries)).not.toContain(directory.token);
});

/** Secrets in a response, which are returned only once, in fields with these names. */
const secretsIn = (reply: unknown): string[] =>
  typeof reply !== "object" || reply === null
    ? []
    : Object.entries(reply).flatMap(([name, value]) =>
        typeof value === "string" && /^(token|secret|api_key|invite_link|link)$/.test(name) && value.length > 15
          ? [value]
          : secretsIn(value),
      );

test("[security 18.5] each action has an entry with actor, entity, before and after, and none of its secrets", async () => {
  const changes = auditActions.filter((action) => /[._]changed|renamed/.test(action) && !ELSEWHERE.includes(action));
  expect(changes.filter((action) => !(action in steps && action in VALUES))).toEqual([]);
  const cast = { ...(await realm()), notes: {} };
  const sent = vi.spyOn(Person.prototype, "send");
  for (const [action, act] of Object.entries(steps)) {
    await act(cast).catch((error) => {
      throw new Error(`${action}: ${error}`);
    });
    // Some actions are done by a job.
    const entry = await until(async () => {
      const { entries } = await cast.iris.ok(cast.iris.get("/audit_log", { action: [action], limit: 1 }));
      if (entries.length === 0) throw new Error(`no entry of ${action}`);
      return entries[0];
    });
    expect(entry, action).toMatchObject({
      action,
      result: "success",
      entity: { id: expect.stringMatching(/^[^u]*$/) },
    });
    const values = VALUES[action];
    if (values !== undefined) expect(entry.details, action).toEqual(values(cast));
    const isByJob = ["export.finished", "user.profile_deleted", "user.erased"].includes(action);
    expect(entry.actor, action).toMatchObject(
      isByJob ? { type: "system" } : { type: "user", name: expect.any(String) },
    );
  }
  const replies = await Promise.all(sent.mock.results.map(({ value }) => value as ReturnType<Person["send"]>));
  sent.mockRestore();
  const { iris, omar, noah, mia, gus } = cast;
  const keys = [iris, omar, noah, mia, gus].map(({ key }) => key);
  const secrets = new Set([PASSWORD, OWNER_PASSWORD, ...keys, ...replies.flatMap(({ body }) => secretsIn(body))]);
  // At least those of the audit token, the destination, the directory and the bots.
  expect(secrets.size).toBeGreaterThanOrEqual(7 + 5);
  const { entries } = await iris.ok(iris.get("/audit_log", { limit: 1000 }));
  const told = JSON.stringify(entries);
  for (const secret of secrets) expect(told).not.toContain(secret);
});
