const LONG = "long [text](http://x) `~~~` ".repeat(4000);
const nested = (depth: number): unknown => (depth === 0 ? "deep" : [nested(depth - 1)]);
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  "",
  "\u0000\ud800 @**all** ]( ``` ~~~",
  LONG,
  [],
  [null, 1, "x", {}],
  {},
  { constructor: 1, toString: "x" },
  "constructor",
  "__proto__",
  nested(80),
];

/** Returns a generator of random numbers with a seed, so that failures can be reproduced. */
export function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type Random = ReturnType<typeof randomFrom>;

/** Returns a copy of a value in which one random place has another value or is missing. */
export function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random(6) === 0) return ODD[random(ODD.length)];
  const names = Object.keys(value);
  const name = names[random(names.length)];
  if (name === undefined) return ODD[random(ODD.length)];
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? mutated(item, random) : item));
  const entries = Object.entries(value);
  if (random(4) === 0) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === name ? mutated(item, random) : item]));
}
