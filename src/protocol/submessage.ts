import * as v from "valibot";

export const submessageSchema = v.strictObject({
  id: v.number(),
  message_id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});

/**
 * Buttons below a message sent by the server. Each adds or removes a reaction. Clients without support show the message
 * text.
 */
export interface ReactionsWidget {
  readonly widget_type: "reactions";
  readonly extra_data: {
    readonly choices: readonly { readonly emoji_name: string; readonly emoji_code: string; readonly text: string }[];
  };
}

/** A further submessage that reports the decision made with a `ReactionsWidget`. */
export interface DecidedPart {
  readonly type: "decided";
  readonly state: "approved" | "declined" | "answered" | "expired" | "failed";
  /** The option that was chosen, if any. */
  readonly choice?: string;
  readonly message_id?: number;
}

/** A further submessage of a bot that replaces its message's widget; null for none. There is only the newest. */
export interface ReplacedPart {
  readonly type: "replaced";
  readonly widget: object | null;
}
