import type { Sql } from "../database/statement.ts";
import { randomToken } from "../util/random.ts";
import type { CacheKey, Realm } from "./realm.ts";

const LENGTH = 40;

interface SecretRows {
  readonly read: { first(sql: Sql, params: Record<string, never>): { readonly secret: string } | undefined };
  readonly write: { run(sql: Sql, params: { readonly secret: string }): void };
}

/** Returns a secret that lets an organization recognize what it signed. Generated on first use. */
export const storedSecret = (realm: Realm, key: CacheKey<string>, { read, write }: SecretRows): string =>
  realm.cached(key, () => {
    const known = read.first(realm.sql, {});
    if (known !== undefined) return known.secret;
    const secret = randomToken(realm.random, LENGTH);
    write.run(realm.sql, { secret });
    return secret;
  });
