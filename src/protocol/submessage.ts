import * as v from "valibot";

/** A submessage of a message, such as a vote in a poll. */
export const submessageSchema = v.strictObject({
  id: v.number(),
  message_id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});

/** Buttons under a message of the server, each of which adds or removes a reaction. Clients that do not know them show its text. */
export interface ReactionsWidget {
  readonly widget_type: "reactions";
  readonly extra_data: {
    readonly choices: readonly { readonly emoji_name: string; readonly emoji_code: string; readonly text: string }[];
  };
}

/** Tells by a further submessage what has become of the things that buttons of such a widget decide about. */
export interface DecidedPart {
  readonly type: "decided";
  readonly state: "approved" | "declined" | "answered" | "expired" | "failed";
  /** The choice that was made, if the answer is one. */
  readonly choice?: string;
  /** The message that was sent then. */
  readonly message_id?: number;
}
