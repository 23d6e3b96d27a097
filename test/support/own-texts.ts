import type { Json } from "./json.ts";

/** A kind of text that users keep for themselves. */
interface OwnText {
  readonly kind: string;
  /** The kind's name in paths, in /register and in archives, and the name of its table and its limit. */
  readonly list: "drafts" | "saved_snippets" | "scheduled_messages";
  /** The name of the path parameter for a text's id. */
  readonly id: string;
  fields(user: number, text: string): Record<string, unknown>;
  change(text: string): Record<string, unknown>;
  /** Returns a text's row in an archive, without its owner and content. */
  archived(user: number): Json;
  /** Columns of its table as SQL, without owner and content. */
  readonly columns: Readonly<Record<string, string | number>>;
}

const LATER = 4_000_000_000;

const draftOf = (content: string) => ({ type: "", to: [], topic: "", content });

export const OWN_TEXTS: readonly OwnText[] = [
  {
    ...{ kind: "draft", list: "drafts", id: "draft_id" },
    fields: (_, text) => ({ drafts: [draftOf(text)] }),
    change: (text) => ({ draft: draftOf(text) }),
    archived: () => ({ type: "", to: [], topic: "", timestamp: 1 }),
    columns: { type: "''", recipients: "'[]'", topic: "''", edited_at: 1 },
  },
  {
    ...{ kind: "snippet", list: "saved_snippets", id: "saved_snippet_id" },
    fields: (_, content) => ({ title: content.split(" ")[0], content }),
    change: (content) => ({ content }),
    archived: () => ({ title: "Hi", date_created: 1 }),
    columns: { title: "'x'", date_created: 1 },
  },
  {
    ...{ kind: "scheduled", list: "scheduled_messages", id: "scheduled_message_id" },
    fields: (user, content) => ({ type: "direct", to: [user], content, scheduled_delivery_timestamp: LATER }),
    change: (content) => ({ content }),
    archived: (user) => ({ to: [user], deliver_at: LATER }),
    columns: {
      ...{ recipients: "'[1]'", topic: "''", markup: "'[]'", html: "'x'", realm_url: "''" },
      ...{ client: "'x'", read_by_sender: 1, due_at: 9_999_999_999, failed: 0 },
    },
  },
];

/** Returns what `make` returns for each kind, by the name of its list. */
export const ofOwnTexts = <Made>(make: (own: OwnText) => Made): Record<OwnText["list"], Made> =>
  Object.fromEntries(OWN_TEXTS.map((own) => [own.list, make(own)])) as Record<OwnText["list"], Made>;

/** Returns the id of a text from the response to its creation. */
export const ownTextId = ({ id }: OwnText, body: Json): number => body.ids?.[0] ?? body[id];
