import "./widget.css";
import { conversationOf } from "../../../model/places/conversation.ts";
import { type Choices, widgetOf } from "../../../model/widgets/widget.ts";
import { Button } from "../../../parts/button.tsx";
import type { WidgetProps } from "../widget-view.tsx";
import { PollView } from "./poll-view.tsx";
import { TodoView } from "./todo-view.tsx";

export function WidgetBody({ client, message, children }: WidgetProps) {
  const widget = widgetOf(message);
  switch (widget?.kind) {
    case undefined:
      return <>{children}</>;
    case "poll":
      return <PollView client={client} message={message} poll={widget} />;
    case "todo":
      return <TodoView client={client} message={message} list={widget} />;
    case "choices":
      return <ChoicesView client={client} message={message} choices={widget} />;
  }
}

type ChoicesViewProps = Pick<WidgetProps, "client" | "message"> & { readonly choices: Choices };

/** Buttons, each of which sends a reply to the conversation. */
const ChoicesView = ({ client, message, choices }: ChoicesViewProps) => (
  <div class="widget">
    <strong>{choices.heading}</strong>
    <ul class="widget-options">
      {choices.choices.map(({ name, text, reply }) => (
        <li key={name} class="choice">
          <Button onClick={() => client.outbox.send(conversationOf(message, client.watch().user_id), reply)}>
            {name}
          </Button>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </div>
);
