import { canonical } from "../../../util/canonical.ts";
import { commitmentTo, type Erasable } from "./erasable.ts";
import type { LastingEntry } from "./rows.ts";
import { type Hash, leafHash } from "./tree.ts";

/** The parts of an entry that can be erased, of which its leaf has commitments. */
interface ErasableParts {
  readonly personal: Erasable;
  readonly context: Erasable;
  readonly details: Erasable;
}

/** The hash of an entry's leaf. Whoever verifies a log computes it anew, so its form never changes without a new `v`. */
export function hashOfEntry(entry: LastingEntry, { personal, context, details }: ErasableParts): Hash {
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
