import { type NoParams, statement } from "../database/statement.ts";
import { randomToken } from "../util/random.ts";
import { cacheKey, type Realm } from "./realm.ts";

const LENGTH = 40;

/**
 * Creates a getter of the secret in a table, which lets an organization recognize what it signed. The secret is
 * generated on first use.
 */
export function storedSecret(table: string): (realm: Realm) => string {
  const key = cacheKey<string>(table);
  const read = statement<NoParams, { secret: string }>(`SELECT secret FROM ${table}`);
  const write = statement<{ secret: string }>(`INSERT INTO ${table} (secret) VALUES (:secret)`);
  return (realm) =>
    realm.cached(key, () => {
      const known = read.first(realm.sql, {});
      if (known !== undefined) return known.secret;
      const secret = randomToken(realm.random, LENGTH);
      write.run(realm.sql, { secret });
      return secret;
    });
}
