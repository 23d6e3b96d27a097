import { createHmac } from "node:crypto";
import { canonical, type Json } from "../util/canonical.ts";
import { type Hash, leafHash } from "./tree.ts";

/*
 * Names, addresses and details may have to go one day, so they are not a part of an entry's leaf. The leaf has a commitment to each
 * instead: an HMAC with a random key, the salt, that is kept beside it. Once both are deleted, the commitment tells nothing, and the
 * entry with its place in the tree is provable as before.
 */

export type Fields = { readonly [name: string]: Json };
/** Fields with their salt; or, once they are erased, the commitment to them. */
export type Erasable = { readonly salt: string; readonly fields: Fields } | { readonly erased: string };

/** The part of an entry that nothing is ever taken away from; `at` is in milliseconds since 1970. */
interface LastingPart {
  readonly id: number;
  readonly at: number;
  readonly action: string;
  readonly result: string;
  readonly actor_type: string;
  readonly actor_id: number | null;
  readonly entity_type: string;
  readonly entity_id: string;
}

/** The parts of an entry that can be erased, of which its leaf has commitments. */
interface ErasableParts {
  readonly personal: Erasable;
  readonly context: Erasable;
  readonly details: Erasable;
}

/** The commitment to fields, which stays the same when they are erased. */
export const commitmentTo = (some: Erasable): string =>
  "erased" in some
    ? some.erased
    : createHmac("sha256", Buffer.from(some.salt, "base64url")).update(canonical(some.fields)).digest("base64url");

/** The hash of an entry's leaf. Whoever verifies a log computes it anew, so its form never changes without a new `v`. */
export function hashOfEntry(entry: LastingPart, { personal, context, details }: ErasableParts): Hash {
  const { id, at, action, result, actor_type, actor_id, entity_type, entity_id } = entry;
  return leafHash(
    new TextEncoder().encode(
      canonical({
        v: 1,
        id,
        at,
        action,
        result,
        actor: { type: actor_type, id: actor_id },
        entity: { type: entity_type, id: entity_id },
        personal_c: commitmentTo(personal),
        context_c: commitmentTo(context),
        details_c: commitmentTo(details),
      }),
    ),
  );
}
