import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { FeedPlace } from "../../model/place.ts";
import { openMenu } from "../../parts/menu.tsx";
import { words } from "../../words/words.ts";
import type { Row } from "./rows.ts";

/** What a finger does with messages beside what a pointer does: one that rests on a message shows what can be done. */
export function useTouch(place: FeedPlace, rows: ReadonlySignal<readonly Row[]>): void {
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
    const load = async () => {
      const [press, tap] = await Promise.all([import("./long-press.ts"), import("./tap-while-writing.ts")]);
      if (isOver) return;
      const stops = [press.followLongPress(show), tap.followTapsWhileWriting()];
      stop = () => {
        for (const one of stops) one();
      };
    };
    load().catch(() => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [client, place, rows]);
}
