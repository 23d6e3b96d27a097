/** Calls a function for each element, even if some calls fail, and then throws the first error. */
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
