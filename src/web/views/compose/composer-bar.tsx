import { useComputed } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import { capsOf, keyHint } from "../../keys.ts";
import { loadLater } from "../../loads.ts";
import { canUpload } from "../../model/channels/outside-rules.ts";
import { timeChoices } from "../../model/completion/times.ts";
import { storedContent } from "../../model/messages/stored-content.ts";
import { type Conversation, conversationKey, recipientsOf } from "../../model/routes/conversation.ts";
import { conversationOfScheduled } from "../../model/scheduled.ts";
import { serverNow } from "../../model/server-time.ts";
import type { ScheduledMessage, State } from "../../model/state.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { type MenuEntry, openMenu } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { composeWords } from "../../words/compose.ts";
import { dayAndTime, dayAndTimeWithin } from "../../words/time.ts";
import { attempt } from "../attempt.ts";
import { VoiceButton } from "../voice/voice-button.tsx";
import type { Attachments } from "./attachments/attachments.ts";
import type { Composition } from "./composition.ts";
import type { ScheduleParameters } from "./dialogs/time-dialog.tsx";
import { EmojiButton, FormatBar } from "./format-bar.tsx";
import { insertEntries, recordsTo } from "./insert-menu.tsx";
import { lengthOf, type Problem } from "./problems.ts";
import { conversationOfTarget } from "./target/target.ts";

/** Characters left when the counter appears. */
const COUNTER_FROM = 500;

interface ComposerBarProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly composition: Composition;
  readonly attachments: Attachments;
  readonly previewing: boolean;
  readonly onPreview: () => void;
  readonly blocked: Problem | undefined;
  readonly send: () => void;
}

/** The bar below the text, with buttons for files, emoji, formatting, the preview, and sending now or later. */
export function ComposerBar({
  area,
  composition,
  attachments,
  previewing,
  onPreview,
  blocked,
  send,
}: ComposerBarProps) {
  const client = useClient();
  const compose = composeWords();
  const app = appWords();
  const chooser = useRef<HTMLInputElement>(null);
  const sendLater = (button: Element) => {
    const target = composition.target.value;
    const to = conversationOfTarget(target, client.watch().user_id);
    if (blocked !== undefined || target === undefined || to === undefined) return send();
    const content = composition.text.value;
    openSendLater(button, client, { to, content, onDone: () => composition.discard(target, content) });
  };
  return (
    <div class="composer-bar">
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attachments.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      {canUpload(client.watch("outside")) && (
        <ToolButton icon="paperclip" label={compose.attach} onClick={() => chooser.current?.click()} />
      )}
      <EmojiButton onEmoji={(name) => composition.insert(`:${name}: `)} />
      <VoiceButton to={() => recordsTo(client, composition)} />
      <FormatBar
        area={area}
        inserts={() => insertEntries(client, composition)}
        after={["line", { label: app.preview, icon: "eye", action: "preview", run: onPreview }]}
      />
      {previewing && <ToolButton icon="pencil" label={compose.writeOn} action="preview" pressed onClick={onPreview} />}
      <Hint composition={composition} />
      <span class="composer-sends">
        <button type="button" class="composer-send" aria-disabled={blocked !== undefined} onClick={() => send()}>
          <span class="composer-send-text">{app.send}</span>
          <Icon name="send-horizontal" size={15} />
        </button>
        {isPermitted("scheduled") && (
          <button
            type="button"
            class="composer-send composer-send-more"
            aria-label={compose.sendMore}
            aria-haspopup="menu"
            aria-disabled={blocked !== undefined}
            onClick={(event) => sendLater(event.currentTarget)}
          >
            <Icon name="chevron-down" size={15} />
          </button>
        )}
      </span>
    </div>
  );
}

