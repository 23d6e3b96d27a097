import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { partToCome } from "../keyboard.ts";
import { laterStyle } from "../style/later-style.ts";

interface Meanwhile<Props> {
  /** The component that is shown until the view is loaded. */
  readonly Waiting?: ComponentType<Props>;
  /** The component that is shown where the view cannot be loaded, such as without a network. */
  readonly Missing?: ComponentType<Props>;
}

/** A view that is loaded when it is first shown. If that fails, it is tried again the next time it is shown. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: Meanwhile<Props> = {},
): ComponentType<Props> {
  let View: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [hasFailed, setFailed] = useState(false);
    const [, redraw] = useState({});
    const arrive = useRef<() => void>(undefined);
    // A layout effect, so that no key is lost that is pressed as soon as the page around the view is there.
    useLayoutEffect(() => {
      if (View === undefined) arrive.current = partToCome();
      return () => arrive.current?.();
    }, []);
    useEffect(() => {
      if (arrive.current === undefined) return;
      const draw = ([loaded]: readonly [ComponentType<Props>, unknown]) => {
        View = loaded;
        redraw({});
      };
      // Keys that have waited for the view are pressed when it is drawn.
      const done = () => setTimeout(() => arrive.current?.());
      void Promise.all([load(), laterStyle()])
        .then(draw, () => setFailed(true))
        .then(done);
    }, []);
    const Shown = View ?? (hasFailed ? Missing : Waiting);
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
