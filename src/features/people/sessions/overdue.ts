import type { UserId } from "../../../protocol/ids.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import { Role } from "../../../protocol/roles.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, hours, inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { canSendMail } from "../../email/email.ts";
import { findUser, settingsOf } from "../../organization/accounts/accounts.ts";
import { botKeysEndingSoon, endOverdueKeys } from "../../organization/accounts/api-keys/api-keys.ts";
import { usersOfRole } from "../../organization/accounts/archive.ts";
import {
  adminSessionLifetime,
  endOfLogin,
  isBounded,
  keyLifetime,
  type Lifetime,
  overdueAt,
  sessionLifetime,
} from "../../organization/accounts/authentication/login-limits.ts";
import { emailTo, readerOf } from "../../organization/organization-settings/email-user.ts";
import { sessionsEndedHook } from "./hooks.ts";
import { deleteOverdueSessions, deleteOverdueSessionsOf, oldestSessions, oldestSessionsOf } from "./rows.ts";

const keyEndWords = words("keyEnd", {
  subject: "The API key of your bot {bot} in {organization} expires soon",
  ends: "An API key of your bot {bot} in {organization} expires on {at}. Programs that use it will stop working then.",
  renew: "Create a new key before then, and update these programs.",
  bots: "Open your bots",
});

/**
 * Emails the owner of a bot once when the bot's key is about to expire under the organization's limit, so that no
 * program stops without warning.
 */
function tellOfEndingKeys(realm: Realm): void {
  if (!canSendMail(realm)) return;
  for (const [id, end] of botKeysEndingSoon(realm)) {
    const bot = findUser(realm, id);
    const owner = bot?.bot_owner_id == null ? undefined : findUser(realm, bot.bot_owner_id);
    if (bot === undefined || owner === undefined || owner.is_active === 0) continue;
    const { timezone } = settingsOf(realm, owner.id);
    emailTo(realm, readerOf(realm, owner), keyEndWords, (words, name, language) => {
      const at = new Intl.DateTimeFormat(language, {
        dateStyle: "full",
        timeStyle: "short",
        timeZone: timezone === "" ? "UTC" : timezone,
      }).format(inMilliseconds(end));
      return {
        subject: words.subject(bot.full_name, name),
        paragraphs: [words.ends(bot.full_name, name, at), words.renew],
        link: { label: words.bots, url: `${realm.url}/#settings/your-bots` },
      };
    });
  }
}

/**
 * Timer that ends logins past the organization's limits. Requests with such logins are rejected even before it runs.
 */
export const OVERDUE_TIMER = "overdue-logins";

/** Maximum time between two runs. No limit is shorter, so a login created in between can't end before the next run. */
const LOOK_AGAIN = hours(8);

const rules: ReadonlySet<string> = new Set<RealmSettingName>([
  "session_max_hours",
  "session_idle_days",
  "admin_session_max_hours",
  "admin_session_idle_days",
  "key_max_days",
  "key_idle_days",
  "key_limits_for_bots",
]);

/** Applies a newly set limit: logins past it end immediately. */
export function limitSet(realm: Realm, name: string): void {
  if (rules.has(name)) endOverdueLogins(realm);
}

/** Ends the sessions and API keys past the organization's limits, and sets the timer to when the next one ends. */
export function endOverdueLogins(realm: Realm): void {
  const [ofAll, ofAdmins] = [sessionLifetime(realm), adminSessionLifetime(realm)];
  const ends: (Seconds | null)[] = [endOverdueKeys(realm)];
  tellOfEndingKeys(realm);
  if (isBounded(ofAll)) {
    noteEnds(realm, deleteOverdueSessions.all(realm.sql, overdueAt(realm, ofAll)));
    ends.push(loginEnd(oldestSessions.one(realm.sql, {}), ofAll));
  }
  if (ofAdmins.age !== ofAll.age || ofAdmins.idle !== ofAll.idle) {
    for (const user of [...usersOfRole(realm, Role.owner), ...usersOfRole(realm, Role.administrator)]) {
      noteEnds(realm, deleteOverdueSessionsOf.all(realm.sql, { user, ...overdueAt(realm, ofAdmins) }));
      ends.push(loginEnd(oldestSessionsOf.one(realm.sql, { user }), ofAdmins));
    }
  }
  const areBounded = isBounded(ofAdmins) || isBounded(keyLifetime(realm));
  if (!areBounded) {
    realm.timers.clear(OVERDUE_TIMER);
    return;
  }
  const latest = after(realm.seconds(), LOOK_AGAIN);
  const next = seconds(Math.min(latest, ...ends.filter((end) => end !== null)));
  realm.timers.set(OVERDUE_TIMER, inMilliseconds(next));
}

function noteEnds(realm: Realm, ended: readonly { readonly user_id: UserId }[]): void {
  for (const user of new Set(ended.map(({ user_id }) => user_id))) {
    realm.loginsEnded(user);
    realm.run(sessionsEndedHook, user);
  }
}

const loginEnd = ({ made, used }: Record<"made" | "used", Seconds | null>, lifetime: Lifetime): Seconds | null =>
  made === null ? null : endOfLogin({ created_at: made, last_used_at: used }, lifetime);
