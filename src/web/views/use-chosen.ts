import { useState } from "preact/hooks";

/** Holds the choices in a picker, without those no longer offered, such as people deactivated in the meantime. */
export function useChosen(offered: readonly number[], initial: readonly number[] = []) {
  const [chosen, setChosen] = useState(initial);
  return [chosen.filter((id) => offered.includes(id)), setChosen] as const;
}
