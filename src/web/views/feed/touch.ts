import type { ReadonlySignal } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { messageWords } from "../../words/message.ts";
import { menuEntries } from "../message/message-toolbar.tsx";
import { followLongPress } from "./long-press.ts";
import type { Row } from "./rows.ts";
import { followTapsWhileWriting } from "./tap-while-writing.ts";

/** Handles touches on messages: a long press opens the menu. Returns a function that ends it. */
export function followTouch(client: Client, place: FeedPlace, rows: ReadonlySignal<readonly Row[]>): () => void {
  const show = async (row: HTMLElement) => {
    const message = rows.peek().find(({ key }) => key === row.dataset["row"])?.message;
    if (message === undefined) return;
    const anchor = row.querySelector(".message") ?? row;
    await openMenu(anchor, messageWords().actions, menuEntries({ client, message, place, anchor }, "all"));
  };
  const stops = [followLongPress(show), followTapsWhileWriting()];
  return () => {
    for (const stop of stops) stop();
  };
}
