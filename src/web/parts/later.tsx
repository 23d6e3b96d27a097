import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { laterStyle } from "../style/later-style.ts";

interface Meanwhile<Props> {
  /** The component that is shown until the view is loaded. */
  readonly Waiting?: ComponentType<Props>;
  /** The component that is shown where the view cannot be loaded, such as without a network. */
  readonly Missing?: ComponentType<Props>;
}

/** A view that is loaded when it is first shown. If that fails, it is tried again the next time it is shown. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: Meanwhile<Props> = {},
): ComponentType<Props> {
  let View: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [hasFailed, setFailed] = useState(false);
    const [, redraw] = useState({});
    useEffect(() => {
      if (View !== undefined) return;
      Promise.all([load(), laterStyle()]).then(
        ([loaded]) => {
          View = loaded;
          redraw({});
        },
        () => setFailed(true),
      );
    }, []);
    const Shown = View ?? (hasFailed ? Missing : Waiting);
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
