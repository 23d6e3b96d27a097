import type { Actor } from "../../protocol/actor.ts";
import { invalidApiKey, malformedApiKey, userDeactivated } from "../../protocol/errors.ts";
import type { KeyCredentials } from "../../realm/feature.ts";
import type { Realm } from "../../realm/realm.ts";
import { keyByHash, userById } from "./rows.ts";
import { actorOf, dummyEmail } from "./users.ts";

/** The account of a key; the address beside it must be that account's, the real one or the API one (conventions.md 4). */
export function authenticate(realm: Realm, { email, keyHash, wellFormed }: KeyCredentials): Actor {
  if (!wellFormed) throw malformedApiKey();
  const key = keyByHash.first(realm.sql, { hash: keyHash });
  const user = key && userById.first(realm.sql, { id: key.user_id });
  if (key === undefined || user === undefined) throw invalidApiKey();
  const names = [user.delivery_email, user.email, dummyEmail(realm, user.id)].map((name) => name.toLowerCase());
  if (!names.includes(email.toLowerCase())) throw invalidApiKey();
  if (user.is_active === 0) throw userDeactivated();
  return { ...actorOf(user), key_id: key.id };
}
