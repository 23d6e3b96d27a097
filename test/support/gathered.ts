/** Collects an async iterable into an array. */
export async function gathered<One>(coming: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = [];
  for await (const one of coming) all.push(one);
  return all;
}
