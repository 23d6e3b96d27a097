import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { FeedPlace } from "../../model/place.ts";
import { openMenu } from "../../parts/menu.tsx";
import { words } from "../../words/words.ts";
import type { Row } from "./rows.ts";

/** Shows what can be done with a message when a finger rests on it. */
export function useLongPress(place: FeedPlace, rows: ReadonlySignal<readonly Row[]>): void {
  const client = useClient();
  useEffect(() => {
    if (!matchMedia("(any-pointer: coarse)").matches) return;
    let stop = () => {};
    let isOver = false;
    const show = async (row: HTMLElement) => {
      const message = rows.peek().find(({ key }) => key === row.dataset["row"])?.message;
      if (message === undefined) return;
      const anchor = row.querySelector(".message") ?? row;
      const { menuEntries } = await import("../message/message-toolbar.tsx");
      await openMenu(anchor, words().message.actions, menuEntries({ client, message, place, anchor }, "all"));
    };
    void import("./long-press.ts").then(
      ({ followLongPress }) => {
        if (!isOver) stop = followLongPress(show);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [client, place, rows]);
}
