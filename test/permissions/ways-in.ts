import { changeRealm } from "../support/object.ts";
import type { Person } from "../support/person.ts";

/**
 * Queries for the rows that give access to an account, now or later. All endpoints that write them are listed below.
 */
const WAYS = {
  password: "SELECT user_id, hash FROM passwords",
  address: "SELECT id, delivery_email FROM users WHERE bot_type IS NULL",
  "API key": "SELECT k.user_id, k.hash FROM api_keys k JOIN users u ON u.id = k.user_id WHERE u.bot_type IS NULL",
  session: "SELECT user_id, hash, owes_setup FROM sessions",
  passkey: "SELECT user_id, credential FROM passkeys",
  "second factor":
    "SELECT user_id, secret FROM second_factors UNION ALL SELECT user_id, secret FROM second_factor_setups",
  "recovery codes": "SELECT user_id, hash FROM recovery_codes",
  "linked service": "SELECT user_id, issuer, subject FROM external_logins",
  unfinished: `SELECT user_id, hash AS key FROM login_tickets WHERE user_id IS NOT NULL
    UNION ALL SELECT user_id, key_hash FROM password_resets UNION ALL SELECT user_id, key_hash FROM email_changes
    UNION ALL SELECT user_id, key_hash FROM device_links
    UNION ALL SELECT user_id, key_hash FROM outside_devices WHERE allowed = 1`,
  "of someone outside": "SELECT user_id, keep_hash FROM outside_people WHERE keep_hash IS NOT NULL",
} as const;

/** Every endpoint that can change an account's credentials, with the kinds of credentials that it changes. */
export const CHANGES_OF_WAYS_IN: Readonly<Record<string, string>> = {
  // Login.
  "POST /fetch_api_key": "API key",
  "POST /dev_fetch_api_key": "API key, session",
  "POST /jwt/fetch_api_key": "API key",
  "POST /login": "session",
  "POST /login/second_factor": "session",
  "POST /login/passkey": "session",
  "POST /users/me/device_link": "unfinished",
  "POST /device_link/:key": "session, unfinished",
  "POST /logout": "session",
  // New accounts.
  "POST /join/:key": "password, address, session",
  "POST /outside_access/:key": "address, session",
  "POST /users": "password, address",
  "POST /outside_devices/:device_key": "session, unfinished",
  "POST /outside_access/keep/:key": "address, session, unfinished, of someone outside",
  // The caller's own account.
  "POST /outside_access/keep": "of someone outside",
  "PATCH /settings": "password, address, session, unfinished",
  "POST /users/me/api_key/regenerate": "API key",
  "DELETE /users/me/api_keys": "API key",
  "DELETE /users/me/api_keys/:key_id": "API key",
  "DELETE /users/me/sessions": "session",
  "DELETE /users/me/sessions/:session_id": "session",
  "POST /users/me/passkeys/begin": "passkey",
  "POST /users/me/passkeys": "passkey",
  "DELETE /users/me/passkeys/:passkey_id": "passkey",
  "POST /users/me/second_factor": "second factor",
  "POST /users/me/second_factor/confirm": "second factor",
  "POST /users/me/second_factor/recovery_codes": "recovery codes",
  "DELETE /users/me/second_factor": "second factor",
  "POST /users/me/external_logins": "linked service",
  "DELETE /users/me/external_logins/:login_id": "linked service",
  "POST /realm/login_connections": "none by itself, but all for whoever it names",
  "PATCH /realm/login_connections": "none by itself, but the order on the login page",
  "PATCH /realm/login_connections/:connection_id": "none by itself, but all for whoever it names",
  "DELETE /realm/login_connections/:connection_id": "none by itself, but all for whoever it names",
  "POST /realm/login_domains": "none by itself, but which service the login page leads to",
  "POST /realm/login_domains/:login_domain_id/check": "none by itself, but which service the login page leads to",
  "DELETE /realm/login_domains/:login_domain_id": "none by itself, but which service the login page leads to",
  // By email.
  "POST /password_reset": "unfinished",
  "POST /password_reset/:key": "password, API key, session, unfinished",
  "POST /confirm_new_email/:key": "address, unfinished",
  // Other users.
  "PATCH /users/:user_id": "address, session, unfinished",
  "PATCH /users/:email": "address, session, unfinished",
  "DELETE /users/:user_id/logins": "API key, session, unfinished",
  "DELETE /outside_links/people/:user_id": "session, unfinished",
  "POST /outside_links/people/:user_id/keep": "address, session, unfinished, of someone outside",
  "POST /outside_links/:link_id/devices/:request_id": "unfinished",
  "DELETE /realm/logins": "API key, session, unfinished",
  "DELETE /users/:user_id/second_factor": "second factor, session, unfinished",
  "POST /users/:user_id/erase": "session, unfinished",
  "POST /users/:user_id/password_link": "unfinished",
  "POST /organizations/second_factor/reset": "second factor, session, unfinished",
  "POST /organizations/people/role": "session, unfinished",
  "POST /organizations/password_link": "unfinished",
  "POST /organizations/password": "password, API key, session, unfinished",
  "POST /organizations/people/add": "address, unfinished",
  "POST /organizations/people/end_logins": "API key, session, unfinished",
  "POST /organizations/reactivate": "none, but it takes the password of an owner",
  "POST /imports/:import_id/start": "of new accounts",
};

/** Returns the kinds of credentials that differ between two readings. */
export const changedWays = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] => Object.keys(WAYS).filter((way) => before[way] !== after[way]);

/** Returns all credentials of an organization's accounts as texts that can be compared, by kind. */
export async function readWays(person: Person): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  await changeRealm(person, ({ sql }) => {
    for (const [way, statement] of Object.entries(WAYS)) {
      const rows = sql
        .exec(statement)
        .toArray()
        .map((row) => JSON.stringify(Object.values(row)));
      read[way] = rows.sort().join("\n");
    }
  });
  return read;
}

/** Endpoints whose samples certainly change credentials, to prove that the comparison works. */
export const CERTAIN_CHANGES = ["POST /users", "POST /join/:key", "POST /dev_fetch_api_key"];
