import type { Actor, Approval, Grant } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { RealmPermissionName } from "../../../protocol/permission-settings.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits, realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { documentAddress } from "./clients.ts";
import { hostOfRedirect, mayRedirectTo } from "./redirects.ts";
import type { GrantRow } from "./rows.ts";

/*
 * The organization's rules for assistants. They are checked at consent and at each call. A grant is suspended while
 * they forbid it.
 */

type Person = Pick<Actor, "user_id" | "role">;

/** An entry in the list of allowed clients that allows any client on the user's own computer, regardless of port. */
const OWN_COMPUTER = "localhost";
const isOnOwnComputer = (place: string) => /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/.test(place);

const denied = (msg: string) => new ApiError({ code: "PERMISSION_DENIED", msg, status: 403 });

export function checkMayUse(realm: Realm, person: Person): void {
  if (!permits(realm, person, "can_use_assistants_group"))
    throw denied("Your organization doesn't let you use assistants.");
}

export const mayWrite = (realm: Realm, person: Person): boolean =>
  permits(realm, person, "can_write_with_assistants_group");

export function checkMayWrite(realm: Realm, person: Person): void {
  if (!mayWrite(realm, person)) throw denied("Your organization doesn't let assistants write for you.");
}

/**
 * Returns the host that identifies a client to users and the organization. It is the host of its document, or of its
 * redirect URI if it has no document.
 */
export const programOrigin = (client_id: string, redirect_uri: string): string =>
  documentAddress(client_id)?.host ?? (mayRedirectTo(redirect_uri) ? hostOfRedirect(redirect_uri) : "");

export function checkPlace(realm: Realm, place: string): void {
  const { assistant_clients: taken } = realmSettings(realm);
  if (taken === "any" || taken.includes(place) || (isOnOwnComputer(place) && taken.includes(OWN_COMPUTER))) return;
  throw denied("Your organization doesn't allow this assistant.");
}

export function checkRules(realm: Realm, person: Person, grant: Pick<GrantRow, "client_host" | "redirect_host">): void {
  checkMayUse(realm, person);
  checkPlace(realm, grant.client_host ?? grant.redirect_host);
}

/** Returns the user's own approval rule, or the organization's if it is stricter. */
export function approvalOf(realm: Realm, own: Approval): Grant["approval"] {
  const { assistants_min_approval: least } = realmSettings(realm);
  return least === "none" ? own : least;
}

/**
 * Whether a client's reports of the user's approval are trusted. They aren't if the client registered itself, because
 * any program can, or if the organization requires approval.
 */
export const clientAnswers = (realm: Realm, { client_host }: Pick<GrantRow, "client_host">): boolean =>
  client_host !== null && realmSettings(realm).assistants_min_approval === "none";

const rules: ReadonlySet<string> = new Set<RealmSettingName | RealmPermissionName>([
  "assistant_clients",
  "assistants_may_use_api_keys",
  "assistants_min_approval",
  "can_use_assistants_group",
  "can_write_with_assistants_group",
]);

/** Ends streams and polls of assistants that the rules no longer allow. Called when a setting has changed. */
export function ruleSet(realm: Realm, name: string): void {
  if (rules.has(name)) realm.loginsEnded();
}
