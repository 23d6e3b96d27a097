// A key's number encodes its sender, its secret (the generation), and the number of times that secret was ratcheted
// (the step). Numbers of 53 bits are exact: 21 for members, 24 for generations, 8 for steps.

export const MAX_STEPS = 255;
const STEPS = 256;
const GENERATIONS = 2 ** 24;

interface KeyName {
  readonly member: number;
  readonly generation: number;
  readonly step: number;
}

export const keyNumber = ({ member, generation, step }: KeyName): number =>
  (member * GENERATIONS + generation) * STEPS + step;

export function readKeyNumber(kid: number): KeyName {
  const rest = Math.floor(kid / STEPS);
  return { member: Math.floor(rest / GENERATIONS), generation: rest % GENERATIONS, step: kid % STEPS };
}

/** True if the later of two keys was ratcheted from the earlier one: same member, same secret. */
export const isOfOneSecret = (one: number, other: number): boolean =>
  Math.floor(one / STEPS) === Math.floor(other / STEPS);
