import { type Client, useClient } from "../../client/client.ts";
import type { Message } from "../../model/message.ts";
import { remindersInOrder } from "../../model/scheduled.ts";
import type { Reminder } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { confirm } from "../../parts/overlays/dialog.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { repeatWords } from "../../words/later.ts";
import { navWords } from "../../words/nav.ts";
import { remindersWords } from "../../words/screens.ts";
import { attempt } from "../attempt.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { WrittenList, WrittenRow } from "../drafts/written-row.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { goFromHere } from "../go-from-here.ts";
import { placeOfMessage } from "../place-of.ts";
import { Repeats } from "./repeats.tsx";
import { askSchedule } from "./schedule-dialog.tsx";

const goToMessage = (client: Client, { reminder_target_message_id: id }: Reminder) =>
  attempt(client, async () => {
    const goOn = goFromHere(client);
    const known =
      client.messages.get(id) ??
      (await client.api.get<{ message: Message }>(`/messages/${id}`, { allow_empty_topic_name: true })).message;
    goOn(placeOfMessage(known, client.watch().user_id));
  });

async function remove(client: Client, { reminder_id }: Reminder): Promise<void> {
  if (await confirm({ title: remindersWords().deleteTitle, action: appWords().delete, danger: true }))
    await attempt(client, () => client.api.delete(`/reminders/${reminder_id}`));
}

const changeReminder = (client: Client, reminder: Reminder) =>
  askSchedule(client, {
    title: appWords().edit,
    submit: appWords().save,
    changed: reminder,
    note: { value: reminder.note ?? "", maxLength: client.watch().max_reminder_note_length },
    act: (parameters) => client.api.patch(`/reminders/${reminder.reminder_id}`, { ...parameters }),
  });

const skipReminder = (client: Client, { reminder_id, scheduled_delivery_timestamp }: Reminder) =>
  attempt(client, () => client.api.post(`/reminders/${reminder_id}/skip`, { scheduled_delivery_timestamp }), {
    done: repeatWords().skipped,
  });

export function Reminders() {
  const client = useClient();
  const reminders = remindersInOrder(client.watch("later"));
  const app = appWords();
  const nav = navWords();
  const w = remindersWords();
  return (
    <>
      <ScreenHeader title={nav.reminders} />
      <div class="written-page">
        {reminders.length === 0 ? (
          <Empty icon="alarm-clock" title={w.none} text={w.noneText} />
        ) : (
          <WrittenList label={nav.reminders}>
            {reminders.map((reminder) => (
              <WrittenRow
                key={reminder.reminder_id}
                target={undefined}
                time={<Time as="day" at={reminder.scheduled_delivery_timestamp} />}
                repeats={<Repeats of={reminder} />}
                warning={reminder.failed ? w.failed : undefined}
                actions={(about) => (
                  <>
                    <Button describedBy={about} onClick={() => goToMessage(client, reminder)}>
                      {w.goTo}
                    </Button>
                    <Button kind="quiet" describedBy={about} onClick={() => changeReminder(client, reminder)}>
                      {app.edit}
                    </Button>
                    {reminder.recurrence !== undefined && (
                      <Button kind="quiet" describedBy={about} run={() => skipReminder(client, reminder)}>
                        {repeatWords().skip}
                      </Button>
                    )}
                    <Button kind="quiet" icon="trash-2" describedBy={about} onClick={() => remove(client, reminder)}>
                      {app.delete}
                    </Button>
                  </>
                )}
              >
                <MessageContent html={reminder.rendered_content} surroundings={surroundingsOf(client)} />
              </WrittenRow>
            ))}
          </WrittenList>
        )}
      </div>
    </>
  );
}
