/** The codes of emoji from their steps in emoji-order.ts: `1f600`, or `1f636-200d-1f32b` for one of several code points. */
export function codesOf(steps: string): string[] {
  let first = 0;
  return steps.split(" ").map((step) => {
    const [distance = "", rest] = step.split("+");
    first += Number.parseInt(distance, 36);
    const code = first.toString(16).padStart(4, "0");
    return rest === undefined ? code : `${code}-${rest}`;
  });
}
