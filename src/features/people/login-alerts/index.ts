import { statement } from "../../../database/statement.ts";
import { feature } from "../../../feature.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { words } from "../../../protocol/words/words.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { browserName } from "../../../util/browser-name.ts";
import { after, before, DAY, inMilliseconds, MINUTE, type Seconds } from "../../../util/time.ts";
import { canSendMail } from "../../email/email.ts";
import { findUser, settingsOf } from "../../organization/accounts/accounts.ts";
import { loggedInHook } from "../../organization/accounts/hooks.ts";
import { emailTo, readerOf } from "../../organization/organization-settings/email-user.ts";
import { waysToUnsubscribe } from "../email-unsubscribe/email-unsubscribe.ts";

const loginWords = words("loginLetters", {
  subject: "New login to {organization} from {program}",
  happened: "Someone, probably you, just logged in to {organization} ({url}):",
  how: "{program}, from the network address {address}, {at}",
  notYou:
    "If this wasn't you, change your password now, log that device out in your settings, and tell an administrator.",
  devices: "Review your devices",
  why: "We send this email for each new login.",
  stop: "Unsubscribe",
});

const schema = [
  `-- Login emails a user got in the day that started at since.
   CREATE TABLE login_letters (user_id INTEGER PRIMARY KEY, since INTEGER NOT NULL, letters INTEGER NOT NULL) STRICT;`,
];

/** Counts an email, starting a new day if the last one has ended. Returns the number of emails in the current day. */
const countLoginEmail = statement<{ user: number; now: Seconds; day_ago: Seconds }, { letters: number }>(
  `INSERT INTO login_letters (user_id, since, letters) VALUES (:user, :now, 1)
   ON CONFLICT (user_id) DO UPDATE SET
     letters = CASE WHEN since > :day_ago THEN letters + 1 ELSE 1 END,
     since = CASE WHEN since > :day_ago THEN since ELSE excluded.since END
   RETURNING letters`,
);

/** No emails this soon after an account is created, because the new user knows about the login. */
const JUST_JOINED = MINUTE;

/** Emails a user that someone logged in to their account, unless they don't want such emails. */
function notifyNewLogin(realm: Realm, id: UserId, { userAgent, client, address }: RequestFacts): void {
  const user = findUser(realm, id);
  if (!canSendMail(realm) || user === undefined || user.bot_type !== null) return;
  const { enable_login_emails, timezone } = settingsOf(realm, id);
  const now = realm.seconds();
  if (!enable_login_emails || after(user.date_joined, JUST_JOINED) > now) return;
  const { letters } = countLoginEmail.one(realm.sql, { user: id, now, day_ago: before(now, DAY) });
  if (letters > limits.account.login_letters_a_day) return;
  const program = browserName(userAgent) ?? client;
  const unsubscribe = waysToUnsubscribe(realm, user, "logins");
  emailTo(realm, readerOf(realm, user), loginWords, (words, name, language) => {
    const at = new Intl.DateTimeFormat(language, {
      dateStyle: "full",
      timeStyle: "long",
      timeZone: timezone === "" ? "UTC" : timezone,
    }).format(inMilliseconds(now));
    return {
      subject: words.subject(name, program),
      paragraphs: [words.happened(name, realm.url), words.how(program, address, at), words.notYou],
      link: { label: words.devices, url: `${realm.url}/#settings/devices` },
      footer: { text: words.why, links: [{ label: words.stop, url: unsubscribe.url }] },
      headers: { "X-Auto-Response-Suppress": "All", ...unsubscribe.headers },
    };
  });
}

/** Emails users when someone logs in to their account. */
export const loginAlerts = feature({
  name: "login-letters",
  schema,
  personal: { login_letters: { user: "user_id" } },
  archive: { leftOut: { login_letters: "of the moment" } },
  handlers: [on(loggedInHook, notifyNewLogin)],
});
