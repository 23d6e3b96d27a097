import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { loginCookies } from "../../../html-pages/cookies.ts";
import { on } from "../../../realm/realm.ts";
import { unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { qrCode } from "../two-factor/qr-code.ts";
import { accessDeviceLink, forgetDeviceLink, makeDeviceLink, useDeviceLink } from "./device-links.ts";
import { devicePages } from "./device-pages.ts";
import { schema } from "./rows.ts";

/** Creates a link, also as a QR code, to log in on another device. Not part of Zulip's API. */
const makeDeviceLinkEndpoint = action({
  route: "POST /users/me/device_link",
  by: "human",
  reply: {
    url: v.string(),
    /** The link as a QR code: squares in a row, and the dark ones as an SVG path. */
    qr: v.object({ size: v.number(), path: v.string() }),
    expires_at: v.number(),
  },
  run({ realm, actor }) {
    const link = makeDeviceLink(realm, actor);
    return { ...link, qr: qrCode(link.url) };
  },
});

/** Returns the account that a link logs in to. Not part of Zulip's API. */
const getDeviceLinkEndpoint = action({
  route: "GET /device_link/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { full_name: v.string() },
  run: ({ realm, params }) => ({ full_name: accessDeviceLink(realm, params.key).user.full_name }),
});

/** Logs a browser in by a link, which works once. Not part of Zulip's API. */
const useDeviceLinkEndpoint = shapedAction({
  route: "POST /device_link/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { email: v.string(), user_id: v.number() },
  run({ realm, params, request }) {
    const { user, token } = useDeviceLink(realm, params.key, request);
    return { email: user.delivery_email, user_id: user.id, token };
  },
  shape: ({ result: { token, ...account }, request }) => new WithHeaders(account, loginCookies(token, request)),
});

/** Logging in on another device by a link that a logged in person shows as a QR code. */
export const deviceLinks = feature({
  name: "device-links",
  schema,
  personal: { device_links: { user: "user_id" } },
  archive: { leftOut: { device_links: "of the moment" } },
  endpoints: [makeDeviceLinkEndpoint, getDeviceLinkEndpoint, useDeviceLinkEndpoint],
  pages: devicePages,
  handlers: [on(unfinishedLoginsHook, forgetDeviceLink)],
});
