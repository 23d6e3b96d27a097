/** Returns the first index for which `isPast` is true, or `length`. It must be false before that index, and true after. */
export function firstIndex(length: number, isPast: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
