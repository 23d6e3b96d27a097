import type { Json } from "./json.ts";

/** A kind of text that users keep for themselves. */
interface OwnText {
  readonly kind: string;
  /** Name in paths, in /register, in archives and of its limit. */
  readonly list: "drafts" | "saved_snippets" | "scheduled_messages";
  /** Parameter of its id in paths. */
  readonly id: string;
  fields(user: number, text: string): Record<string, unknown>;
  change(text: string): Record<string, unknown>;
}

const LATER = 4_000_000_000;

const draftOf = (content: string) => ({ type: "", to: [], topic: "", content });

export const OWN_TEXTS: readonly OwnText[] = [
  {
    ...{ kind: "draft", list: "drafts", id: "draft_id" },
    fields: (_, text) => ({ drafts: [draftOf(text)] }),
    change: (text) => ({ draft: draftOf(text) }),
  },
  {
    ...{ kind: "snippet", list: "saved_snippets", id: "saved_snippet_id" },
    fields: (_, content) => ({ title: content.split(" ")[0], content }),
    change: (content) => ({ content }),
  },
  {
    ...{ kind: "scheduled", list: "scheduled_messages", id: "scheduled_message_id" },
    fields: (user, content) => ({ type: "direct", to: [user], content, scheduled_delivery_timestamp: LATER }),
    change: (content) => ({ content }),
  },
];

/** The id of a text in the response to its creation. */
export const ownTextId = ({ id }: OwnText, body: Json): number => body.ids?.[0] ?? body[id];
