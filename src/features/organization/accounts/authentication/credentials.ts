import { statement } from "../../../../database/statement.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest, freshLoginRequired } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessUser } from "../access.ts";
import { passwordHashOf, type User } from "../accounts.ts";
import { recentLoginHook, secondFactorHook, unfinishedLoginsHook } from "../hooks.ts";
import { deletePassword, putPassword } from "../rows.ts";
import { checkComplete } from "./password-login.ts";

const addressesIn = (table: "confirmed_addresses" | "given_addresses") => ({
  of: statement<{ user: number }, { email: string }>(`SELECT email FROM ${table} WHERE user_id = :user`),
  put: statement<{ user: number; email: string }>(
    `INSERT INTO ${table} (user_id, email) VALUES (:user, :email)
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email`,
  ),
});
const confirmedAddresses = addressesIn("confirmed_addresses");
const givenAddresses = addressesIn("given_addresses");

/** Proof required of a request that changes a credential of an account. */
type Proof =
  /** Any login, including an API key. Suffices because the change doesn't give anyone more access than that login. */
  | "login"
  /** A browser session that started a short time ago. */
  | "recent login"
  /** A recent login, or the password sent along, plus a code if the account has two-factor authentication. */
  | "recent login or password"
  | "password";

type CredentialChange = "add" | "change" | "take";
type Proofs = Partial<Readonly<Record<CredentialChange, Proof>>>;

interface WayIn {
  /** Proofs required of the account's user. */
  readonly own: Proofs;
  /** Proofs required of administrators for others' accounts. Other changes are forbidden. */
  readonly others?: Proofs;
  /**
   * Accounts whose credentials are imported. Never existing accounts of other users, because the importer could log in
   * to those.
   */
  readonly imported: "of new accounts" | "of new accounts, and one's own" | "none";
}

const ofNew = "of new accounts";
/** For credentials that are created again by logging in. */
const byLogin = { take: "login" } as const;
const byRecentLogin = { take: "recent login" } as const;

/**
 * Every credential of a user's account, and what is required to add, change or remove it. A reset email can also change
 * the password, and logging in creates sessions and API keys. Nothing else gives access to it.
 */
const waysIn = {
  password: {
    own: { change: "password" },
    // Administrators create a link for the user to choose a new password.
    others: { change: "recent login" },
    imported: ofNew,
  },
  // Anyone who reads email sent to the address can reset the password, and log in at services that vouch for the
  // address.
  address: {
    own: { change: "recent login or password" },
    others: { change: "recent login" },
    imported: ofNew,
  },
  "API key": {
    own: { add: "login", take: "login" },
    others: byLogin,
    imported: "of new accounts, and one's own",
  },
  session: { own: { take: "login" }, others: byLogin, imported: "none" },
  passkey: {
    own: { add: "recent login", take: "recent login" },
    others: byRecentLogin,
    imported: ofNew,
  },
  "second factor": {
    own: { add: "recent login", take: "recent login" },
    others: byRecentLogin,
    imported: ofNew,
  },
  "recovery codes": { own: { change: "recent login" }, imported: ofNew },
  "linked service": { own: { add: "recent login", take: "recent login" }, imported: ofNew },
} as const satisfies Readonly<Record<string, WayIn>>;

export type CredentialKind = keyof typeof waysIn;

/** A password that was sent along with a request and verified in the Worker. */
interface ShownPassword {
  /** The stored hash that the password matched. */
  readonly verified: string;
  readonly code?: string | undefined;
}

interface ChangeOfWayIn {
  readonly way: CredentialKind;
  readonly act: CredentialChange;
  /** The account that the credential belongs to. */
  readonly of: User;
  readonly shown?: ShownPassword | undefined;
}

