import { type Client, useClient } from "../../client/client.ts";
import { isFull } from "../../client/sending/send-if-room.ts";
import { type Conversation, placeOfConversation, targetOfConversation } from "../../model/routes/conversation.ts";
import { conversationOfScheduled, scheduledInOrder } from "../../model/scheduled.ts";
import type { ScheduledMessage } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { refusalOf } from "../../parts/error-text.ts";
import { Time } from "../../parts/indicators/time.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { composeWords } from "../../words/compose.ts";
import { repeatWords } from "../../words/later.ts";
import { navWords } from "../../words/nav.ts";
import { scheduledWords } from "../../words/screens.ts";
import { attempt, showDone } from "../attempt.ts";
import { compositionOf } from "../compose/composition.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { WrittenList, WrittenRow } from "../drafts/written-row.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { openEdit } from "./edit-dialog.tsx";
import { PausedMessages } from "./paused-messages.tsx";
import { Repeats, remainingRecurrence } from "./repeats.tsx";
import { askSchedule } from "./schedule-dialog.tsx";

export function Scheduled() {
  const client = useClient();
  const state = client.watch("later");
  const messages = scheduledInOrder(state);
  const app = appWords();
  const nav = navWords();
  const w = scheduledWords();
  const repeat = repeatWords();
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
                target={targetOfScheduled(client, message)}
                time={<Time as="day" at={message.scheduled_delivery_timestamp} />}
                repeats={<Repeats of={message} />}
                warning={warningOf(message)}
                actions={(about) => (
                  <>
                    <Button describedBy={about} onClick={() => changeTime(client, message)}>
                      {w.change}
                    </Button>
                    <Button
                      kind="quiet"
                      describedBy={about}
                      run={async () =>
                        isRepeating(message) ? openEdit(client, message) : writeOn(client, textOf(message))
                      }
                    >
                      {app.edit}
                    </Button>
                    <MenuButton
                      icon="ellipsis"
                      label={app.more}
                      entries={() => [
                        { label: w.sendNow, icon: "send-horizontal", run: () => sendNow(client, message) },
                        isRepeating(message) && {
                          label: repeat.skip,
                          icon: "skip-forward",
                          run: () => skipNext(client, message, repeat.skipped),
                        },
                        {
                          label: isRepeating(message) ? repeat.end : app.delete,
                          icon: "trash-2",
                          danger: true,
                          run: () => remove(client, message),
                        },
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
        <PausedMessages />
      </div>
    </>
  );
}

const messagePath = ({ scheduled_message_id }: Pick<ScheduledMessage, "scheduled_message_id">) =>
  `/scheduled_messages/${scheduled_message_id}`;

const targetOfScheduled = (client: Client, message: ScheduledMessage) =>
  targetOfConversation(conversationOfScheduled(message), client.watch().user_id);

interface ScheduledText {
  readonly scheduled_message_id: number;
  readonly conversation: Conversation;
  readonly content: string;
}

const textOf = (message: ScheduledMessage): ScheduledText => ({
  ...message,
  conversation: conversationOfScheduled(message),
});

/**
 * Deletes a scheduled message whose text will be used again. Resolves to false if that failed, for example because it
 * was already sent. If it is unknown whether the server deleted the message, the text becomes a draft.
 */
const takeText = (client: Client, { conversation, content, ...message }: ScheduledText) =>
  attempt(client, async () => {
    const target = targetOfConversation(conversation, client.watch().user_id);
    try {
      await client.api.delete(messagePath(message));
      compositionOf(client).discard(target, content);
    } catch (error) {
      const isInDoubt = (refusalOf(error)?.status ?? 500) >= 500;
      if (isInDoubt && client.drafts.find(target, content) === undefined)
        client.drafts.save(undefined, target, content);
      throw error;
    }
  });

const isRepeating = ({ recurrence }: ScheduledMessage): boolean => recurrence !== undefined;

function warningOf({ failed, last_failed }: ScheduledMessage): string | undefined {
  if (failed) return scheduledWords().failed;
  return last_failed ? repeatWords().lastFailed : undefined;
}

/**
 * Skips the next time of a repeating message. Resolves to false if that failed, for example because the message has
 * been sent since.
 */
const skipNext = (client: Client, message: ScheduledMessage, done?: string) => {
  const { scheduled_delivery_timestamp } = message;
  const skip = () => client.api.post(`${messagePath(message)}/skip`, { scheduled_delivery_timestamp });
  return attempt(client, skip, done === undefined ? {} : { done });
};

async function sendNow(client: Client, message: ScheduledMessage): Promise<void> {
  if (isFull(client.outbox)) client.toast({ text: composeWords().problems.full, kind: "error" });
  else if (await (isRepeating(message) ? skipNext(client, message) : takeText(client, textOf(message))))
    client.outbox.send(conversationOfScheduled(message), message.content);
}

/** Moves a scheduled message to the composer, which cancels its schedule. */
export async function writeOn(client: Client, text: ScheduledText): Promise<void> {
  if (!(await takeText(client, text))) return;
  client.go(placeOfConversation(text.conversation));
  compositionOf(client).startWith(targetOfConversation(text.conversation, client.watch().user_id), text.content);
}

const changeTime = (client: Client, message: ScheduledMessage) =>
  askSchedule(client, {
    title: scheduledWords().change,
    submit: appWords().save,
    changed: message,
    act: (parameters) => client.api.patch(messagePath(message), { ...parameters }),
  });

async function remove(client: Client, message: ScheduledMessage): Promise<void> {
  if (!(await attempt(client, () => client.api.delete(messagePath(message))))) return;
  const { type, to, topic, content, scheduled_delivery_timestamp, time_zone } = message;
  const recurrence = remainingRecurrence(message);
  const again = {
    ...{ type, to, content, scheduled_delivery_timestamp, ...(topic !== undefined && { topic }) },
    ...(recurrence !== undefined && { recurrence, time_zone }),
  };
  showDone(client, scheduledWords().deleted, () => client.api.post("/scheduled_messages", again));
}
