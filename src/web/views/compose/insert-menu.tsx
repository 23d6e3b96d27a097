import { type Client, useClient } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { onDemand } from "../../loads.ts";
import { writtenTime } from "../../model/completion/times.ts";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { composeWords } from "../../words/compose.ts";
import { attempt } from "../attempt.ts";
import type { Composition } from "./composition.ts";
import { canCall, startCall } from "./dialogs/start-call.ts";
import { runCommand } from "./run-command.ts";
import { conversationOfTarget } from "./target/target.ts";
import { whereOf } from "./target/where.ts";

/** Sends the Markdown of a dialog as a message of its own; if the target is incomplete, inserts it into the text. */
const sendOrInsert = (client: Client, composition: Composition) => (markdown: string) => {
  const to = conversationOfTarget(composition.target.value, client.watch().user_id);
  if (to === undefined) composition.insert(markdown);
  else client.outbox.send(to, markdown);
};

/** Carries out a command or opens its dialog; returns false for commands that are sent as text. */
export function openCommand(client: Client, composition: Composition, command: string): boolean {
  if (command !== "poll" && command !== "todo") return runCommand(client, command);
  void onDemand().then(({ PollDialog, TodoDialog }) => {
    const Widget = command === "poll" ? PollDialog : TodoDialog;
    client.show(<Widget onMarkdown={sendOrInsert(client, composition)} />);
  });
  return true;
}

/** The menu of insertable elements, such as polls, times and calls. */
export function InsertMenu({ composition }: { readonly composition: Composition }) {
  const client = useClient();
  const compose = composeWords();
  const insertTime = async () => {
    const at = await (await onDemand()).askTime();
    if (at !== undefined) composition.insert(`<time:${writtenTime(at)}> `);
  };
  const call = (video: boolean) => async () => {
    const name = whereOf(client.watch(), composition.target.value);
    await attempt(client, async () => composition.insert(await startCall(client, { video, name })));
  };
  return (
    <MenuButton
      icon="plus"
      label={compose.insert}
      entries={() => [
        { label: compose.poll, icon: "chart-bar", run: () => openCommand(client, composition, "poll") },
        { label: compose.todo, icon: "list-checks", run: () => openCommand(client, composition, "todo") },
        { label: compose.time, icon: "clock", run: insertTime },
        ...(canCall(client.watch())
          ? [
              { label: compose.videoCall, icon: "video" as const, run: call(true) },
              { label: compose.voiceCall, icon: "phone" as const, run: call(false) },
            ]
          : []),
        { label: compose.snippets, icon: "bookmark", action: "snippets", run: () => void runAction("snippets") },
      ]}
    />
  );
}
