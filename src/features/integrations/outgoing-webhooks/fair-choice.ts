import type { UserId } from "../../../protocol/ids.ts";

/** Maximum services called at the same time. A slow one must not delay the others, or anything else. */
export const MAX_CONCURRENT_SERVICES = 6;
/**
 * Maximum for one owner's bots while other owners' calls are waiting, because all of an owner's services can be slow at
 * once.
 */
const OF_ONE_OWNER = 4;

/** Picks the calls to start now: those of the owner with the fewest in progress first, then by due time. */
export function fairChoice<Call extends { readonly owner: UserId }>(
  due: readonly Call[],
  underWay: Iterable<UserId>,
): readonly Call[] {
  const taken = new Map<UserId, number>();
  const takenBy = (owner: UserId) => taken.get(owner) ?? 0;
  let room = MAX_CONCURRENT_SERVICES;
  const take = (owner: UserId) => {
    taken.set(owner, takenBy(owner) + 1);
    room -= 1;
  };
  for (const owner of underWay) take(owner);
  const chosen = new Set<Call>();
  while (room > 0) {
    let next: Call | undefined;
    for (const call of due) {
      if (chosen.has(call) || takenBy(call.owner) >= OF_ONE_OWNER) continue;
      if (next === undefined || takenBy(call.owner) < takenBy(next.owner)) next = call;
    }
    if (next === undefined) break;
    chosen.add(next);
    take(next.owner);
  }
  return [...chosen];
}
