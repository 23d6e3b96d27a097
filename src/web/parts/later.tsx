import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { laterStyle } from "../style/later-style.ts";

interface Meanwhile<Props> {
  /** What stands there until it is loaded. */
  readonly Waiting?: ComponentType<Props>;
  /** What stands there where it cannot be loaded: without a network, for instance. */
  readonly Missing?: ComponentType<Props>;
}

/** A view that is loaded when it is first shown. Where that fails, it is tried again when it is shown again. */
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
