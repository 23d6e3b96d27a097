import { statement } from "../../../database/statement.ts";
import { badRequest, wrongSecondFactor } from "../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { isSealedAnew, openText, sealText } from "../../../realm/sealed-text.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { Random } from "../../../util/random.ts";
import { after, before, HOUR, type Seconds, seconds } from "../../../util/time.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { ofNewAccount } from "../../organization/accounts/archive-ways-in.ts";
import type { SecondFactorResult } from "../../organization/accounts/hooks.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { accountEntity, auditIfRefused } from "../../trust/audit-log/audit.ts";
import { deletePasskeysOf, hasPasskey } from "../passkeys/passkeys.ts";
import { notifyLoginChange } from "./change-emails.ts";
import * as rows from "./rows.ts";
import { matchingStep, newSecret, setupAddress } from "./totp.ts";

const NUMBER = 10;
/** Number of characters in a recovery code, with five bits each: enough that its hash can't be brute-forced. */
const LENGTH = 16;
const GROUP = 4;
/** Contains no letter that looks like a digit or another letter. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LOOK_ALIKES: Readonly<Record<string, string>> = { i: "1", l: "1", o: "0", u: "v" };

function newCode(random: Random): string {
  const letters = [...random.bytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.replace(new RegExp(`(.{${GROUP}})(?=.)`, "g"), "$1-");
}

const hashOf = (code: string): string => {
  const letters = code.toLowerCase().replace(/[\s-]/g, "");
  return hashKey(letters.replace(/[ilou]/g, (letter) => LOOK_ALIKES[letter] ?? letter));
};

/** Creates an account's new recovery codes, replacing all earlier ones. Only their hashes are stored. */
function makeRecoveryCodes(realm: Realm, user: UserId): string[] {
  rows.deleteRecoveryCodes.run(realm.sql, { user });
  const codes = Array.from({ length: NUMBER }, () => newCode(realm.random));
  for (const code of codes) rows.insertRecoveryCode.run(realm.sql, { user, hash: hashOf(code) });
  return codes;
}

/** Uses up a recovery code. Returns false if the account has no such code. */
const useRecoveryCode = (realm: Realm, user: UserId, code: string): boolean =>
  rows.takeRecoveryCode.first(realm.sql, { user, hash: hashOf(code) }) !== undefined;

/** Runs when someone else removed two-factor authentication and passkeys from an account. */
export const secondFactorResetHook = hook<[user: UserId]>("second factor reset");

/** Time for entering the first code after the secret was shown. */
const SETUP_VALIDITY = HOUR;

/** Returns the name that a user's encrypted secret is bound to (see `sealText`). */
const factorName = (user: UserId): string => `second factor ${user}`;

const alreadyOn = () => badRequest("Two-factor authentication is already on. Turn it off first.");
const notOn = () => badRequest("Two-factor authentication is off.");

export const hasSecondFactor = (realm: Realm, user: UserId): boolean =>
  rows.factorOf.first(realm.sql, { user }) !== undefined;

/**
 * Returns when an account turned on two-factor authentication and how many recovery codes are left. Null if two-factor
 * authentication is off.
 */
export function secondFactorState(realm: Realm, user: UserId) {
  const factor = rows.factorOf.first(realm.sql, { user });
  if (factor === undefined) return null;
  return { since: factor.since, recovery_codes_left: rows.countRecoveryCodes.one(realm.sql, { user }).count };
}

/** True if the organization requires an account to have a passkey or two-factor authentication. */
export function isSecondFactorRequired(realm: Realm, { role, bot_type }: Pick<User, "role" | "bot_type">): boolean {
  const { second_factor_required_role: lowest } = realmSettings(realm);
  return lowest !== null && bot_type === null && role <= lowest;
}

/** True if an account must set up a passkey or two-factor authentication before anything else. */
export const owesSecondFactor = (realm: Realm, user: User): boolean =>
  isSecondFactorRequired(realm, user) && !hasSecondFactor(realm, user.id) && !hasPasskey(realm, user.id);

/** Starts setting up two-factor authentication: returns a secret that isn't used until its first code is entered. */
export function beginSecondFactor(realm: Realm, user: User): { readonly secret: string; readonly uri: string } {
  if (hasSecondFactor(realm, user.id)) throw alreadyOn();
  const now = realm.seconds();
  rows.deleteSetupsBefore.run(realm.sql, { before: before(now, SETUP_VALIDITY) });
  // A user who opens the page again sees the same secret, because they may have entered it in the app already.
  const known = rows.setupOf.first(realm.sql, { user: user.id })?.secret;
  const secret = known === undefined ? newSecret(realm.random) : openText(realm, factorName(user.id), known);
  rows.putSetup.run(realm.sql, { user: user.id, secret: sealText(realm, factorName(user.id), secret), now });
  const { name: organization } = realmSettings(realm);
  return { secret, uri: setupAddress(secret, { organization, email: user.delivery_email }) };
}

/**
 * Turns two-factor authentication on with the first code of its secret. Returns the recovery codes, which are only
 * shown once.
 */
export function confirmSecondFactor(realm: Realm, user: User, code: string): string[] {
  if (hasSecondFactor(realm, user.id)) throw alreadyOn();
  const now = realm.seconds();
  const setup = rows.setupOf.first(realm.sql, { user: user.id });
  if (setup === undefined || after(setup.begun_at, SETUP_VALIDITY) <= now) {
    throw badRequest("This secret has expired. Start again.");
  }
  const secret = openText(realm, factorName(user.id), setup.secret);
  const step = matchingStep(secret, digitsOf(code), { now, last: 0 });
  if (step === undefined) throw wrongSecondFactor();
  rows.deleteSetup.run(realm.sql, { user: user.id });
  const sealed = sealText(realm, factorName(user.id), secret);
  rows.insertFactor.run(realm.sql, { user: user.id, secret: sealed, last_step: step, since: now });
  notifyLoginChange(realm, user, { kind: "second factor on" });
  return makeRecoveryCodes(realm, user.id);
}

