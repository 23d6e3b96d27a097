import type { UserId } from "../../../protocol/ids.ts";

/** The most services that are called at once: one that is slow keeps none of the others waiting, nor anything else. */
export const MAX_CONCURRENT_SERVICES = 6;
/** The most of these for one owner's bots, as long as others can come: their services can all be slow at the same time. */
const OF_ONE_OWNER = 4;

/** The calls that begin now: first those of the owner who has the fewest under way, of these the ones that are due first. */
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
