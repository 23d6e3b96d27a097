import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import {
  type Actor,
  type Approval,
  type Grant,
  type Resource,
  type Scope,
  scopes,
  withImplied,
} from "../../../protocol/actor.ts";
import { ApiError, badRequest, insufficientScope, notFound, raise } from "../../../protocol/errors.ts";
import { toChannelId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { grantEndedHook } from "../../../realm/admission-hooks.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { GrantCredentials } from "../../../rpc/credentials.ts";
import { after, before, DAY, dayOf, days, type Seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf, findUser } from "../../organization/accounts/accounts.ts";
import { roleAtMost } from "../../organization/accounts/audience.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import type { AuditAction } from "../../trust/audit-log/actions.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { type Client, cleanedName } from "./clients.ts";
import { changesOf, loosens, type Rules } from "./compare-rules.ts";
import { notifyNewGrant } from "./emails.ts";
import { assistantsChanged } from "./events.ts";
import {
  approvalOf,
  checkMayUse,
  checkMayWrite,
  checkPlace,
  checkRules,
  clientAnswers,
  mayWrite,
  programOrigin,
} from "./organization-rules.ts";
import { hostOfRedirect } from "./redirects.ts";
import type { GrantRow, LivingAt } from "./rows.ts";
import * as rows from "./rows.ts";

/** How long a grant lasts without new consent, and without being used. */
const MAX_LIFETIME = days(365);
export const MAX_PAUSE = days(60);
const MAX_SHORT_NAME_LENGTH = 16;
/** Maximum number of grants per user. */
const MAX_GRANTS = 50;

export type StoredGrant = GrantRow;

interface Allowed {
  readonly client: Client;
  readonly redirect_uri: string;
  readonly resource: Resource;
  readonly scopes: readonly Scope[];
  readonly approval: Approval;
  readonly excludedChannels: readonly number[];
}

const isWriting = (list: Iterable<Scope>) => [...list].some((scope) => scope.startsWith("write"));

const readScopes = stored("assistant_grants.scopes", v.array(v.string()), () => []);
const readChannels = stored("assistant_grants.excluded_channels", v.array(v.number()), () => []);

/** Returns the scopes that the user granted, without implied ones. Leaves out scopes unknown to this version. */
export const scopesOf = ({ id, scopes: text }: Pick<GrantRow, "id" | "scopes">): readonly Scope[] => {
  const list = readScopes(text, id);
  return scopes.filter((scope) => list.includes(scope));
};
const readUsers = stored("assistant_grants.excluded_users", v.array(v.number()), () => []);
export const excludedUsersOf = ({ id, excluded_users }: Pick<GrantRow, "id" | "excluded_users">): readonly number[] =>
  readUsers(excluded_users, id);
/** Returns a grant's effective scopes, without those for direct conversations if the user excluded these. */
export const presentScopes = (grant: Pick<GrantRow, "id" | "scopes" | "excludes_direct">): readonly Scope[] =>
  scopesOf(grant).filter((scope) => grant.excludes_direct === 0 || !scope.endsWith(":direct"));
export const excludedBy = ({ id, excluded_channels }: Pick<GrantRow, "id" | "excluded_channels">): readonly number[] =>
  readChannels(excluded_channels, id);

export const rulesOf = (grant: GrantRow): Rules => ({
  approval: grant.approval,
  excluded_channels: excludedBy(grant),
  excluded_users: excludedUsersOf(grant),
  excludes_direct: grant.excludes_direct === 1,
});

/** Grants a client access in a user's name, replacing any earlier grant of the client. */
export function allow(realm: Realm, actor: Actor, allowed: Allowed): GrantRow {
  const { client, redirect_uri, resource } = allowed;
  checkMayUse(realm, actor);
  checkPlace(realm, programOrigin(client.id, redirect_uri));
  if (isWriting(allowed.scopes)) {
    checkMayWrite(realm, actor);
    checkRecentLogin(realm, actor);
  }
  const now = realm.seconds();
  const user_id = actor.user_id;
  const place = { user: user_id, client_id: client.id, resource };
  // Must be read before expired grants are deleted, because the new grant keeps the exclusions of an expired one.
  const earlier = rows.grantOfClient.first(realm.sql, place);
  forgetDead(realm);
  const known = rows.grantOfClient.first(realm.sql, place);
  if (known === undefined && rows.grantsOf.all(realm.sql, { user: user_id, ...livingAt(realm) }).length >= MAX_GRANTS)
    throw badRequest("Too many assistants have access to your account. Revoke some in your settings first.");
  const before = earlier && rulesOf(earlier);
  const rules: Rules = {
    approval: allowed.approval,
    excluded_channels: allowed.excludedChannels,
    excluded_users: before?.excluded_users ?? [],
    // Allowing a scope for direct conversations ends their exclusion.
    excludes_direct: before?.excludes_direct === true && !allowed.scopes.some((scope) => scope.endsWith(":direct")),
  };
  if (before !== undefined && loosens(before, rules)) checkRecentLogin(realm, actor);
  const isNewClient = rows.isClientKnown.first(realm.sql, { client_id: client.id }) === undefined;
  const grant = rows.putGrant.one(realm.sql, {
    user_id,
    client_id: client.id,
    client_name: client.name,
    client_host: client.host,
    redirect_host: hostOfRedirect(redirect_uri),
    resource,
    scopes: JSON.stringify(allowed.scopes),
    approval: allowed.approval,
    excluded_channels: JSON.stringify(allowed.excludedChannels),
    excluded_users: JSON.stringify(rules.excluded_users),
    excludes_direct: Number(rules.excludes_direct),
    created_at: now,
    ends_at: after(now, MAX_LIFETIME),
  });
  if (isNewClient) note(realm, "assistant.client_registered", grant, { redirect: grant.redirect_host });
  const details = { scopes: allowed.scopes.join(" "), approval: allowed.approval };
  if (known === undefined) note(realm, "assistant.authorized", grant, details);
  else if (known.scopes !== grant.scopes)
    note(realm, "assistant.scopes_changed", grant, { before: scopesOf(known).join(" "), after: details.scopes });
  const changes = before && changesOf(before, rules);
  if (changes !== undefined) note(realm, "assistant.rules_changed", grant, changes);
  const wrote = known !== undefined && isWriting(scopesOf(known));
  if (isWriting(allowed.scopes) && !wrote) notifyNewGrant(realm, grant, "allowed");
  tellLists(realm, user_id);
  return grant;
}

export function note(
  realm: Realm,
  action: AuditAction,
  { id, user_id, client_name, client_host }: GrantRow,
  details: Readonly<Record<string, string>> = {},
): void {
  const of = accountEntity(accessUser(realm, null, user_id));
  audit(realm, action, { of, details: { grant_id: id, client: client_name, host: client_host ?? "", ...details } });
}

export const tellLists = (realm: Realm, user: UserId): void =>
  realm.emit(assistantsChanged({}), roleAtMost(realm, Role.owner), only(user));

export const listGrants = (realm: Realm, user: UserId): GrantRow[] =>
  rows.grantsOf.all(realm.sql, { user, ...livingAt(realm) });

/** Returns active grants of all users, newest first, with ids smaller than `before`. */
export const listEveryGrant = (realm: Realm, page: { readonly before: number; readonly limit: number }): GrantRow[] =>
  rows.grantsBefore.all(realm.sql, { ...page, ...livingAt(realm) });

const noGrant = () => notFound("Assistant does not exist");

/** Returns one of the actor's grants. Throws for other users' grants, as if they didn't exist. */
export function accessGrant(realm: Realm, actor: Actor, id: number): GrantRow {
  const grant = rows.grantById.first(realm.sql, { id });
  if (grant?.user_id !== actor.user_id) throw noGrant();
  return grant;
}

/** Returns any user's grant. Only owners may call it. */
export const accessAnyGrant = (realm: Realm, id: number): GrantRow =>
  rows.grantById.first(realm.sql, { id }) ?? raise(noGrant());

/** Why a grant ended, as recorded in the audit log. */
type Ending =
  | "by the person"
  | "by an owner"
  | "by the client"
  | "logins ended"
  | "token used again"
  | "code used twice";

/** Revokes a grant immediately, including its open streams, waiting polls, and pending or scheduled actions. */
export function endGrant(realm: Realm, grant: GrantRow, reason: Ending): void {
  note(realm, "assistant.revoked", grant, { reason });
  deleteGrantRow(realm, grant.id);
  realm.run(grantEndedHook, grant);
  tellLists(realm, grant.user_id);
  realm.loginsEnded(grant.user_id);
}

export function endGrantsOf(realm: Realm, user: UserId, reason: Ending): number {
  const all = rows.everyGrantOf.all(realm.sql, { user });
  for (const { id } of all) {
    const grant = rows.grantById.first(realm.sql, { id });
    if (grant !== undefined) endGrant(realm, grant, reason);
  }
  return all.length;
}

function deleteGrantRow(realm: Realm, id: number): void {
  for (const deletion of rows.deletionsOfGrant) deletion.run(realm.sql, { id });
  rows.deleteGrant.run(realm.sql, { id });
}

/** Deletes expired grants, and revokes their pending or scheduled actions. */
function forgetDead(realm: Realm): void {
  const now = realm.seconds();
  rows.deleteCodesBefore.run(realm.sql, { before: before(now, DAY) });
  rows.deleteTokensBefore.run(realm.sql, { now });
  for (const grant of rows.deadGrants.all(realm.sql, livingAt(realm))) {
    deleteGrantRow(realm, grant.id);
    realm.run(grantEndedHook, grant);
  }
}

function livingAt(realm: Realm): LivingAt {
  const now = realm.seconds();
  return { now, refreshed_since: before(now, MAX_PAUSE) };
}

/**
 * Returns the client name shown on an assistant's messages. It must not be the name of a Zulip client that other
 * clients treat specially.
 */
function shortName(name: string): string {
  const short = cleanedName(name, MAX_SHORT_NAME_LENGTH);
  return short === "" || /^zulip|mirror/i.test(short) ? "Assistant" : short;
}

const invalidToken = () =>
  new ApiError({
    code: "UNAUTHORIZED",
    msg: "The access token is unknown, or has ended.",
    status: 401,
    extra: { error: "invalid_token" },
  });

/** Returns an actor for the user of an access token, limited to the assistant's permissions. */
export function authenticateGrant(realm: Realm, { tokenHash }: GrantCredentials): Actor {
  const now = realm.seconds();
  const grant = rows.grantByToken.first(realm.sql, { hash: tokenHash, now });
  const user = grant && findUser(realm, grant.user_id);
  if (grant === undefined || user === undefined || user.is_active === 0) throw invalidToken();
  const person = actorOf(user);
  checkRules(realm, person, grant);
  noteUse(realm, grant, now);
  const { id, token_scopes } = grant;
  const asked = token_scopes === null ? undefined : withImplied(scopesOf({ id, scopes: token_scopes }));
  return { ...person, grant: presentGrant(realm, person, grant, asked) };
}

/**
 * Returns a grant with its user's and organization's current rules applied. Limits it to the scopes in `asked`, if any.
 */
function presentGrant(realm: Realm, person: Actor, grant: GrantRow, asked?: ReadonlySet<Scope>): Grant {
  const writes = mayWrite(realm, person);
  const allowed = [...withImplied(presentScopes(grant))].filter((scope) => writes || !isWriting([scope]));
  return {
    id: grant.id,
    name: shortName(grant.client_name),
    scopes: new Set(allowed.filter((scope) => asked?.has(scope) !== false)),
    approval: approvalOf(realm, grant.approval),
    clientAnswers: clientAnswers(realm, grant),
    excludedChannels: new Set(excludedBy(grant).map(toChannelId)),
    excludedUsers: new Set(excludedUsersOf(grant).map(toUserId)),
  };
}

/**
 * Returns an actor for the assistant behind a deferred message, with its current permissions. Throws if its grant has
 * ended, or if it can no longer send messages.
 */
export function laterActor(realm: Realm, { id, user_id }: { readonly id: number; readonly user_id: UserId }): Actor {
  const person = actorOf(accessUser(realm, null, user_id));
  checkMayUse(realm, person);
  checkMayWrite(realm, person);
  // The id is zero for a grant on another server, or if the user has taken over the message.
  if (id === 0) return { ...person, asksAsAssistant: true };
  const row = rows.livingGrant.first(realm.sql, { id, user: user_id, ...livingAt(realm) });
  if (row === undefined) throw badRequest("This assistant no longer has access to your account.");
  checkRules(realm, person, row);
  const grant = presentGrant(realm, person, row);
  if (!grant.scopes.has("write")) throw insufficientScope("write");
  return { ...person, grant };
}

function noteUse(realm: Realm, { id, last_used_at }: GrantRow, now: Seconds): void {
  if (last_used_at === null || dayOf(last_used_at) < dayOf(now)) rows.setGrantUsed.run(realm.sql, { id, at: now });
}
