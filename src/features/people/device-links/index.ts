import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { forgetDeviceLink } from "./device-links.ts";
import { devicePages } from "./device-pages.ts";
import { getDeviceLinkEndpoint, makeDeviceLinkEndpoint, useDeviceLinkEndpoint } from "./endpoints.ts";
import { schema } from "./rows.ts";

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
