import { useState } from "preact/hooks";

/**
 * State of the choices in a picker. Omits choices that are no longer offered, such as people deactivated in the
 * meantime.
 */
export function useChosen(offered: readonly number[], initial: readonly number[] = []) {
  const [chosen, setChosen] = useState(initial);
  return [chosen.filter((id) => offered.includes(id)), setChosen] as const;
}
