import "./share.css";
import type { Client } from "../../client/client.ts";
import { type Shared, takeShared } from "../../client/share-target/shared.ts";
import type { PaletteTarget } from "../../model/search/palette-target.ts";
import { Icon } from "../../parts/icon.tsx";
import { confirm } from "../../parts/overlays/dialog.tsx";
import { laterStyle } from "../../style/later-style.ts";
import { fileSize } from "../../words/file-size.ts";
import { listed } from "../../words/format.ts";
import { sharingWords } from "../../words/switching.ts";
import { compositionOf } from "../compose/composition.ts";
import { ConversationChoice } from "../palette/palette.tsx";
import { placeOfEntry } from "../palette/palette-entry.ts";

/**
 * Shows each item shared to the client, and asks where it goes. Any website can post to the share URL, so nothing is
 * accepted before the user has seen and confirmed it.
 */
export async function openShared(client: Client): Promise<void> {
  for (let shared = await takeShared(); shared !== undefined; shared = await takeShared()) {
    const w = sharingWords();
    if (shared.left > 0) client.toast({ text: w.left(shared.left), kind: "error" });
    if (shared.text === "" && shared.files.length === 0) continue;
    await laterStyle();
    const text = <SharedContent shared={shared} />;
    if (await confirm({ title: w.outside, text, action: w.choose })) await chooseConversation(client, shared);
  }
}

function SharedContent({ shared: { text, files } }: { readonly shared: Shared }) {
  return (
    <>
      <p>{sharingWords().outsideText}</p>
      {text !== "" && (
        <div class="shared-text" dir="auto">
          {text}
        </div>
      )}
      {files.length > 0 && (
        <ul class="shared-files">
          {files.map(({ name, size }, at) => (
            <li key={at}>
              <Icon name="paperclip" size={16} />
              <span class="one-line">{name}</span>
              <span class="shared-size">{fileSize(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Lets the user choose a conversation for the shared content. Resolves when the dialog is closed. */
function chooseConversation(client: Client, shared: Shared): Promise<void> {
  const w = sharingWords();
  const names = shared.files.map(({ name }) => name);
  const note = [shared.text.slice(0, 200), names.length > 0 && w.files(listed(names))].filter(Boolean).join(" · ");
  const choice = { title: w.title, note, take: (target: PaletteTarget) => shareTo(client, target, shared) };
  return new Promise((resolve) => client.show(<ConversationChoice choice={choice} onClosed={resolve} />));
}

/** Opens a conversation with the shared content in its composer, appended to what is already written. */
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
  composition.add(text, files);
}
