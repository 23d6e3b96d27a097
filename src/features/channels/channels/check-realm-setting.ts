import { badRequest } from "../../../protocol/errors.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { accessChannel } from "./access.ts";

/**
 * Throws if a channel can't be the value of an organization setting: the caller can't see it, or the setting requires a
 * private channel.
 */
export function checkRealmSetting(realm: Realm, actor: Viewer, name: RealmSettingName, value: unknown): void {
  if (!name.endsWith("_stream_id") && !name.endsWith("_channel_id")) return;
  if (typeof value !== "number" || value < 0) return;
  const channel = accessChannel(realm, actor, value);
  if (name === "moderation_request_channel_id" && channel.invite_only === 0) {
    throw badRequest("Moderation request channel must be private.");
  }
}
