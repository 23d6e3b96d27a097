import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/client.ts";
import type { Message } from "../../model/message.ts";
import type { Widget } from "../../model/widgets/widget.ts";

export interface WidgetProps {
  readonly client: Client;
  readonly message: Message;
  readonly widget: Widget;
}

let View: ComponentType<WidgetProps> | undefined;

/** A poll, a to-do list or buttons, in place of a message's text: loaded when the first one is shown. */
export function WidgetView(props: WidgetProps) {
  const [, redraw] = useState({});
  useEffect(() => {
    if (View !== undefined) return;
    void import("./widgets/widget.tsx").then((module) => {
      View = module.WidgetBody;
      redraw({});
    });
  }, []);
  return <div class="message-widget">{View !== undefined && <View {...props} />}</div>;
}
