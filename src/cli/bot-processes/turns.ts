/**
 * Limits how much work runs at a time. The rest is queued. Each free slot goes to the owner with the fewest running
 * jobs, so that a busy owner can't starve others.
 */
export function takeTurns(atOnce: number) {
  const running = new Map<number, number>();
  const waiting: { readonly owner: number; begin(): void }[] = [];
  const placesOf = (owner: number) => running.get(owner) ?? 0;
  const taken = () => [...running.values()].reduce((sum, places) => sum + places, 0);

  function take(owner: number, change: 1 | -1) {
    const places = placesOf(owner) + change;
    if (places === 0) running.delete(owner);
    else running.set(owner, places);
  }

  function beginNext() {
    const fewest = Math.min(...waiting.map(({ owner }) => placesOf(owner)));
    const index = waiting.findIndex(({ owner }) => placesOf(owner) === fewest);
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (next === undefined) return;
    take(next.owner, 1);
    next.begin();
  }

  return async (owner: number, work: () => Promise<void>): Promise<void> => {
    if (taken() < atOnce) take(owner, 1);
    else await new Promise<void>((begin) => waiting.push({ owner, begin }));
    try {
      await work();
    } finally {
      take(owner, -1);
      beginNext();
    }
  };
}
