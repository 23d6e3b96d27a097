import type { Client } from "../../client/client.ts";
import type { ChannelId } from "../../model/ids.ts";
import { parsedJson } from "../../model/parsed-json.ts";

export interface PageDraft {
  /** The version of the page that the text is based on, and that version's content. */
  readonly version: number;
  readonly base: string;
  readonly text: string;
}

/**
 * Drafts of pages are stored like those of message edits, with the negative id of their channel instead of a message
 * id.
 */
const keyOf = (channel: ChannelId): number => -channel;

export function pageDraft(client: Client, channel: ChannelId): PageDraft | undefined {
  const kept = client.drafts.editOf(keyOf(channel));
  if (kept === undefined) return undefined;
  const parsed = parsedJson(kept);
  return parsed === undefined ? { version: 0, base: "", text: kept } : (parsed.value as PageDraft);
}

export const keepPageDraft = (client: Client, channel: ChannelId, draft: PageDraft | undefined): void =>
  client.drafts.keepEdit(keyOf(channel), draft && JSON.stringify(draft));
