import { linkInMailTo } from "../../support/mail.ts";
import { PASSWORD } from "../../support/organization.ts";
import type { Json } from "../../support/person.ts";
import { always, LOGIN, NO_CHANGE, OWN, some, WAITS } from "../recorded.ts";
import { change, miaPath, type Operation, operation, picture, type World, withFields } from "../world.ts";

const invitation = async ({ noah, count }: World): Promise<number> => {
  await noah.ok(noah.post("/invites", { invitee_emails: `n${count}@example.org`, stream_ids: [] }));
  const { invites } = await noah.ok(noah.get("/invites"));
  return Math.max(...invites.filter(({ is_multiuse }: Json) => !is_multiuse).map(({ id }: Json) => id));
};

/** Returns a link created by the owner, because members can't create links. */
const link = async ({ iris }: World): Promise<{ id: number; key: string }> => {
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse", {}));
  const { invites } = await iris.ok(iris.get("/invites"));
  return {
    id: invites.find(({ link_url }: Json) => link_url === invite_link).id,
    key: invite_link.split("/").at(-2),
  };
};

/** Returns a link created by the owner that opens the channel to people outside. */
const outsideLink = async ({ iris, channel }: World): Promise<{ id: number; key: string }> => {
  const { url, outside_link } = await iris.ok(iris.post("/outside_links", { channel_id: channel }));
  return { id: outside_link.link_id, key: new URL(url).pathname.split("/").at(-1) ?? "" };
};

