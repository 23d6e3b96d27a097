import type { Client } from "../../client/client.ts";
import { type Shared, takeShared } from "../../client/sharing/shared.ts";
import type { PaletteTarget } from "../../model/search/palette-target.ts";
import { laterStyle } from "../../style/later-style.ts";
import { listed } from "../../words/format.ts";
import { sharingWords } from "../../words/switching.ts";
import { compositionOf } from "../compose/composition.ts";
import { openDialog } from "../dialogs/open-dialog.tsx";
import { ConversationChoice } from "../palette/palette.tsx";
import { placeOfEntry } from "../palette/palette-entry.ts";

/** Asks where what was shared into the client goes, if there is anything. */
export async function openShared(client: Client): Promise<void> {
  const shared = await takeShared();
  if (shared === undefined) return;
  const w = sharingWords();
  if (shared.left > 0) client.toast({ text: w.left(shared.left), kind: "error" });
  if (shared.text === "" && shared.files.length === 0) return;
  await laterStyle();
  const names = shared.files.map(({ name }) => name);
  const note = [shared.text.slice(0, 200), names.length > 0 && w.files(listed(names))].filter(Boolean).join(" · ");
  openDialog(
    client,
    <ConversationChoice choice={{ title: w.title, note, take: (target) => shareTo(client, target, shared) }} />,
  );
}

/** Opens a conversation with what was shared in its composer, after what is written there already. */
function shareTo(client: Client, target: PaletteTarget, { text, files }: Shared): void {
  const state = client.watch();
  const place = placeOfEntry(state, target);
  if (place === undefined) return;
  const composition = compositionOf(client);
  client.go(place);
  composition.enter(place);
  if (target.kind === "channel") {
    composition.startIn({ kind: "topic", channel: target.channel, topic: "" });
    composition.changeTarget();
  }
  composition.add(text.slice(0, state.max_message_length), files);
}
