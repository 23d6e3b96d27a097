import { appWords } from "../../words/app.ts";
import { keysWords } from "../../words/help.ts";
import "./dialogs.css";
import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { moveAct, type PropagateMode } from "../../client/sending/optimistic-events.ts";
import { channelsByName } from "../../model/channels/channel-list.ts";
import { canPost } from "../../model/channels/channel-permissions.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import { openTopicOffers } from "../../model/completion/topic-offers.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { movesOf } from "../../model/messages/message-permissions.ts";
import { topicKey } from "../../model/routes/conversation.ts";
import { Checkbox, Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { dialogsWords } from "../../words/dialogs.ts";
import { showDone } from "../attempt.ts";
import { ChannelPicker } from "../pickers.tsx";

interface Movable {
  readonly id: MessageId;
  readonly stream_id: ChannelId;
  readonly subject: string;
  /**
   * The message's time in seconds since 1970. Undefined to move the whole topic. Then the server decides how much of
   * the topic can move.
   */
  readonly timestamp?: number;
  /** The message's HTML, for suggesting a topic. */
  readonly content?: string;
}

export const openMove = (client: Client, message: Movable, mode: PropagateMode = "change_later"): void =>
  client.show(<MoveDialog message={message} mode={mode} />);

interface Move {
  readonly channel: ChannelId;
  readonly topic: string;
  readonly mode: PropagateMode;
  readonly tellOld: boolean;
  readonly tellNew: boolean;
}

/** Returns another topic that a message is probably about, unless its own topic also fits. */
function useLikelyTopic({ stream_id, subject, content = "" }: Movable): string | undefined {
  const client = useClient();
  const { topics } = client.topics.of(stream_id).value;
  const offers = openTopicOffers(topics, excerptOf(content, client.watch()));
  return offers.includes(subject) ? undefined : offers[0];
}

function MoveDialog({ message, mode: firstMode }: { readonly message: Movable; readonly mode: PropagateMode }) {
  const client = useClient();
  const state = client.watch("channels", "realm", "groups");
  const [changes, setChanges] = useState<Partial<Move>>({});
  const change = (more: Partial<Move>) => setChanges({ ...changes, ...more });
  const likely = useLikelyTopic(message);
  const isLikely = likely !== undefined && changes.topic === undefined && changes.channel === undefined;
  const move: Move = {
    ...{ channel: message.stream_id, topic: isLikely ? likely : message.subject },
    ...{ mode: isLikely ? "change_one" : firstMode, tellOld: false, tellNew: false },
    ...changes,
  };
  const w = dialogsWords();
  const app = appWords();
  // When opened for a topic, the dialog doesn't ask which messages to move.
  const isOfTopic = message.timestamp === undefined;
  const allowed = movesOf(state, message);
  const channel = allowed.out ? move.channel : message.stream_id;
  const topic = allowed.rename ? move.topic.trim() : message.subject;
  const isSame =
    channel === message.stream_id && topicKey(channel, topic) === topicKey(message.stream_id, message.subject);
  const isRespelled = isSame && topic !== message.subject;
  useEffect(() => client.topics.ask(channel), [client, channel]);
  const topics = (client.topics.of(channel).value.topics ?? []).map(({ name }) => name);
  const targets = channelsByName(state).filter((one) => one.stream_id === message.stream_id || canPost(state, one));
  return (
    <Dialog
      title={isOfTopic ? w.rename : keysWords().actions.move}
      size="m"
      submit={isOfTopic ? (channel === message.stream_id ? w.renameTopic : w.moveTopic) : keysWords().actions.move}
      disabled={isSame && !isRespelled}
      onSubmit={() => moveMessages(client, message, { ...move, channel, topic })}
    >
      {allowed.out && (
        <ChannelPicker
          label={app.channel}
          single
          channels={targets}
          chosen={[channel]}
          onChange={([channel]) => channel !== undefined && change({ channel })}
        />
      )}
      {allowed.rename && (
        <Field
          label={app.topic}
          value={move.topic}
          onInput={(topic) => change({ topic })}
          maxLength={state.max_topic_length}
          suggestions={topics.filter((name) => name !== "" && name !== message.subject)}
          hint={isLikely ? w.topicLikely : topic === "" ? w.topicEmptyHint(topicName(state, "")) : undefined}
          autofocus
        />
      )}
      {!isOfTopic && (
        <Choice
          label={w.moveWhich}
          as="column"
          value={move.mode}
          options={[
            { value: "change_one", label: w.moveOne },
            { value: "change_later", label: w.moveLater },
            { value: "change_all", label: w.moveAll },
          ]}
          onChange={(mode) => change({ mode })}
        />
      )}
      <div class="choice-options">
        <Checkbox label={w.moveTellOld} checked={move.tellOld} onChange={(tellOld) => change({ tellOld })} />
        <Checkbox label={w.moveTellNew} checked={move.tellNew} onChange={(tellNew) => change({ tellNew })} />
      </div>
    </Dialog>
  );
}

async function moveMessages(
  client: Client,
  message: Movable,
  { channel, topic, mode, tellOld, tellNew }: Move,
): Promise<void> {
  const isElsewhere = channel !== message.stream_id;
  // Offline, it is unknown whether the topic is empty.
  const wasEmpty = await newestInTopic(client, channel, topic).then(
    (id) => id === undefined,
    () => false,
  );
  const fields = {
    topic,
    ...(isElsewhere && { stream_id: channel }),
    propagate_mode: mode,
    send_notification_to_old_thread: tellOld,
    send_notification_to_new_thread: tellNew,
  };
  const from = { channel: message.stream_id, topic: message.subject };
  const reply = await client.acts.actNow(moveAct(client, message.id, { from, fields }));
  const w = dialogsWords();
  const name = `#${channelById(client.watch(), channel)?.name ?? ""} › ${topicName(client.watch(), topic)}`;
  const back = async () => {
    const now = client.message(message.id);
    const isBack = now?.type === "stream" && now.stream_id === message.stream_id && now.subject === message.subject;
    // If the message is where it was: without a reply, the queued move was refused. With one, just the move's event
    // hasn't arrived yet.
    if (isBack && reply === undefined) return;
    // Queued in the same way as the move, because the move itself may still be queued.
    const former = {
      topic: message.subject,
      ...(isElsewhere && { stream_id: message.stream_id }),
      propagate_mode: mode === "change_one" ? "change_one" : "change_all",
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    } as const;
    const undo = moveAct(client, message.id, { from: { channel, topic }, fields: former });
    await client.acts.actNow({ ...undo, takesBack: fields });
    client.toast({ text: w.movedBack });
  };
  // Moving back would take along messages that were already in the new topic.
  const canUndo = mode === "change_one" || wasEmpty;
  showDone(client, w.moved(name), canUndo ? back : undefined);
}

export async function newestInTopic(client: Client, channel: ChannelId, topic: string): Promise<MessageId | undefined> {
  const { messages } = await client.api.get<{ messages: { id: MessageId }[] }>("/messages", {
    narrow: [
      { operator: "channel", operand: channel },
      { operator: "topic", operand: topic },
    ],
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    allow_empty_topic_name: true,
  });
  return messages[0]?.id;
}
