/** Names of each Unicode emoji by its code. The first one is displayed. */
export type EmojiNames = Readonly<Record<string, readonly string[]>>;

const loads = new Map<string, Promise<EmojiNames>>();

async function load(url: string): Promise<EmojiNames> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the names of emoji could not be loaded: ${answer.status}`);
  const { code_to_names } = (await answer.json()) as { readonly code_to_names: EmojiNames };
  return code_to_names;
}

/** Loads the emoji names, once, from the URL given by the server (`server_emoji_data_url`). */
export function loadEmojiNames(url: string): Promise<EmojiNames> {
  const names =
    loads.get(url) ??
    load(url).catch((error: unknown) => {
      loads.delete(url);
      throw error;
    });
  loads.set(url, names);
  return names;
}
