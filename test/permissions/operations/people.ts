import { linkInMailTo } from "../../support/mail.ts";
import { PASSWORD } from "../../support/organization.ts";
import type { Json } from "../../support/person.ts";
import { miaPath, type Operation, operation, picture, type World, withFields } from "../world.ts";

const invitation = async ({ noah, count }: World): Promise<number> => {
  await noah.ok(noah.post("/invites", { invitee_emails: `n${count}@example.org`, stream_ids: [] }));
  const { invites } = await noah.ok(noah.get("/invites"));
  return Math.max(...invites.filter(({ is_multiuse }: Json) => !is_multiuse).map(({ id }: Json) => id));
};

/** A link created by the owner, since members can't create any. */
const link = async ({ iris }: World): Promise<{ id: number; key: string }> => {
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse", {}));
  const { invites } = await iris.ok(iris.get("/invites"));
  return {
    id: invites.find(({ link_url }: Json) => link_url === invite_link).id,
    key: invite_link.split("/").at(-2),
  };
};

/** A link of the owner's that opens the channel to people outside. */
const outsideLink = async ({ iris, channel }: World): Promise<{ id: number; key: string }> => {
  const { url, outside_link } = await iris.ok(iris.post("/outside_links", { channel_id: channel }));
  return { id: outside_link.link_id, key: new URL(url).pathname.split("/").at(-1) ?? "" };
};

