import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { Random } from "../../../util/random.ts";
import { deleteRecoveryCodes, insertRecoveryCode, takeRecoveryCode } from "./rows.ts";

const NUMBER = 10;
/** Letters and digits of a code, with five bits each: enough that its hash can't be brute-forced. */
const LENGTH = 16;
const GROUP = 4;
/** No letter looks like a digit or another letter. */
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
export function makeRecoveryCodes(realm: Realm, user: UserId): string[] {
  deleteRecoveryCodes.run(realm.sql, { user });
  const codes = Array.from({ length: NUMBER }, () => newCode(realm.random));
  for (const code of codes) insertRecoveryCode.run(realm.sql, { user, hash: hashOf(code) });
  return codes;
}

/** Uses up a recovery code. Returns false if the account has no such code. */
export const useRecoveryCode = (realm: Realm, user: UserId, code: string): boolean =>
  takeRecoveryCode.first(realm.sql, { user, hash: hashOf(code) }) !== undefined;
