import { useState } from "preact/hooks";

/** Holds what is chosen in a picker, without what is no longer offered, such as people deactivated meanwhile. */
export function useChosen(offered: readonly number[], initial: readonly number[] = []) {
  const [chosen, setChosen] = useState(initial);
  return [chosen.filter((id) => offered.includes(id)), setChosen] as const;
}
