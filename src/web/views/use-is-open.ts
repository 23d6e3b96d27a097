import { useEffect, useRef } from "preact/hooks";

/** `current` is true until the component is removed. For responses that may arrive after that. */
export function useIsOpen(): { readonly current: boolean } {
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  return isOpen;
}
