/** Returns how many times other tasks on the thread ran while `work` ran. */
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