/** Shows how many characters are left, or over the limit, if few are left. Otherwise shows the key that sends. */
function Hint({ composition }: { readonly composition: Composition }) {
  const client = useClient();
  const most = client.watch("realm").max_message_length;
  const { enter_sends } = client.watch("account").user_settings;
  const left = useComputed(() => {
    const { value } = composition.text;
    // Most texts are far from the limit, so this avoids counting their code points.
    return value.length < most - COUNTER_FROM ? undefined : most - lengthOf(value.trim());
  }).value;
  const compose = composeWords();
  if (left === undefined || left > COUNTER_FROM) {
    const key = enter_sends ? (capsOf("Enter")[0] ?? "") : (keyHint("send") ?? "");
    return <span class="composer-hint">{compose.enterSends(key)}</span>;
  }
  return (
    <span class={`composer-hint composer-count${left < 0 ? " composer-over" : ""}`} role="status">
      {left < 0 ? compose.over(-left) : compose.left(left)}
    </span>
  );
}

interface Later {
  readonly to: Conversation;
  readonly content: string;
  /** Called once the message is scheduled. */
  readonly onDone: () => void;
}

/** Asks for a time, and schedules the message on the server. */
function openSendLater(anchor: Element, client: Client, later: Later): void {
  const now = new Date(serverNow() * 1000);
  const compose = composeWords();
  const choices = timeChoices(now).filter(({ choice }) => choice !== "now");
  const entries: MenuEntry[] = [
    { title: compose.sendLater },
    ...choices.map(({ choice, at }): MenuEntry => {
      if (at === undefined)
        return {
          label: compose.times.choose,
          icon: "calendar-clock",
          run: () => void attempt(client, () => choose(client, later)),
        };
      return {
        label: compose.times[choice],
        icon: "clock",
        hint: dayAndTime(at.getTime() / 1000, now.getTime() / 1000),
        run: () =>
          void attempt(client, () => schedule(client, later, { scheduled_delivery_timestamp: at.getTime() / 1000 })),
      };
    }),
    "line",
    { label: compose.showScheduled, icon: "list", run: () => client.go({ view: "scheduled" }) },
  ];
  void openMenu(anchor, compose.sendMore, entries);
}

async function choose(client: Client, later: Later): Promise<void> {
  const compose = composeWords();
  const { askSchedule } = await loadLater();
  askSchedule(client, {
    title: compose.sendLater,
    submit: compose.schedule,
    act: (parameters) => schedule(client, later, parameters),
  });
}

async function storedScheduled({ api }: Client): Promise<readonly ScheduledMessage[]> {
  const { scheduled_messages } = await api.get<Pick<State, "scheduled_messages">>("/scheduled_messages", {
    include_recurrence: true,
  });
  return scheduled_messages;
}

/** Messages whose scheduling is in progress. Pressing the button again doesn't schedule them twice. */
const underWay = new Set<string>();

async function schedule(client: Client, { to, content, onDone }: Later, times: ScheduleParameters): Promise<void> {
  const { user_id, scheduled_messages } = client.watch();
  const key = JSON.stringify([to, content, times]);
  if (underWay.has(key)) return;
  const isIt = (one: ScheduledMessage) =>
    one.content === storedContent(content) &&
    one.scheduled_delivery_timestamp === times.scheduled_delivery_timestamp &&
    one.recurrence === times.recurrence &&
    conversationKey(conversationOfScheduled(one)) === conversationKey(to);
  underWay.add(key);
  try {
    // An earlier request for the same message may have succeeded although its response was lost. But the scheduled
    // message may also have been deleted since then.
    const known = scheduled_messages.some(isIt) ? (await storedScheduled(client)).find(isIt) : undefined;
    const { scheduled_message_id } =
      known ??
      (await client.api.post<{ scheduled_message_id: number }>("/scheduled_messages", {
        ...recipientsOf(to, user_id),
        content,
        ...times,
      }));
    onDone();
    client.toast({
      text: composeWords().scheduledFor(dayAndTimeWithin(times.scheduled_delivery_timestamp, serverNow())),
      action: {
        label: appWords().undo,
        run: () =>
          void attempt(client, async () =>
            (await loadLater()).writeOn(client, { scheduled_message_id, conversation: to, content }),
          ),
      },
    });
  } finally {
    underWay.delete(key);
  }
}
