import type { ComponentChildren } from "preact";
import type { Client } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import type { Message } from "../../model/messages/message.ts";
import { lazyView } from "../../parts/later.tsx";

export interface WidgetProps {
  readonly client: Client;
  readonly message: Message;
  /** The text of the message, shown if its widget is unknown or cannot be loaded. */
  readonly children: ComponentChildren;
}

const Body = lazyView<WidgetProps>(async () => (await loadDeferred()).WidgetBody, {
  Missing: ({ children }) => <>{children}</>,
});

/** A poll, a to-do list or buttons in place of a message's text. The code is loaded when the first one is shown. */
export const WidgetView = (props: WidgetProps) => (
  <div class="message-widget">
    <Body {...props} />
  </div>
);
