import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/client.ts";
import { excerptOf } from "../../model/excerpt.ts";
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
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (View !== undefined) return;
    import("./widgets/widget.tsx").then(
      (module) => {
        View = module.WidgetBody;
        redraw({});
      },
      // Without a network: its text is shown.
      () => setFailed(true),
    );
  }, []);
  return (
    <div class="message-widget">
      {View === undefined ? hasFailed && excerptOf(props.message.content) : <View {...props} />}
    </div>
  );
}
