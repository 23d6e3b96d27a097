import { entryOf } from "../../../util/collections.ts";

type Nesting = readonly [group: number, subgroup: number];

/**
 * Orders groups so that each comes before its subgroups. If the added nestings form a cycle, the order enters it at a
 * group whose known containing groups all come before it. The caller must leave out added subgroups that come before
 * their group in this order.
 */
export function nestingOrder(known: Iterable<Nesting>, added: Iterable<Nesting>): ReadonlyMap<number, number> {
  const groups = new Map<number, { above: number; knownAbove: number; below: number[]; knownBelow: number[] }>();
  const groupOf = (id: number) => entryOf(groups, id, () => ({ above: 0, knownAbove: 0, below: [], knownBelow: [] }));
  for (const [group, subgroup] of added) {
    groupOf(group).below.push(subgroup);
    groupOf(subgroup).above += 1;
  }
  for (const [group, subgroup] of known) {
    groupOf(group).knownBelow.push(subgroup);
    groupOf(subgroup).knownAbove += 1;
  }
  const order = new Map<number, number>();
  const isReady = (id: number) => groupOf(id).above === 0 && groupOf(id).knownAbove === 0;
  const ready = [...groups.keys()].filter(isReady);
  /** Groups to continue with if none is ready because the added subgroups form a cycle. */
  const possible = [...groups.keys()].filter((id) => groupOf(id).knownAbove === 0);
  const place = (id: number) => {
    if (order.has(id)) return;
    order.set(id, order.size);
    for (const subgroup of groupOf(id).knownBelow) {
      groupOf(subgroup).knownAbove -= 1;
      if (groupOf(subgroup).knownAbove === 0) possible.push(subgroup);
    }
    for (const subgroup of groupOf(id).below) groupOf(subgroup).above -= 1;
    for (const subgroup of [...groupOf(id).knownBelow, ...groupOf(id).below])
      if (isReady(subgroup)) ready.push(subgroup);
  };
  for (const id of possible) {
    // `place` adds to `ready` and `possible`.
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) place(next);
    place(id);
  }
  return order;
}
