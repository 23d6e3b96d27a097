import { createHmac } from "node:crypto";
import { canonical, type Json } from "../util/canonical.ts";
import { type Hash, leafHash } from "./tree.ts";

/*
 * Names, addresses and details may have to be erased later, so they aren't part of an entry's leaf. The leaf has a
 * commitment to each instead: an HMAC with a random key, the salt, stored next to it. Once both are deleted, the
 * commitment reveals nothing, but the entry and its place in the tree can still be proven.
 */

export type Fields = { readonly [name: string]: Json };
/** Fields with their salt, or, once erased, just the commitment to them. */
export type Erasable = { readonly salt: string; readonly fields: Fields } | { readonly erased: string };

/** The permanent part of an entry. `at` is in milliseconds since 1970. */
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

/** The erasable parts of an entry. Its leaf contains commitments to them. */
interface ErasableParts {
  readonly personal: Erasable;
  readonly context: Erasable;
  readonly details: Erasable;
}

/** Returns the commitment to fields, which stays the same after their erasure. */
export const commitmentTo = (some: Erasable): string =>
  "erased" in some
    ? some.erased
    : createHmac("sha256", Buffer.from(some.salt, "base64url")).update(canonical(some.fields)).digest("base64url");

/** Returns the hash of an entry's leaf. Verifiers recompute it, so its form never changes without a new `v`. */
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
