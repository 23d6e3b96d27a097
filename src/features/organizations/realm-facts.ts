import type { Config } from "../../config.ts";
import type { RequestFacts } from "../../http/endpoint.ts";
import type { AuthenticationMethod } from "../../protocol/authentication-methods.ts";
import type { Realm } from "../../realm/realm.ts";
import type { RealmFacts } from "./realm-state.ts";

/** The ways to sign in that a deployment can serve. */
export const offeredMethods = ({ devLogin }: Config): readonly AuthenticationMethod[] =>
  devLogin ? ["Dev", "Email"] : ["Email"];

export const ICON_URL = "/static/icon.svg";

/** What is true of the organization as a request sees it. */
export const realmFacts = (realm: Realm, { origin }: RequestFacts): RealmFacts => ({
  url: origin,
  date_created: realm.identity.created_at,
  bot_domain: realm.host,
  icon_source: "G",
  icon_url: ICON_URL,
  logo_source: "D",
  logo_url: ICON_URL,
  night_logo_source: "D",
  night_logo_url: ICON_URL,
  push_notifications_enabled: false,
  push_notifications_enabled_end_timestamp: null,
  presence_disabled: false,
  upload_quota_mib: realm.config.uploadQuotaMib,
});
