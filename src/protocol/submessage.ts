import * as v from "valibot";

export const submessageSchema = v.strictObject({
  id: v.number(),
  message_id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});

/**
 * Buttons below a message sent by the server. Each adds or removes a reaction. Clients that don't support the widget
 * only show the message's text.
 */
export interface ReactionsWidget {
  readonly widget_type: "reactions";
  readonly extra_data: {
    readonly choices: readonly { readonly emoji_name: string; readonly emoji_code: string; readonly text: string }[];
  };
}

/** An additional submessage with the outcome of a `ReactionsWidget`. */
export interface DecidedPart {
  readonly type: "decided";
  readonly state: "approved" | "declined" | "answered" | "expired" | "failed";
  readonly choice?: string;
  readonly message_id?: number;
}

/**
 * An additional submessage by a bot that replaces its message's widget, or removes it if null. Only the newest is kept.
 */
export interface ReplacedPart {
  readonly type: "replaced";
  readonly widget: object | null;
}