export const people: readonly Operation[] = [
  change("n k h + h h h h", "DELETE /bot_storage", OWN),
  operation("n k h + h h h h", "GET /bot_storage"),
  change("n k h + h h h h", "PUT /bot_storage", OWN, withFields({ storage: { score: "1" } })),
  operation("x x x x x x x x", "GET /confirm_new_email/:key", () => ({ path: { key: "0".repeat(32) } })),
  change("x x x x x x x x", "POST /confirm_new_email/:key", some("user.email_changed"), () => ({
    path: { key: "0".repeat(32) },
  })),
  change("+ + + + + + + +", "POST /dev_fetch_api_key", some(...LOGIN), ({ mia }) => ({
    fields: { username: mia.email },
  })),
  operation("n k g b + + + +", "GET /invites"),
  change("n k g b + + + +", "POST /invites", some("invitation.created"), ({ count }) => ({
    fields: { invitee_emails: `new${count}@example.org`, stream_ids: [] },
  })),
  change("n k g i + i + +", "DELETE /invites/:invite_id", some("invitation.revoked"), async (world) => ({
    path: { invite_id: await invitation(world) },
  })),
  change("n k g i + i + +", "POST /invites/:invite_id/resend", NO_CHANGE, async (world) => ({
    path: { invite_id: await invitation(world) },
  })),
  change("n k g b - - + +", "POST /invites/multiuse", always("invitation.created")),
  change("n k g i i i + +", "DELETE /invites/multiuse/:invite_id", always("invitation.revoked"), async (world) => ({
    path: { invite_id: (await link(world)).id },
  })),
  operation("+ + + + + + + +", "GET /join/:key", async (world) => ({ path: { key: (await link(world)).key } })),
  change("+ + + + + + + +", "POST /join/:key", some("user.joined", "login.succeeded"), async (world) => {
    await invitation(world);
    const path = await linkInMailTo(world.iris, `n${world.count}@example.org`);
    const key = path.split("/").at(-2) ?? "";
    return { path: { key }, fields: { full_name: `Newcomer ${world.count}`, password: PASSWORD } };
  }),
  change("+ + + + + + + +", "POST /join/:key/email", WAITS, async (world) => ({
    path: { key: (await link(world)).key },
    fields: { email: `guest${world.count}@example.org` },
  })),
  change("j j j j j j j j", "POST /jwt/fetch_api_key", some(...LOGIN)),
  operation("n k + b + + + +", "GET /outside_links"),
  change("n k - b - - + +", "POST /outside_links", always("outside_link.created"), ({ channel }) => ({
    fields: { channel_id: channel },
  })),
  change("n k i b i i + +", "PATCH /outside_links/:link_id", always("outside_link.changed"), async (world) => ({
    path: { link_id: (await outsideLink(world)).id },
    fields: { max_people: 2 },
  })),
  change(
    "n k i b i i + +",
    "DELETE /outside_links/:link_id",
    some("outside_link.ended", "user.deactivated", "login.ended"),
    async (world) => ({
      path: { link_id: (await outsideLink(world)).id },
    }),
  ),
  change(
    "n k i b i i + +",
    "DELETE /outside_links/people/:user_id",
    some("user.deactivated", "login.ended"),
    async (world) => {
      const { key } = await outsideLink(world);
      const { user_id } = await world.iris.ok(world.iris.post(`/outside_access/${key}`, { full_name: "Ana" }));
      return { path: { user_id } };
    },
  ),
  change(
    "n k p p p p f f",
    "POST /outside_links/people/:user_id/keep",
    always("outside_link.person_kept", "user.email_changed"),
    async (world) => {
      const { key } = await outsideLink(world);
      const { user_id } = await world.iris.ok(world.iris.post(`/outside_access/${key}`, { full_name: "Ana" }));
      return { path: { user_id }, fields: { email: `ana${user_id}@example.org` } };
    },
  ),
  change("+ + + + + + + +", "POST /outside_access/:key/devices", WAITS, async (world) => ({
    path: { key: (await outsideLink(world)).key },
    fields: { full_name: "Ana" },
  })),
  change(
    "n k d b d d + +",
    "POST /outside_links/:link_id/devices/:request_id",
    some("outside_link.device_allowed"),
    async (world) => {
      const { id, key } = await outsideLink(world);
      await world.iris.ok(world.iris.post(`/outside_access/${key}`, { full_name: "Ana" }));
      await world.iris.ok(world.iris.post(`/outside_access/${key}/devices`, { full_name: "Ana" }));
      const { outside_links } = await world.iris.ok(world.iris.get("/outside_links"));
      const { devices } = outside_links.find(({ link_id }: Json) => link_id === id);
      return { path: { link_id: id, request_id: devices[0].request_id }, fields: { allow: true } };
    },
  ),
  change("x x x x x x x x", "POST /outside_devices/:device_key", some("login.succeeded"), () => ({
    path: { device_key: "0".repeat(32) },
  })),
  change("n k i b i i i i", "POST /outside_access/keep", WAITS, withFields({ email: "ana@example.org" })),
  change("n k i b i i i i", "POST /outside_access/mail", WAITS, withFields({ email: "ana@example.org" })),
  change("n k i b i i i i", "DELETE /outside_access/mail", WAITS),
  operation("x x x x x x x x", "GET /outside_access/mail/:key", () => ({ path: { key: "0".repeat(32) } })),
  change("x x x x x x x x", "POST /outside_access/mail/:key", WAITS, () => ({ path: { key: "0".repeat(32) } })),
  operation("x x x x x x x x", "GET /outside_access/keep/:key", () => ({ path: { key: "0".repeat(32) } })),
  change(
    "x x x x x x x x",
    "POST /outside_access/keep/:key",
    always("outside_link.person_kept", "user.email_changed"),
    () => ({ path: { key: "0".repeat(32) } }),
  ),
  operation("+ + + + + + + +", "GET /outside_access/:key", async (world) => ({
    path: { key: (await outsideLink(world)).key },
  })),
  change("+ + + + + + + +", "POST /outside_access/:key", some("user.joined", "login.succeeded"), async (world) => ({
    path: { key: (await outsideLink(world)).key },
    fields: { full_name: "Ana" },
  })),
  change("+ + + + + + + +", "POST /login", some(...LOGIN, "second_factor.recovery_code_used"), ({ mia }) => ({
    fields: { username: mia.email, password: PASSWORD },
  })),
  change(
    "t t t t t t t t",
    "POST /login/passkey",
    some(...LOGIN),
    withFields({
      token: "x",
      credential: {
        id: "AA",
        type: "public-key",
        response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
      },
    }),
  ),
  change("+ + + + + + + +", "POST /login/passkey/begin", NO_CHANGE),
  change(
    "e e e e e e e e",
    "POST /login/second_factor",
    some(...LOGIN, "second_factor.recovery_code_used"),
    withFields({ login_ticket: "x", code: "123456" }),
  ),
  change("n k - - - - - -", "POST /logout", some("login.ended")),
  change("+ + + + + + + +", "POST /password_reset", some("password.reset_requested"), ({ count }) => ({
    fields: { email: `forgetful${count}@example.org` },
  })),
  operation("x x x x x x x x", "GET /device_link/:key", () => ({ path: { key: "0".repeat(32) } })),
  change("x x x x x x x x", "POST /device_link/:key", some("login.succeeded"), () => ({
    path: { key: "0".repeat(32) },
  })),
  operation("x x x x x x x x", "GET /password_reset/:key", () => ({ path: { key: "0".repeat(32) } })),
  change(
    "x x x x x x x x",
    "POST /password_reset/:key",
    some("password.changed", "login.ended", "login.key_ended", "login.succeeded"),
    () => ({
      path: { key: "0".repeat(32) },
      fields: { password: PASSWORD },
    }),
  ),
  operation("n k + + + + + +", "GET /realm/presence"),
  change(
    "n k p p p p + +",
    "POST /realm/test_welcome_bot_custom_message",
    NO_CHANGE,
    withFields({ welcome_message_custom_text: "Welcome!" }),
  ),
  change(
    "n k p p p p + +",
    "PATCH /realm/user_settings_defaults",
    some("organization.setting_changed"),
    withFields({ starred_message_counts: false }),
  ),
  change(
    "n k + + + + + +",
    "PATCH /settings",
    some(
      ...(["password.changed", "user.email_changed", "login.ended", "login.key_ended"] as const),
      "user.settings_changed_by_other",
    ),
    withFields({ enter_sends: true }),
  ),
  change(
    "n k + + + + + +",
    "PATCH /settings/display",
    some("password.changed", "user.email_changed", "user.settings_changed_by_other"),
    withFields({ enter_sends: true }),
  ),
  change(
    "n k + + + + + +",
    "PATCH /settings/notifications",
    some("password.changed", "user.email_changed", "user.settings_changed_by_other"),
    withFields({ enable_sounds: false }),
  ),
  operation("n k p p p p + +", "GET /users/:user_id/logins", miaPath),
  change("n k p p p p + +", "DELETE /users/:user_id/logins", always("login.ended_by_other"), miaPath),
  change("n k p p p p p f", "DELETE /realm/logins", always("login.ended_by_other"), withFields({ role: 600 })),
  operation("n k p p p p p +", "GET /realm/allowed_networks"),
  change(
    "n k p p p p p f",
    "PATCH /realm/allowed_networks",
    some("organization.setting_changed"),
    withFields({ networks: [] }),
  ),
  change(
    "n k p p p p f f",
    "DELETE /users/:user_id/second_factor",
    { always: ["second_factor.removed"], some: ["login.ended"] },
    miaPath,
  ),
  change("n k p p p p f f", "POST /users/:user_id/password_link", some("password.link_made"), miaPath),
  operation("n k + + + + + +", "GET /users/:user_id/status", miaPath),
  change("n k p p p p + +", "POST /users/:user_id/status", some("user.status_changed_by_other"), ({ mia }) => ({
    path: { user_id: mia.id },
    fields: { status_text: "out" },
  })),
  operation("n k + + + + + +", "GET /users/:user_id_or_email/presence", async ({ mia }) => {
    await mia.ok(mia.post("/users/me/presence", { status: "active" }));
    return { path: { user_id_or_email: mia.id } };
  }),
  operation("n k + b + + + +", "GET /users/me/assistants"),
  change("n k + b + + + +", "DELETE /users/me/assistants", some("assistant.revoked")),
  change("n k x b x x x x", "PATCH /users/me/assistants/:grant_id", some("assistant.rules_changed"), () => ({
    path: { grant_id: 1 },
  })),
  change("n k x b x x x x", "DELETE /users/me/assistants/:grant_id", always("assistant.revoked"), () => ({
    path: { grant_id: 1 },
  })),
  operation("n k p p p p p +", "GET /realm/assistants"),
  change("n k p p p p p x", "DELETE /realm/assistants/:grant_id", always("assistant.revoked"), () => ({
    path: { grant_id: 1 },
  })),
  change("n k + + + + + +", "DELETE /users/me/alert_words", OWN, withFields({ alert_words: ["milk"] })),
  operation("n k + + + + + +", "GET /users/me/alert_words"),
  change("n k + + + + + +", "POST /users/me/alert_words", OWN, withFields({ alert_words: ["milk"] })),
  change("n k + + + + + +", "DELETE /users/me/avatar", OWN),
  change("n k + + + + + +", "POST /users/me/avatar", OWN, () => ({ file: picture() })),
  change("n k + + + + + +", "DELETE /users/me/muted_users/:muted_user_id", OWN, ({ mia }) => ({
    path: { muted_user_id: mia.id },
  })),
  change("n k + + + + + +", "POST /users/me/muted_users/:muted_user_id", OWN, ({ mia }, who) => {
    return { path: { muted_user_id: who.id === mia.id ? 0 : mia.id } };
  }),
  change(
    "n k + b + + + +",
    "POST /users/me/onboarding_steps",
    OWN,
    withFields({ onboarding_step: "visibility_policy_banner" }),
  ),
  operation("n k + b + + + +", "GET /users/me/passkeys"),
  change(
    "n k f b f f f f",
    "POST /users/me/passkeys",
    some("passkey.added"),
    withFields({
      token: "x",
      name: "Key",
      credential: { id: "AA", type: "public-key", response: { clientDataJSON: "AA", attestationObject: "AA" } },
    }),
  ),
  change("n k f b f f f f", "DELETE /users/me/passkeys/:passkey_id", some("passkey.removed"), () => ({
    path: { passkey_id: 1 },
  })),
  change("n k x b x x x x", "PATCH /users/me/passkeys/:passkey_id", OWN, () => ({
    path: { passkey_id: 1 },
    fields: { name: "Key" },
  })),
  change("n k f b f f f f", "POST /users/me/passkeys/begin", NO_CHANGE),
  change("n k + b + + + +", "POST /users/me/presence", OWN, withFields({ status: "active" })),
  // An endpoint for external services. The organization has none.
  change("x x x x x x x x", "POST /external_login/:provider/logout", some("login.ended"), () => ({
    path: { provider: "sso_1" },
    fields: { logout_token: "x" },
  })),
  operation("n k + b + + + +", "GET /users/me/external_logins"),
  // No one in this test has logged in with an external service.
  change(
    "n k f b f f f f",
    "POST /users/me/external_logins",
    some("external_login.linked"),
    withFields({ provider: "example" }),
  ),
  change("n k f b f f f f", "DELETE /users/me/external_logins/:login_id", some("external_login.unlinked"), () => ({
    path: { login_id: 1 },
  })),
  change("n k f b f f f f", "POST /users/me/device_link", some("login.link_created")),
  change("n k f b f f f f", "DELETE /users/me/second_factor", some("second_factor.removed")),
  operation("n k + b + + + +", "GET /users/me/second_factor"),
  change("n k f b f f f f", "POST /users/me/second_factor", WAITS),
  change(
    "n k f b f f f f",
    "POST /users/me/second_factor/confirm",
    some("second_factor.set_up"),
    withFields({ code: "123456" }),
  ),
  change("n k f b f f f f", "POST /users/me/second_factor/recovery_codes", some("second_factor.recovery_codes_made")),
  operation("n k + + + + + +", "GET /users/me/sessions"),
  change("n k + + + + + +", "DELETE /users/me/sessions", some("login.ended")),
  change("n k + x + + + +", "DELETE /users/me/sessions/:session_id", some("login.ended"), async ({ noah }, who) => {
    await who.post("/dev_fetch_api_key", { username: who.email });
    const { body } = await who.get("/users/me/sessions");
    const { sessions } = body.result === "success" ? body : await noah.ok(noah.get("/users/me/sessions"));
    return { path: { session_id: sessions[0]?.id ?? 1 } };
  }),
  change("n k + b + + + +", "POST /users/me/status", OWN, withFields({ status_text: "out" })),
];
