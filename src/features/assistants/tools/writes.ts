import { type Caller, replyOf, textsOf, type UnguardedCaller } from "./caller.ts";
import type { conversationTarget } from "./conversation.ts";

type NewMessage = ReturnType<typeof conversationTarget> & { readonly content: string };

/** When something is due, and how it repeats from then on. */
export interface Due {
  /** Time in seconds since 1970. */
  readonly at: number;
  readonly recurrence?: string | undefined;
  readonly time_zone?: string | undefined;
}

interface MessageEdit {
  readonly content?: string;
  readonly topic?: string | undefined;
  readonly prev_content_sha256?: string;
}

/** Endpoints of all changes except sending, editing, moving and deleting messages, and asking the user. */
const MARKS = {
  react: "POST /messages/:id/reactions",
  unreact: "DELETE /messages/:id/reactions",
  flag: "POST /messages/flags",
  flagConversation: "POST /messages/flags/narrow",
  setTopicPolicy: "POST /user_topics",
  remind: "POST /reminders",
  cancelReminder: "DELETE /reminders/:id",
  cancelMessage: "DELETE /scheduled_messages/:id",
} as const;

/** All changes that tools can make. */
interface Writes {
  /** Sends a message, or schedules it. Returns its id. */
  readonly send: (message: NewMessage, due?: Due) => Promise<number>;
  readonly change: (message: number, edit: MessageEdit) => Promise<void>;
  readonly delete: (message: number) => Promise<void>;
  readonly mark: <Reply>(act: keyof typeof MARKS, fields: object, id?: number | string) => Promise<Reply>;
  readonly ask: (question: object) => Promise<{ readonly handle: string; readonly expires_at: number }>;
}

export type Writer = Caller & Writes;

/**
 * Returns the write functions for bots and the account's own programs, whose changes aren't counted and need no
 * approval.
 */
export function directWrites(caller: UnguardedCaller): Writes {
  const call = async <Reply>(route: string, fields: object = {}): Promise<Reply> =>
    replyOf(caller, route, await caller.call(route, textsOf(fields)));
  return {
    async send(message, due) {
      if (due === undefined) return (await call<{ id: number }>("POST /messages", message)).id;
      const { at, ...repeats } = due;
      const fields = { ...message, scheduled_delivery_timestamp: at, ...repeats };
      return (await call<{ scheduled_message_id: number }>("POST /scheduled_messages", fields)).scheduled_message_id;
    },
    change: (message, edit) => call(`PATCH /messages/${message}`, edit),
    delete: (message) => call(`DELETE /messages/${message}`),
    mark: (act, fields, id) => call(MARKS[act].replace(":id", String(id)), fields),
    ask: (question) => call("POST /assistants/questions", question),
  };
}

const refuse = () => Promise.reject(new Error("A call that only reads has changed something."));

/** For tools that only read. */
export const noWrites: Writes = { send: refuse, change: refuse, delete: refuse, mark: refuse, ask: refuse };
