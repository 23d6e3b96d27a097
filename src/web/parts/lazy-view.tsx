import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { partToCome } from "../keyboard.ts";
import { laterStyle } from "../style/later-style.ts";

interface Meanwhile<Props> {
  /** Shown until the view is loaded. */
  readonly Waiting?: ComponentType<Props>;
  /** Shown if the view can't be loaded, such as when offline. */
  readonly Missing?: ComponentType<Props>;
}

/** Returns a view that is loaded when first shown. If loading fails, it is retried the next time the view is shown. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: Meanwhile<Props> = {},
): ComponentType<Props> {
  let View: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [hasFailed, setFailed] = useState(false);
    const [, redraw] = useState({});
    const arrive = useRef<() => void>(undefined);
    // A layout effect, so that no key is lost if it is pressed as soon as the surrounding page is shown.
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
      // Keys that waited for the view are replayed when it is rendered.
      const done = () => setTimeout(() => arrive.current?.());
      void Promise.all([load(), laterStyle()])
        .then(draw, () => setFailed(true))
        .then(done);
    }, []);
    const Shown = View ?? (hasFailed ? Missing : Waiting);
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
