import type { UserId } from "../../../protocol/ids.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { discardFile, keepFile, reserveFile } from "../../files/storage/files.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { realmDictUpdated } from "./events.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

/** Pictures of an organization: its icon, and its logos for the light and dark themes. */
export type PictureName = "icon" | "logo" | "night_logo";

const KIND = "realm";
const DEFAULT_URL = "/static/icon.svg";

export const pictureKey = (realm: string | number, file: string) => `${realm}/${KIND}/${file}`;

/** Returns the file name of an uploaded picture, or undefined if the default is used. */
function fileOf(realm: Realm, name: PictureName): string | undefined {
  const file = storedValues(realm)[name];
  return typeof file === "string" ? file : undefined;
}

export function pictureUrl(realm: Realm, name: PictureName): string {
  const file = fileOf(realm, name);
  return file === undefined ? DEFAULT_URL : `/user_avatars/${pictureKey(realm.id, file)}`;
}

/** Returns the URL of each picture, and whether it is uploaded or the default (register-and-events.md 4.1). */
export const picturesOf = (realm: Realm) =>
  ({
    icon_url: pictureUrl(realm, "icon"),
    icon_source: fileOf(realm, "icon") === undefined ? "G" : "U",
    logo_url: pictureUrl(realm, "logo"),
    logo_source: fileOf(realm, "logo") === undefined ? "D" : "U",
    night_logo_url: pictureUrl(realm, "night_logo"),
    night_logo_source: fileOf(realm, "night_logo") === undefined ? "D" : "U",
  }) as const;

export const PICTURES: readonly PictureName[] = ["icon", "logo", "night_logo"];

export const pictureKeys = (realm: Realm): string[] =>
  PICTURES.flatMap((name) => fileOf(realm, name) ?? []).map((file) => pictureKey(realm.id, file));

export const reservePicture = (realm: Realm, by: UserId, name: string): string =>
  reserveFile(realm, { by, kind: KIND, name });

/** Sets an organization picture to a stored file, or to the default if `file` is null. */
export function replacePicture(realm: Realm, name: PictureName, file: string | null): void {
  const before = fileOf(realm, name);
  if (before === undefined && file === null) return;
  if (file !== null) keepFile(realm, pictureKey(realm.id, file));
  if (before !== undefined) discardFile(realm, pictureKey(realm.id, before));
  writeStored(realm, name, file);
  auditOrganization(realm, "organization.setting_changed", { name, after: file === null ? "none" : "uploaded" });
  const all = picturesOf(realm);
  const [url, source] = [`${name}_url`, `${name}_source`] as const;
  realm.emit(realmDictUpdated({ property: name, data: { [url]: all[url], [source]: all[source] } }), everyone);
}