/** Throws if an actor can't change a credential of an account, or the call lacks the required proof. */
export function checkWayInChange(realm: Realm, actor: Actor, { way, act, of: account, shown }: ChangeOfWayIn): void {
  switch (proofOf(way, act, actor, account)) {
    case undefined:
      throw badRequest("You can't do this for your own account.");
    case "login":
      break;
    case "recent login":
      checkRecentLogin(realm, actor);
      break;
    case "recent login or password":
      if (shown === undefined) {
        checkRecentLogin(realm, actor);
      } else {
        checkPassword(realm, account, shown);
        checkComplete(realm.ask(secondFactorHook, account, shown.code));
      }
      break;
    case "password":
      checkPassword(realm, account, shown);
  }
}

/** Returns the actor's own account, to change a credential of it. Throws as `checkWayInChange` does. */
export function accessSelfToChange(realm: Realm, actor: Actor, change: Omit<ChangeOfWayIn, "of">): User {
  const user = accessUser(realm, actor, actor.user_id);
  checkWayInChange(realm, actor, { ...change, of: user });
  return user;
}

/** True if an import includes credentials of this kind. `isNew`: the account is new. `isOwn`: it is the importer's. */
export function comesWithImport(way: CredentialKind, { isNew, isOwn }: { isNew: boolean; isOwn: boolean }): boolean {
  const { imported }: WayIn = waysIn[way];
  return imported !== "none" && (isNew || (isOwn && imported === "of new accounts, and one's own"));
}

function proofOf(way: CredentialKind, act: CredentialChange, actor: Actor, account: User): Proof | undefined {
  const { own, others }: WayIn = waysIn[way];
  return (account.id === actor.user_id ? own : others)?.[act];
}

export function checkRecentLogin(realm: Realm, actor: Actor): void {
  if (!realm.ask(recentLoginHook, actor)) throw freshLoginRequired();
}

/** Throws unless the password is correct. It may have been changed since the submitted one was verified. */
function checkPassword(realm: Realm, { id }: User, shown: ShownPassword | undefined): void {
  if (shown === undefined || shown.verified !== passwordHashOf(realm, id)) throw badRequest("Wrong password!");
}

/** Sets an account's password. Ends unfinished logins and password resets that relied on the old password. */
export function writePassword(realm: Realm, user: UserId, hash: string): void {
  putPassword.run(realm.sql, { user, hash });
  realm.run(unfinishedLoginsHook, user);
}

export function forgetPassword(realm: Realm, user: UserId): void {
  deletePassword.run(realm.sql, { user });
  realm.run(unfinishedLoginsHook, user);
}

/** Records that an account's user has proven that the account's address is theirs. */
export function confirmAddress(realm: Realm, { id, delivery_email }: User): void {
  confirmedAddresses.put.run(realm.sql, { user: id, email: delivery_email });
}

/**
 * True if anyone has proven that an account's current address is theirs. Otherwise someone else may have created the
 * account.
 */
export const isAddressConfirmed = (realm: Realm, { id, delivery_email }: User): boolean =>
  confirmedAddresses.of.first(realm.sql, { user: id })?.email.toLowerCase() === delivery_email.toLowerCase();

/** True if an address other than `email` was confirmed for the account. */
export function hasConfirmedOther(realm: Realm, { id }: Pick<User, "id">, email: string): boolean {
  const confirmed = confirmedAddresses.of.first(realm.sql, { user: id })?.email;
  return confirmed !== undefined && confirmed.toLowerCase() !== email.toLowerCase();
}

/** Records that someone else set an account's address, which may belong to anyone. */
export function doubtAddress(realm: Realm, { id, delivery_email }: User): void {
  givenAddresses.put.run(realm.sql, { user: id, email: delivery_email });
}

/**
 * True if someone else set an account's address and it hasn't been confirmed yet. Until then, it can't be used to log
 * in, emails to it don't quote messages, and replies to them aren't posted.
 */
export const isAddressDoubted = (realm: Realm, user: User): boolean =>
  givenAddresses.of.first(realm.sql, { user: user.id })?.email.toLowerCase() === user.delivery_email.toLowerCase() &&
  !isAddressConfirmed(realm, user);
