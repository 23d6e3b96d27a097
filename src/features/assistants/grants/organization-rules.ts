import type { Actor, Approval, Grant } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { RealmPermissionName } from "../../../protocol/permission-settings.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits, realmSettings } from "../../organization/realm/realm-settings.ts";
import { documentAddress } from "./clients.ts";
import { hostOfRedirect, mayRedirectTo } from "./redirects.ts";
import type { GrantRow } from "./rows.ts";

/*
 * The organization's rules for assistants. They are asked when a person lets one in and at each call, so that a grant rests while
 * they do not allow it, and goes on when they do.
 */

type Person = Pick<Actor, "user_id" | "role">;

/** Stands in the list of programs for all those on the computer of whoever lets them in, whatever their port is. */
const OWN_COMPUTER = "localhost";
const isOnOwnComputer = (place: string) => /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/.test(place);

const denied = (msg: string) => new ApiError({ code: "PERMISSION_DENIED", msg, status: 403 });

/** Refuses people who may not use assistants. */
export function checkMayUse(realm: Realm, person: Person): void {
  if (!permits(realm, person, "can_use_assistants_group"))
    throw denied("Your organization doesn't let you use assistants.");
}

export const mayWrite = (realm: Realm, person: Person): boolean =>
  permits(realm, person, "can_write_with_assistants_group");

/** Refuses people who may not write with assistants. */
export function checkMayWrite(realm: Realm, person: Person): void {
  if (!mayWrite(realm, person)) throw denied("Your organization doesn't let assistants write for you.");
}

/** The place by which people and the organization know a program: its document's host, or else where it leads back to. */
export const programOrigin = (client_id: string, redirect_uri: string): string =>
  documentAddress(client_id)?.host ?? (mayRedirectTo(redirect_uri) ? hostOfRedirect(redirect_uri) : "");

/** Refuses programs that the organization does not take. */
export function checkPlace(realm: Realm, place: string): void {
  const { assistant_clients: taken } = realmSettings(realm);
  if (taken === "any" || taken.includes(place) || (isOnOwnComputer(place) && taken.includes(OWN_COMPUTER))) return;
  throw denied("Your organization doesn't allow this assistant.");
}

/** Refuses a grant that rests. */
export function checkRules(realm: Realm, person: Person, grant: Pick<GrantRow, "client_host" | "redirect_host">): void {
  checkMayUse(realm, person);
  checkPlace(realm, grant.client_host ?? grant.redirect_host);
}

/** The person's own rule, or the organization's where that is stricter. */
export function approvalOf(realm: Realm, own: Approval): Grant["approval"] {
  const { assistants_min_approval: least } = realmSettings(realm);
  return least === "none" ? own : least;
}

/**
 * Whether a client may bring the person's answer: anyone can be a program that has only registered itself, and where the organization
 * demands approval, the programs that people choose do not give it.
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

/** Ends at once what waits for assistants that a rule no longer allows. */
export function ruleSet(realm: Realm, name: string): void {
  if (rules.has(name)) realm.loginsEnded();
}
