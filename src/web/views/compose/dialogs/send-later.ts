import type { Client } from "../../../client/client.ts";
import { onDemand } from "../../../loads.ts";
import { timeChoices } from "../../../model/completion/times.ts";
import type { Conversation } from "../../../model/places/conversation.ts";
import { type MenuEntry, openMenu } from "../../../parts/overlays/menu.tsx";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import { dayAndTime } from "../../../words/time.ts";
import { attempt } from "../../attempt.ts";

/** The recipients of a message, as the API takes them. */
const recipientsOf = (to: Conversation, me: number) =>
  to.kind === "topic"
    ? { type: "channel", to: to.channel, topic: to.topic }
    : { type: "direct", to: to.users.length === 0 ? [me] : to.users };

interface Later {
  readonly to: Conversation;
  readonly content: string;
  /** Called once the message is scheduled. */
  readonly onDone: () => void;
}

/** Asks when a message is to be sent, and schedules it on the server. */
export function openSendLater(anchor: Element, client: Client, later: Later): void {
  const now = new Date();
  const compose = composeWords();
  const choices = timeChoices(now).filter(({ choice }) => choice !== "now");
  const entries: MenuEntry[] = [
    { title: compose.sendLater },
    ...choices.map(({ choice, at }): MenuEntry => {
      if (at === undefined)
        return { label: compose.times.choose, icon: "calendar-clock", run: () => choose(client, later) };
      return {
        label: compose.times[choice],
        icon: "clock",
        hint: dayAndTime(at.getTime() / 1000, now.getTime() / 1000),
        run: () => void attempt(client, () => schedule(client, later, at)),
      };
    }),
    "line",
    { label: compose.showScheduled, icon: "list", run: () => client.go({ view: "scheduled" }) },
  ];
  void openMenu(anchor, compose.sendMore, entries);
}

async function choose(client: Client, later: Later): Promise<void> {
  const { askTime } = await onDemand();
  const compose = composeWords();
  await askTime({
    title: compose.sendLater,
    submit: compose.schedule,
    ahead: true,
    act: (at) => schedule(client, later, at),
  });
}

async function schedule(client: Client, { to, content, onDone }: Later, at: Date): Promise<void> {
  const seconds = Math.floor(at.getTime() / 1000);
  const { scheduled_message_id: id } = await client.api.post<{ scheduled_message_id: number }>("/scheduled_messages", {
    ...recipientsOf(to, client.watch().user_id),
    content,
    scheduled_delivery_timestamp: seconds,
  });
  onDone();
  client.toast({
    text: composeWords().scheduledFor(dayAndTime(seconds, Date.now() / 1000)),
    action: {
      label: appWords().undo,
      run: () => void client.api.delete(`/scheduled_messages/${id}`).catch(() => undefined),
    },
  });
}
