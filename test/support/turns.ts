/** How often others on the thread had their turn while some work was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const others = (async () => {
    for (; !isOver; turns += 1) await scheduler.wait(0);
  })();
  try {
    await work();
  } finally {
    isOver = true;
  }
  await others;
  return turns;
}
