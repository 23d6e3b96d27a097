import type { Actor, Grant } from "../../src/protocol/actor.ts";
import { authenticateKeyHook } from "../../src/realm/admission-hooks.ts";
import type { Realm } from "../../src/realm/realm.ts";
import { hashKey, type KeyCredentials } from "../../src/rpc/credentials.ts";
import { inRealm } from "./object.ts";
import { Person } from "./person.ts";

let made = 0;

/** Stores the grant of an assistant, without a token, so that the assistant's requests can run later. */
export function storeGrant({ sql }: Realm, user: number, grant: Grant): void {
  const { id, name, approval } = grant;
  const lists = [grant.scopes, grant.excludedChannels, grant.excludedUsers].map((list) => JSON.stringify([...list]));
  sql.exec(
    `INSERT INTO assistant_grants (scopes, excluded_channels, excluded_users, id, user_id, client_id, client_name,
       redirect_host, resource, approval, created_at, ends_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'client.example', 'mcp', ?, 0, 9999999999)
     ON CONFLICT (id) DO UPDATE SET scopes = excluded.scopes, excluded_channels = excluded.excluded_channels,
       excluded_users = excluded.excluded_users, approval = excluded.approval
     WHERE client_id = excluded.client_id AND user_id = excluded.user_id`,
    ...[...lists, id, user, `test ${id}`, name, approval],
  );
  sql.exec(
    `INSERT OR IGNORE INTO assistant_tokens (hash, grant_id, expires_at)
     SELECT client_id, id, 9999999999 FROM assistant_grants WHERE id = ? AND client_id = ?`,
    ...[id, `test ${id}`],
  );
}

/** Returns an assistant that acts for a user with a grant, until the organization's object is evicted. */
export async function assistantOf(person: Person, grant: Partial<Grant> = {}): Promise<Person> {
  made += 1;
  const key = `assistant${made}`.padEnd(32, "x");
  const whole: Grant = {
    id: 7,
    name: "Claude",
    scopes: new Set(["read", "read:direct", "write", "write:direct"]),
    approval: "none",
    clientAnswers: true,
    excludedChannels: new Set(),
    excludedUsers: new Set(),
    ...grant,
  };
  await inRealm(person, (realm) => {
    storeGrant(realm, person.id, whole);
    const ask = realm.ask as (this: unknown, hook: unknown, ...args: unknown[]) => unknown;
    const withGrant = function (this: unknown, hook: unknown, ...args: unknown[]): unknown {
      const [credentials] = args as KeyCredentials[];
      if (hook !== authenticateKeyHook || credentials?.keyHash !== hashKey(key)) return ask.call(this, hook, ...args);
      const own = { ...credentials, keyHash: hashKey(person.key) };
      return { ...(ask.call(this, hook, own) as Actor), grant: whole };
    };
    Object.assign(realm, { ask: withGrant });
  });
  return new Person(person.host, person.email, key, person.id);
}
