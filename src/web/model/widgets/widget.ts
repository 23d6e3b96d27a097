import type { Message } from "../messages/message.ts";
import { asFields, asList, asText, fieldsOf } from "./json.ts";
import { type Poll, pollOf } from "./poll.ts";
import { type TodoList, todoOf } from "./todo.ts";

/** Buttons, each of which sends a reply to the sender of the message. */
export interface Choices {
  readonly kind: "choices";
  readonly heading: string;
  readonly choices: readonly { readonly name: string; readonly text: string; readonly reply: string }[];
}

type Widget = Poll | TodoList | Choices;

/** The widget that a message shows instead of its text; undefined if it shows its text, or has an unknown widget. */
export function widgetOf({ submessages, sender_id }: Message): Widget | undefined {
  const [first, ...later] = submessages.filter(({ msg_type }) => msg_type === "widget").sort((a, b) => a.id - b.id);
  const widget = first === undefined ? undefined : fieldsOf(first.content);
  const data = asFields(widget?.["extra_data"]) ?? {};
  switch (widget?.["widget_type"]) {
    case "poll":
      return pollOf(data, later, sender_id);
    case "todo":
      return todoOf(data, later, sender_id);
    case "zform":
      return data["type"] === "choices" ? choicesOf(data) : undefined;
    default:
      return undefined;
  }
}

const choicesOf = (data: Readonly<Record<string, unknown>>): Choices => ({
  kind: "choices",
  heading: asText(data["heading"]),
  choices: asList(data["choices"]).map((one) => {
    const choice = asFields(one) ?? {};
    return { name: asText(choice["short_name"]), text: asText(choice["long_name"]), reply: asText(choice["reply"]) };
  }),
});
