import * as v from "valibot";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toUserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { JobContext } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, inMilliseconds, MINUTE } from "../../../util/time.ts";
import { canSendMail, isMailCongested } from "../../email/email.ts";
import { accessUserToChange } from "../../organization/accounts/access.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { countKeys, removeKeys } from "../../organization/accounts/api-keys/api-keys.ts";
import { allUserIds, usersOfRole } from "../../organization/accounts/archive.ts";
import { checkWayInChange } from "../../organization/accounts/authentication/credentials.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { listSessions, removeSessions } from "../sessions/sessions.ts";
import { mailOfLoginChange, notifyLoginChange } from "../two-factor/change-emails.ts";

export const LETTERS_JOB = "logged-out-letters";

/** The users who still have to be notified, the name of who logged them out, and whether API keys ended, too. */
export const logoutEmailsSchema = v.object({ users: v.array(v.number()), by: v.string(), keys: v.boolean() });
/** Number of users emailed per run. Limited because the organization's other jobs wait for the run. */
const LETTERS_AT_ONCE = 200;

/** Browser sessions always end, API keys only if requested. */
interface Ending {
  readonly api_keys: boolean;
}

/** Returns a user's account, for an administrator who manages the user's logins. */
export function accessPerson(realm: Realm, actor: Actor, id: number): User {
  const user = accessUserToChange(realm, actor, id);
  if (user.bot_type !== null) throw badRequest("A bot has no sessions. Its API key can be replaced.");
  return user;
}

export const countLogins = (realm: Realm, { id }: User) => ({
  sessions: listSessions(realm, id).length,
  api_keys: countKeys(realm, id),
});

/** Ends the logins of an account, except the one making the request, and notifies the account's owner. */
export function logOutPerson(realm: Realm, actor: Actor, user: User, { api_keys: endsKeys }: Ending) {
  checkWayInChange(realm, actor, { way: "session", act: "take", of: user });
  if (endsKeys) checkWayInChange(realm, actor, { way: "API key", act: "take", of: user });
  const ended = endAll(realm, actor, user, endsKeys);
  if (user.id !== actor.user_id || ended.sessions + ended.api_keys > 0)
    notifyLoginChange(realm, user, { kind: "logged out", by: actor.full_name, keys: endsKeys });
  return ended;
}

/**
 * Ends the logins of all users, or of those with a role, except the one making the request. This is one change with one
 * audit log entry. The emails follow in batches.
 */
export function logOutPeople(realm: Realm, actor: Actor, { role, api_keys }: Ending & { role: Role | undefined }) {
  const total = { people: 0, sessions: 0, api_keys: 0 };
  const users: number[] = [];
  for (const id of role === undefined ? allUserIds(realm) : usersOfRole(realm, role)) {
    const user = findUser(realm, id);
    if (user === undefined || user.bot_type !== null) continue;
    const ended = endAll(realm, actor, user, api_keys);
    if (ended.sessions + ended.api_keys === 0) continue;
    total.people += 1;
    total.sessions += ended.sessions;
    total.api_keys += ended.api_keys;
    users.push(id);
  }
  auditOrganization(realm, "login.ended_by_other", { ...total, role });
  if (users.length > 0 && canSendMail(realm))
    realm.outbox.add(LETTERS_JOB, { users, by: actor.full_name, keys: api_keys });
  return total;
}

function endAll(realm: Realm, actor: Actor, { id }: User, endsKeys: boolean) {
  const own = id === actor.user_id ? actor : undefined;
  return {
    sessions: removeSessions(realm, id, { but: own?.session_id }),
    api_keys: endsKeys ? removeKeys(realm, id, own?.key_id ?? 0) : 0,
  };
}

/** Emails a batch of the users who were logged out, and schedules the rest for later. */
export function sendLogoutEmails(
  { realm }: JobContext,
  { users, by, keys }: v.InferOutput<typeof logoutEmailsSchema>,
): void {
  const isCongested = isMailCongested(realm);
  const [now, later] = isCongested ? [[], users] : [users.slice(0, LETTERS_AT_ONCE), users.slice(LETTERS_AT_ONCE)];
  realm.change(() => {
    for (const id of now) {
      const user = findUser(realm, toUserId(id));
      if (user?.is_active === 1) mailOfLoginChange(realm, user, { kind: "logged out", by, keys });
    }
    if (later.length === 0) return;
    const at = isCongested ? after(realm.seconds(), MINUTE) : realm.seconds();
    realm.outbox.add(LETTERS_JOB, { users: later, by, keys }, inMilliseconds(at));
  });
}
