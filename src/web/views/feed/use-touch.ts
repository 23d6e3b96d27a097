import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { onDemand } from "../../loads.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import type { Row } from "./rows.ts";

/** Handles touches on messages, on devices with a touch screen. */
export function useTouch(place: FeedPlace, rows: ReadonlySignal<readonly Row[]>): void {
  const client = useClient();
  useEffect(() => {
    if (!matchMedia("(any-pointer: coarse)").matches) return;
    let stop = () => {};
    let isOver = false;
    onDemand().then(
      ({ followTouch }) => {
        if (!isOver) stop = followTouch(client, place, rows);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [client, place, rows]);
}