export const people: readonly Operation[] = [
  operation("n k h + h h h h", "DELETE /bot_storage"),
  operation("n k h + h h h h", "GET /bot_storage"),
  operation("n k h + h h h h", "PUT /bot_storage", withFields({ storage: { score: "1" } })),
  operation("x x x x x x x x", "GET /confirm_new_email/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("x x x x x x x x", "POST /confirm_new_email/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("+ + + + + + + +", "POST /dev_fetch_api_key", ({ mia }) => ({ fields: { username: mia.email } })),
  operation("n k g b + + + +", "GET /invites"),
  operation("n k g b + + + +", "POST /invites", ({ count }) => ({
    fields: { invitee_emails: `new${count}@example.org`, stream_ids: [] },
  })),
  operation("n k g i + i + +", "DELETE /invites/:invite_id", async (world) => ({
    path: { invite_id: await invitation(world) },
  })),
  operation("n k g i + i + +", "POST /invites/:invite_id/resend", async (world) => ({
    path: { invite_id: await invitation(world) },
  })),
  operation("n k g b - - + +", "POST /invites/multiuse"),
  operation("n k g i i i + +", "DELETE /invites/multiuse/:invite_id", async (world) => ({
    path: { invite_id: (await link(world)).id },
  })),
  operation("+ + + + + + + +", "GET /join/:key", async (world) => ({ path: { key: (await link(world)).key } })),
  operation("+ + + + + + + +", "POST /join/:key", async (world) => {
    await invitation(world);
    const path = await linkInMailTo(world.iris, `n${world.count}@example.org`);
    const key = path.split("/").at(-2) ?? "";
    return { path: { key }, fields: { full_name: `Newcomer ${world.count}`, password: PASSWORD } };
  }),
  operation("+ + + + + + + +", "POST /join/:key/email", async (world) => ({
    path: { key: (await link(world)).key },
    fields: { email: `guest${world.count}@example.org` },
  })),
  operation("j j j j j j j j", "POST /jwt/fetch_api_key"),
  operation("n k + b + + + +", "GET /outside_links"),
  operation("n k - b - - + +", "POST /outside_links", ({ channel }) => ({ fields: { channel_id: channel } })),
  operation("n k i b i i + +", "PATCH /outside_links/:link_id", async (world) => ({
    path: { link_id: (await outsideLink(world)).id },
    fields: { max_people: 2 },
  })),
  operation("n k i b i i + +", "DELETE /outside_links/:link_id", async (world) => ({
    path: { link_id: (await outsideLink(world)).id },
  })),
  operation("n k i b i i + +", "DELETE /outside_links/people/:user_id", async (world) => {
    const { key } = await outsideLink(world);
    const { user_id } = await world.iris.ok(world.iris.post(`/outside_access/${key}`, { full_name: "Ana" }));
    return { path: { user_id } };
  }),
  operation("n k p p p p f f", "POST /outside_links/people/:user_id/keep", async (world) => {
    const { key } = await outsideLink(world);
    const { user_id } = await world.iris.ok(world.iris.post(`/outside_access/${key}`, { full_name: "Ana" }));
    return { path: { user_id }, fields: { email: `ana${user_id}@example.org` } };
  }),
  operation("+ + + + + + + +", "POST /outside_access/:key/devices", async (world) => ({
    path: { key: (await outsideLink(world)).key },
    fields: { full_name: "Ana" },
  })),
  operation("n k d b d d + +", "POST /outside_links/:link_id/devices/:request_id", async (world) => {
    const { id, key } = await outsideLink(world);
    await world.iris.ok(world.iris.post(`/outside_access/${key}`, { full_name: "Ana" }));
    await world.iris.ok(world.iris.post(`/outside_access/${key}/devices`, { full_name: "Ana" }));
    const { outside_links } = await world.iris.ok(world.iris.get("/outside_links"));
    const { devices } = outside_links.find(({ link_id }: Json) => link_id === id);
    return { path: { link_id: id, request_id: devices[0].request_id }, fields: { allow: true } };
  }),
  operation("x x x x x x x x", "POST /outside_devices/:device_key", () => ({ path: { device_key: "0".repeat(32) } })),
  operation("n k i b i i i i", "POST /outside_access/keep", withFields({ email: "ana@example.org" })),
  operation("x x x x x x x x", "GET /outside_access/keep/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("x x x x x x x x", "POST /outside_access/keep/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("+ + + + + + + +", "GET /outside_access/:key", async (world) => ({
    path: { key: (await outsideLink(world)).key },
  })),
  operation("+ + + + + + + +", "POST /outside_access/:key", async (world) => ({
    path: { key: (await outsideLink(world)).key },
    fields: { full_name: "Ana" },
  })),
  operation("+ + + + + + + +", "POST /login", ({ mia }) => ({ fields: { username: mia.email, password: PASSWORD } })),
  operation(
    "t t t t t t t t",
    "POST /login/passkey",
    withFields({
      token: "x",
      credential: {
        id: "AA",
        type: "public-key",
        response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
      },
    }),
  ),
  operation("+ + + + + + + +", "POST /login/passkey/begin"),
  operation("e e e e e e e e", "POST /login/second_factor", withFields({ login_ticket: "x", code: "123456" })),
  operation("n k - - - - - -", "POST /logout"),
  operation("+ + + + + + + +", "POST /password_reset", ({ count }) => ({
    fields: { email: `forgetful${count}@example.org` },
  })),
  operation("x x x x x x x x", "GET /device_link/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("x x x x x x x x", "POST /device_link/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("x x x x x x x x", "GET /password_reset/:key", () => ({ path: { key: "0".repeat(32) } })),
  operation("x x x x x x x x", "POST /password_reset/:key", () => ({
    path: { key: "0".repeat(32) },
    fields: { password: PASSWORD },
  })),
  operation("n k + + + + + +", "GET /realm/presence"),
  operation(
    "n k p p p p + +",
    "POST /realm/test_welcome_bot_custom_message",
    withFields({ welcome_message_custom_text: "Welcome!" }),
  ),
  operation("n k p p p p + +", "PATCH /realm/user_settings_defaults", withFields({ starred_message_counts: false })),
  operation("n k + + + + + +", "PATCH /settings", withFields({ enter_sends: true })),
  operation("n k + + + + + +", "PATCH /settings/display", withFields({ enter_sends: true })),
  operation("n k + + + + + +", "PATCH /settings/notifications", withFields({ enable_sounds: false })),
  operation("n k p p p p + +", "GET /users/:user_id/logins", miaPath),
  operation("n k p p p p + +", "DELETE /users/:user_id/logins", miaPath),
  operation("n k p p p p p f", "DELETE /realm/logins", withFields({ role: 600 })),
  operation("n k p p p p p +", "GET /realm/allowed_networks"),
  operation("n k p p p p p f", "PATCH /realm/allowed_networks", withFields({ networks: [] })),
  operation("n k p p p p f f", "DELETE /users/:user_id/second_factor", miaPath),
  operation("n k p p p p f f", "POST /users/:user_id/password_link", miaPath),
  operation("n k + + + + + +", "GET /users/:user_id/status", miaPath),
  operation("n k p p p p + +", "POST /users/:user_id/status", ({ mia }) => ({
    path: { user_id: mia.id },
    fields: { status_text: "out" },
  })),
  operation("n k + + + + + +", "GET /users/:user_id_or_email/presence", async ({ mia }) => {
    await mia.ok(mia.post("/users/me/presence", { status: "active" }));
    return { path: { user_id_or_email: mia.id } };
  }),
  operation("n k + b + + + +", "GET /users/me/assistants"),
  operation("n k + b + + + +", "DELETE /users/me/assistants"),
  operation("n k x b x x x x", "PATCH /users/me/assistants/:grant_id", () => ({ path: { grant_id: 1 } })),
  operation("n k x b x x x x", "DELETE /users/me/assistants/:grant_id", () => ({ path: { grant_id: 1 } })),
  operation("n k p p p p p +", "GET /realm/assistants"),
  operation("n k p p p p p x", "DELETE /realm/assistants/:grant_id", () => ({ path: { grant_id: 1 } })),
  operation("n k + + + + + +", "DELETE /users/me/alert_words", withFields({ alert_words: ["milk"] })),
  operation("n k + + + + + +", "GET /users/me/alert_words"),
  operation("n k + + + + + +", "POST /users/me/alert_words", withFields({ alert_words: ["milk"] })),
  operation("n k + + + + + +", "DELETE /users/me/avatar"),
  operation("n k + + + + + +", "POST /users/me/avatar", () => ({ file: picture() })),
  operation("n k + + + + + +", "DELETE /users/me/muted_users/:muted_user_id", ({ mia }) => ({
    path: { muted_user_id: mia.id },
  })),
  operation("n k + + + + + +", "POST /users/me/muted_users/:muted_user_id", ({ mia }, who) => {
    return { path: { muted_user_id: who.id === mia.id ? 0 : mia.id } };
  }),
  operation(
    "n k + b + + + +",
    "POST /users/me/onboarding_steps",
    withFields({ onboarding_step: "visibility_policy_banner" }),
  ),
  operation("n k + b + + + +", "GET /users/me/passkeys"),
  operation(
    "n k f b f f f f",
    "POST /users/me/passkeys",
    withFields({
      token: "x",
      name: "Key",
      credential: { id: "AA", type: "public-key", response: { clientDataJSON: "AA", attestationObject: "AA" } },
    }),
  ),
  operation("n k f b f f f f", "DELETE /users/me/passkeys/:passkey_id", () => ({ path: { passkey_id: 1 } })),
  operation("n k x b x x x x", "PATCH /users/me/passkeys/:passkey_id", () => ({
    path: { passkey_id: 1 },
    fields: { name: "Key" },
  })),
  operation("n k f b f f f f", "POST /users/me/passkeys/begin"),
  operation("n k + b + + + +", "POST /users/me/presence", withFields({ status: "active" })),
  // For external services, which the organization doesn't have.
  operation("x x x x x x x x", "POST /external_login/:provider/logout", () => ({
    path: { provider: "sso_1" },
    fields: { logout_token: "x" },
  })),
  operation("n k + b + + + +", "GET /users/me/external_logins"),
  // No one in this test has logged in with an external service.
  operation("n k f b f f f f", "POST /users/me/external_logins", withFields({ provider: "example" })),
  operation("n k f b f f f f", "DELETE /users/me/external_logins/:login_id", () => ({ path: { login_id: 1 } })),
  operation("n k f b f f f f", "POST /users/me/device_link"),
  operation("n k f b f f f f", "DELETE /users/me/second_factor"),
  operation("n k + b + + + +", "GET /users/me/second_factor"),
  operation("n k f b f f f f", "POST /users/me/second_factor"),
  operation("n k f b f f f f", "POST /users/me/second_factor/confirm", withFields({ code: "123456" })),
  operation("n k f b f f f f", "POST /users/me/second_factor/recovery_codes"),
  operation("n k + + + + + +", "GET /users/me/sessions"),
  operation("n k + + + + + +", "DELETE /users/me/sessions"),
  operation("n k + x + + + +", "DELETE /users/me/sessions/:session_id", async ({ noah }, who) => {
    await who.post("/dev_fetch_api_key", { username: who.email });
    const { body } = await who.get("/users/me/sessions");
    const { sessions } = body.result === "success" ? body : await noah.ok(noah.get("/users/me/sessions"));
    return { path: { session_id: sessions[0]?.id ?? 1 } };
  }),
  operation("n k + b + + + +", "POST /users/me/status", withFields({ status_text: "out" })),
];
