/** Does something with each of several, also after it has failed with one of them; then throws the first failure. */
export function eachAlone<T>(all: Iterable<T>, act: (one: T) => void): void {
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      act(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
