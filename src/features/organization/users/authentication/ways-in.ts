import { statement } from "../../../../database/statement.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest, freshLoginRequired } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { recentLoginHook, secondFactorHook, unfinishedLoginsHook } from "../hooks.ts";
import { deletePassword, putPassword } from "../rows.ts";
import { passwordHashOf, type User } from "../users.ts";
import { checkComplete } from "./password-login.ts";

const confirmedAddressOf = statement<{ user: number }, { email: string }>(
  "SELECT email FROM confirmed_addresses WHERE user_id = :user",
);
const putConfirmedAddress = statement<{ user: number; email: string }>(
  `INSERT INTO confirmed_addresses (user_id, email) VALUES (:user, :email)
   ON CONFLICT (user_id) DO UPDATE SET email = excluded.email`,
);

const givenAddressOf = statement<{ user: number }, { email: string }>(
  "SELECT email FROM given_addresses WHERE user_id = :user",
);
const putGivenAddress = statement<{ user: number; email: string }>(
  `INSERT INTO given_addresses (user_id, email) VALUES (:user, :email)
   ON CONFLICT (user_id) DO UPDATE SET email = excluded.email`,
);

/** The proof that has to come with a call which changes a way into an account. */
type Proof =
  /** Any login, also by an API key: what is changed lets nobody do more than that. */
  | "login"
  /** A session in a browser that has begun a moment ago. */
  | "recent login"
  /** The same; or with the call the password, and a code where the account has a second factor. */
  | "recent login or password"
  | "password";

type CredentialChange = "add" | "change" | "take";
type Proofs = Partial<Readonly<Record<CredentialChange, Proof>>>;

interface WayIn {
  /** The proofs that the account itself needs. */
  readonly own: Proofs;
  /** The proofs that administrators need for an account with fewer rights than theirs; they cannot do what is not listed. */
  readonly below?: Proofs;
  /** The same for other accounts with rights like theirs. */
  readonly equal?: Proofs;
  /** The accounts whose ways in an import brings: never others that were there before, or the importer would get into them. */
  readonly imported: "of new accounts" | "of new accounts, and one's own" | "none";
}

const ofNew = "of new accounts";
/** Nothing more is needed for what an account gets again by logging in. */
const byLogin = { take: "login" } as const;
const byRecentLogin = { take: "recent login" } as const;

/**
 * Every way into the account of a person, and what it takes to add, change or take it. A letter to the account's address
 * changes the password; logging in makes sessions and API keys. What is not in this list lets nobody into an account.
 */
const waysIn = {
  password: {
    own: { change: "password" },
    // The change is made by a link that they hand over.
    below: { change: "recent login" },
    equal: { change: "recent login" },
    imported: ofNew,
  },
  // A reader of its mail gets a new password, and logs in at services that vouch for it.
  address: {
    own: { change: "recent login or password" },
    below: { change: "recent login" },
    equal: { change: "recent login" },
    imported: ofNew,
  },
  "API key": {
    own: { add: "login", take: "login" },
    below: byLogin,
    equal: byLogin,
    imported: "of new accounts, and one's own",
  },
  session: { own: { take: "login" }, below: byLogin, equal: byLogin, imported: "none" },
  passkey: {
    own: { add: "recent login", take: "recent login" },
    below: byRecentLogin,
    equal: byRecentLogin,
    imported: ofNew,
  },
  "second factor": {
    own: { add: "recent login", take: "recent login" },
    below: byRecentLogin,
    equal: byRecentLogin,
    imported: ofNew,
  },
  "recovery codes": { own: { change: "recent login" }, imported: ofNew },
  "linked service": { own: { add: "recent login", take: "recent login" }, imported: ofNew },
} as const satisfies Readonly<Record<string, WayIn>>;

export type CredentialKind = keyof typeof waysIn;

/** A password that came with a call, and that was found right in the Worker. */
interface ShownPassword {
  /** The hash that it fits. */
  readonly verified: string;
  readonly code?: string | undefined;
}

interface ChangeOfWayIn {
  readonly way: CredentialKind;
  readonly act: CredentialChange;
  /** The account whose way in it is. */
  readonly of: User;
  readonly shown?: ShownPassword | undefined;
}

/** Refuses an actor who may not change a way into an account, or does not show with the call what that needs. */
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

/** Whether an import brings a way into an account: one that comes with it (`isNew`), or whoever imports (`isOwn`). */
export function comesWithImport(way: CredentialKind, { isNew, isOwn }: { isNew: boolean; isOwn: boolean }): boolean {
  const { imported }: WayIn = waysIn[way];
  return imported !== "none" && (isNew || (isOwn && imported === "of new accounts, and one's own"));
}

function proofOf(way: CredentialKind, act: CredentialChange, actor: Actor, account: User): Proof | undefined {
  const { own, below, equal }: WayIn = waysIn[way];
  if (account.id === actor.user_id) return own[act];
  return (account.role > actor.role || account.bot_type !== null ? below : equal)?.[act];
}

/** Refuses an actor whose login is not a recent one. */
export function checkRecentLogin(realm: Realm, actor: Actor): void {
  if (!realm.ask(recentLoginHook, actor)) throw freshLoginRequired();
}

/** The password may have been changed while the one that came was checked. */
function checkPassword(realm: Realm, { id }: User, shown: ShownPassword | undefined): void {
  if (shown === undefined || shown.verified !== passwordHashOf(realm, id)) throw badRequest("Wrong password!");
}

/** Gives an account another password. What was begun with the former one ends. */
export function writePassword(realm: Realm, user: UserId, hash: string): void {
  putPassword.run(realm.sql, { user, hash });
  realm.run(unfinishedLoginsHook, user);
}

export function forgetPassword(realm: Realm, user: UserId): void {
  deletePassword.run(realm.sql, { user });
  realm.run(unfinishedLoginsHook, user);
}

/** Remembers that an account's owner has shown that its address is theirs. */
export function confirmAddress(realm: Realm, { id, delivery_email }: User): void {
  putConfirmedAddress.run(realm.sql, { user: id, email: delivery_email });
}

/** Whether anybody has ever shown that the address of an account is theirs: else someone else may have made the account. */
export const isAddressConfirmed = (realm: Realm, { id, delivery_email }: User): boolean =>
  confirmedAddressOf.first(realm.sql, { user: id })?.email.toLowerCase() === delivery_email.toLowerCase();

/** Whether somebody has shown that an account's address was theirs when it was another one than this. */
export function hasConfirmedOther(realm: Realm, { id }: Pick<User, "id">, email: string): boolean {
  const confirmed = confirmedAddressOf.first(realm.sql, { user: id })?.email;
  return confirmed !== undefined && confirmed.toLowerCase() !== email.toLowerCase();
}

/** Notes that somebody else has given an account its address, which may be anybody's. */
export function doubtAddress(realm: Realm, { id, delivery_email }: User): void {
  putGivenAddress.run(realm.sql, { user: id, email: delivery_email });
}

/**
 * Whether somebody else has given an account its address, and nobody has shown yet that it is theirs: then it leads nobody in,
 * no letter to it says what is in messages, and no answer to one is posted.
 */
export const isAddressDoubted = (realm: Realm, user: User): boolean =>
  givenAddressOf.first(realm.sql, { user: user.id })?.email.toLowerCase() === user.delivery_email.toLowerCase() &&
  !isAddressConfirmed(realm, user);