/** Turns two-factor authentication off. Throws if the organization requires it and there is no passkey. */
export function endSecondFactor(realm: Realm, user: User): void {
  if (!hasSecondFactor(realm, user.id)) throw notOn();
  if (isSecondFactorRequired(realm, user) && !hasPasskey(realm, user.id)) throw stillRequired();
  forgetSecondFactor(realm, user.id);
  notifyLoginChange(realm, user, { kind: "second factor off" });
}

export const stillRequired = () => badRequest("This organization requires a passkey or two-factor authentication.");

function forgetSecondFactor(realm: Realm, user: UserId): void {
  rows.deleteFactor.run(realm.sql, { user });
  rows.deleteSetup.run(realm.sql, { user });
  rows.deleteRecoveryCodes.run(realm.sql, { user });
}

export function renewRecoveryCodes(realm: Realm, user: User): string[] {
  if (!hasSecondFactor(realm, user.id)) throw notOn();
  notifyLoginChange(realm, user, { kind: "new recovery codes" });
  return makeRecoveryCodes(realm, user.id);
}

/** Removes two-factor authentication and passkeys from an account whose owner lost them, and ends its sessions. */
export function resetSecondFactor(realm: Realm, user: User, by: string | undefined): void {
  forgetSecondFactor(realm, user.id);
  deletePasskeysOf(realm, user.id);
  realm.run(secondFactorResetHook, user.id);
  notifyLoginChange(realm, user, { kind: "reset", by });
}

/** Uses up an app's code, or a recovery code. Throws if the code is wrong or was used before. */
export function useCode(realm: Realm, user: User, code: string): void {
  const factor = rows.factorOf.first(realm.sql, { user: user.id });
  const digits = digitsOf(code);
  if (factor !== undefined && /^\d{6}$/.test(digits)) {
    const secret = openText(realm, factorName(user.id), factor.secret);
    const step = matchingStep(secret, digits, { now: realm.seconds(), last: factor.last_step });
    if (step === undefined) throw wrongCode(realm, user);
    rows.setLastStep.run(realm.sql, { user: user.id, last_step: step });
    if (isSealedAnew(realm, factor.secret))
      rows.setFactorSecret.run(realm.sql, { user: user.id, secret: sealText(realm, factorName(user.id), secret) });
    return;
  }
  if (!useRecoveryCode(realm, user.id, code)) throw wrongCode(realm, user);
  const left = rows.countRecoveryCodes.one(realm.sql, { user: user.id }).count;
  notifyLoginChange(realm, user, { kind: "recovery code used", left });
}

/** Returns the error for a wrong code, and records it in the audit log. */
function wrongCode(realm: Realm, user: User): Error {
  const details = { method: "second factor", reason: "wrong code" };
  auditIfRefused(realm, "login.failed", { of: accountEntity(user), details });
  return wrongSecondFactor();
}

/** Removes spaces and hyphens. Apps show codes in two groups, and some users type them that way. */
const digitsOf = (code: string): string => code.replace(/[\s-]/g, "");

/** Returns what a login with a correct password still lacks. `code` is the two-factor code sent along, if any. */
export function secondFactorCheck(realm: Realm, user: User, code: string | undefined): SecondFactorResult {
  if (hasSecondFactor(realm, user.id)) {
    if (code === undefined) return "code wanted";
    useCode(realm, user, code);
    return "complete";
  }
  if (!isSecondFactorRequired(realm, user)) return "complete";
  return hasPasskey(realm, user.id) ? "passkey wanted" : "setup wanted";
}

/** Can't be exceeded, because the server creates the codes itself. */
const MAX_CODES = 100;

export const secondFactorArchive: FeatureArchive = {
  tables: ["second_factors", "recovery_codes"],
  leftOut: { second_factor_setups: "of the moment" },
  parts: [
    part({
      table: "second_factors",
      only: "secrets",
      reading: { from: "second_factors t", key: ["user_id"], columns: ["secret", "since"] },
      row(row, { realm }) {
        const user_id = row.number("user_id");
        const secret = openText(realm, factorName(toUserId(user_id)), row.text("secret"));
        return { user_id, secret, since: row.number("since") };
      },
      write: ofNewAccount("second_factors", "second factor", 1, ({ realm }, user, { secret, since }) => ({
        keys: [String(user)],
        write() {
          const sealed = sealText(realm, factorName(toUserId(user)), secret);
          insertFactor.run(realm.sql, { user, secret: sealed, since: seconds(since) });
        },
      })),
    }),
    part({
      table: "recovery_codes",
      only: "secrets",
      reading: { from: "recovery_codes t", key: ["user_id", "hash"], columns: [] },
      write: ofNewAccount("recovery_codes", "recovery codes", MAX_CODES, ({ realm }, user, { hash }) => ({
        keys: [`${user} ${hash}`],
        write: () => insertCode.run(realm.sql, { user, hash }),
      })),
    }),
  ],
};

const insertFactor = statement<{ user: number; secret: string; since: Seconds }>(
  "INSERT OR IGNORE INTO second_factors (user_id, secret, last_step, since) VALUES (:user, :secret, 0, :since)",
);
const insertCode = statement<{ user: number; hash: string }>(
  "INSERT OR IGNORE INTO recovery_codes (user_id, hash) VALUES (:user, :hash)",
);
