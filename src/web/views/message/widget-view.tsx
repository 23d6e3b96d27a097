import type { ComponentChildren } from "preact";
import type { Client } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import type { Message } from "../../model/message.ts";
import { lazyView } from "../../parts/lazy-view.tsx";

export interface WidgetProps {
  readonly client: Client;
  readonly message: Message;
  /** The message's text, shown if its widget is unknown or can't be loaded. */
  readonly children: ComponentChildren;
}

const Body = lazyView<WidgetProps>(async () => (await loadDeferred()).WidgetBody, {
  Missing: ({ children }) => <>{children}</>,
});

/** A poll, to-do list or buttons instead of a message's text. The code is loaded when the first one is shown. */
export const WidgetView = (props: WidgetProps) => (
  <div class="message-widget">
    <Body {...props} />
  </div>
);
