import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { picturesOf } from "./pictures.ts";
import { pushFacts } from "./push-status.ts";
import type { RealmFacts } from "./realm-state.ts";

/** The facts of the organization in /register, as the request sees them: its URL is that of the request. */
export const realmFacts = (realm: Realm, { origin }: RequestFacts): RealmFacts => ({
  url: origin,
  date_created: realm.identity.created_at,
  bot_domain: realm.host,
  ...picturesOf(realm),
  ...pushFacts(realm),
  presence_disabled: false,
  upload_quota_mib: realm.config.uploadQuotaMib,
});
