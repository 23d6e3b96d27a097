import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import type { NamedEmoji } from "../../../model/completion/candidate.ts";
import { indexed, type Named } from "../../../model/completion/ranked.ts";
import { usableCustomEmoji } from "../../../model/emoji/emoji.ts";
import { type EmojiNames, loadEmojiNames } from "../../../parts/emoji/emoji-names.ts";

const known = signal<EmojiNames | undefined>(undefined);
let asked = false;

const indexes = new WeakMap<Client, ReadonlySignal<readonly Named<NamedEmoji>[]>>();

/** All emoji that can be written, as far as they are loaded. */
export function emojiIndex(client: Client): ReadonlySignal<readonly Named<NamedEmoji>[]> {
  if (!asked) {
    asked = true;
    void load(client.watch().server_emoji_data_url);
  }
  const index = indexes.get(client) ?? computed(() => indexOf(client));
  indexes.set(client, index);
  return index;
}

async function load(url: string): Promise<void> {
  try {
    known.value = await loadEmojiNames(url);
  } catch {
    asked = false;
  }
}

function indexOf(client: Client): Named<NamedEmoji>[] {
  const own = usableCustomEmoji(client.watch("emoji"));
  const taken = new Set(own.map(({ name }) => name));
  const customs = own.map(
    ({ id, name, still_url, source_url }): NamedEmoji => ({
      name,
      aliases: [],
      type: "realm_emoji",
      code: id,
      picture: still_url ?? source_url,
    }),
  );
  const others = Object.entries(known.value ?? {}).flatMap(([code, names]): NamedEmoji[] => {
    const [name, ...aliases] = names.filter((one) => !taken.has(one));
    return name === undefined ? [] : [{ name, aliases, type: "unicode_emoji", code, picture: undefined }];
  });
  return indexed([...customs, ...others], ({ name, aliases }) => [name, ...aliases]);
}
