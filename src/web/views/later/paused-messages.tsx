import { useEffect, useId, useState } from "preact/hooks";
import type { WirePausedMessage as PausedMessage } from "../../../wire-types.ts";
import { type Client, useClient } from "../../client/client.ts";
import { channelById } from "../../model/channels/channels.ts";
import { knownBots } from "../../model/people/bots.ts";
import { userById } from "../../model/people/users.ts";
import type { State } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/fields/choice.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../parts/overlays/dialog.tsx";
import { repeatWords } from "../../words/later.ts";
import { attempt } from "../attempt.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { WrittenList, WrittenRow } from "../drafts/written-row.tsx";
import { Repeats } from "./repeats.tsx";

const pathOf = ({ scheduled_message_id }: PausedMessage) => `/scheduled_messages/paused/${scheduled_message_id}`;

/** Repeating messages of deactivated users, shown to administrators. */
export function PausedMessages() {
  const client = useClient();
  const state = client.watch("account", "users", "channels");
  const [paused, setPaused] = useState<readonly PausedMessage[]>([]);
  const id = useId();
  const w = repeatWords();
  const load = () =>
    client.api
      .get<{ paused_messages: PausedMessage[] }>("/scheduled_messages/paused")
      .then(({ paused_messages }) => setPaused(paused_messages))
      // If loading fails, the messages are shown the next time.
      .catch(() => undefined);
  useEffect(() => {
    if (state.is_admin) void load();
  }, [state.is_admin]);
  if (paused.length === 0) return null;
  return (
    <section class="paused-messages" aria-labelledby={id}>
      <h2 id={id}>{w.paused}</h2>
      <p>{w.pausedText}</p>
      <WrittenList label={w.paused}>
        {paused.map((message) => (
          <WrittenRow
            key={message.scheduled_message_id}
            target={undefined}
            time={
              <>
                {w.pausedOf(userById(state, message.user_id)?.full_name ?? "", placeText(state, message))}
                {" · "}
                <Time as="day" at={message.scheduled_delivery_timestamp} />
              </>
            }
            repeats={<Repeats of={message} />}
            actions={(about) => (
              <>
                {message.rendered_content !== undefined && (
                  <Button describedBy={about} onClick={() => openContinue(client, message, load)}>
                    {w.continue}
                  </Button>
                )}
                <Button kind="quiet" icon="trash-2" describedBy={about} onClick={() => end(client, message, load)}>
                  {w.end}
                </Button>
              </>
            )}
          >
            {message.rendered_content !== undefined && (
              <MessageContent html={message.rendered_content} surroundings={surroundingsOf(client)} />
            )}
          </WrittenRow>
        ))}
      </WrittenList>
    </section>
  );
}

function placeText(state: State, { type, to, topic }: PausedMessage): string {
  const w = repeatWords();
  if (type === "private") return w.aDirect;
  const channel = to === undefined ? undefined : channelById(state, to);
  if (channel === undefined) return w.hidden;
  return topic === undefined ? `#${channel.name}` : `#${channel.name} › ${topic}`;
}

async function end(client: Client, message: PausedMessage, load: () => Promise<unknown>): Promise<void> {
  const w = repeatWords();
  if (!(await confirm({ title: w.endTitle, action: w.end, danger: true }))) return;
  if (await attempt(client, () => client.api.delete(pathOf(message)))) await load();
}

const openContinue = (client: Client, message: PausedMessage, load: () => Promise<unknown>): void =>
  client.show(<ContinueDialog message={message} load={load} />);

function ContinueDialog({ message, load }: { readonly message: PausedMessage; readonly load: () => Promise<unknown> }) {
  const client = useClient();
  const w = repeatWords();
  const bots = knownBots(client.watch("users")).filter(({ is_active }) => is_active);
  const [bot, setBot] = useState<number>(bots[0]?.user_id ?? 0);
  const submit = async () => {
    await client.api.post(pathOf(message), { bot_id: bot });
    await load();
  };
  return (
    <Dialog size="s" title={w.continueTitle} submit={w.continueTitle} disabled={bots.length === 0} onSubmit={submit}>
      {bots.length === 0 ? (
        <p>{w.noBots}</p>
      ) : (
        <Select
          label={w.bot}
          value={bot}
          options={bots.map(({ user_id, full_name }) => ({ value: user_id, label: full_name }))}
          onChange={setBot}
        />
      )}
    </Dialog>
  );
}
