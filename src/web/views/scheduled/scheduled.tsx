import { type Client, useClient } from "../../client/client.ts";
import { isFull } from "../../client/sending/send-if-room.ts";
import { placeOfConversation } from "../../model/routes/conversation.ts";
import { conversationOfScheduled, scheduledInOrder } from "../../model/scheduled.ts";
import type { ScheduledMessage } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { composeWords } from "../../words/compose.ts";
import { navWords } from "../../words/nav.ts";
import { scheduledWords } from "../../words/screens.ts";
import { attempt, showDone } from "../attempt.ts";
import { compositionOf } from "../compose/composition.ts";
import { askTime } from "../compose/dialogs/time-dialog.tsx";
import { targetOfConversation } from "../compose/target/target.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { WrittenList, WrittenRow } from "../drafts/written-row.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";

export function Scheduled() {
  const client = useClient();
  const state = client.watch("later");
  const messages = scheduledInOrder(state);
  const app = appWords();
  const nav = navWords();
  const w = scheduledWords();
  return (
    <>
      <ScreenHeader title={nav.scheduled} />
      <div class="written-page">
        {messages.length === 0 ? (
          <Empty icon="calendar-clock" title={w.none} text={w.noneText} />
        ) : (
          <WrittenList label={nav.scheduled}>
            {messages.map((message) => (
              <WrittenRow
                key={message.scheduled_message_id}
                target={targetOfConversation(conversationOfScheduled(message), state.user_id)}
                time={<Time as="day" at={message.scheduled_delivery_timestamp} />}
                warning={message.failed ? w.failed : undefined}
                actions={(about) => (
                  <>
                    <Button describedBy={about} onClick={() => changeTime(client, message)}>
                      {w.change}
                    </Button>
                    <Button kind="quiet" describedBy={about} onClick={() => writeOn(client, message)}>
                      {app.edit}
                    </Button>
                    <MenuButton
                      icon="ellipsis"
                      label={app.more}
                      entries={() => [
                        { label: w.sendNow, icon: "send-horizontal", run: () => sendNow(client, message) },
                        { label: app.delete, icon: "trash-2", danger: true, run: () => remove(client, message) },
                      ]}
                    />
                  </>
                )}
              >
                <MessageContent html={message.rendered_content} surroundings={surroundingsOf(client)} />
              </WrittenRow>
            ))}
          </WrittenList>
        )}
      </div>
    </>
  );
}

const messagePath = ({ scheduled_message_id }: ScheduledMessage) => `/scheduled_messages/${scheduled_message_id}`;

/**
 * Deletes a scheduled message from the server. Resolves to false if that failed, for example because it was already
 * sent.
 */
const takeBack = (client: Client, message: ScheduledMessage) =>
  attempt(client, () => client.api.delete(messagePath(message)));

async function sendNow(client: Client, message: ScheduledMessage): Promise<void> {
  if (isFull(client.outbox)) client.toast({ text: composeWords().problems.full, kind: "error" });
  else if (await takeBack(client, message)) client.outbox.send(conversationOfScheduled(message), message.content);
}

/** Moves a scheduled message to the composer. It is no longer scheduled. */
async function writeOn(client: Client, message: ScheduledMessage): Promise<void> {
  if (!(await takeBack(client, message))) return;
  const to = conversationOfScheduled(message);
  client.go(placeOfConversation(to));
  compositionOf(client).startWith(targetOfConversation(to, client.watch().user_id), message.content);
}

const changeTime = (client: Client, message: ScheduledMessage) =>
  askTime({
    title: scheduledWords().change,
    submit: appWords().save,
    from: new Date(Math.max(message.scheduled_delivery_timestamp * 1000, Date.now() + 600_000)),
    ahead: true,
    act: (at) =>
      client.api.patch(messagePath(message), { scheduled_delivery_timestamp: Math.floor(at.getTime() / 1000) }),
  });

async function remove(client: Client, message: ScheduledMessage): Promise<void> {
  if (!(await takeBack(client, message))) return;
  const { type, to, topic, content, scheduled_delivery_timestamp } = message;
  const again = { type, to, content, scheduled_delivery_timestamp, ...(topic !== undefined && { topic }) };
  showDone(client, scheduledWords().deleted, () => client.api.post("/scheduled_messages", again));
}
