import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { type Client, useClient } from "../../client/client.ts";
import { isFull } from "../../client/sending/send-if-room.ts";
import { hasSent } from "../../client/session/install-prompt.ts";
import {
  type Conversation,
  isShownIn,
  placeOfConversation,
  targetOfConversation,
} from "../../model/routes/conversation.ts";
import { changeLook } from "../../style/look.ts";
import { composeWords } from "../../words/compose.ts";
import { attempt } from "../attempt.ts";
import type { Attachments } from "./attachments/attachments.ts";
import { onlyTopics } from "./completion/members-and-topics.ts";
import type { Composition } from "./composition.ts";
import { manyMentioned, messageProblem, type Problem } from "./problems.ts";
import { whereOf } from "./target/target.ts";
import type { TypingNotices } from "./typing.ts";

interface Sending {
  readonly composition: Composition;
  readonly attachments: Attachments;
  readonly typing: TypingNotices;
}

interface Send {
  /**
   * Sends the message, or shows why it can't be sent. With `sure`, doesn't ask for confirmation if many people are
   * notified.
   */
  readonly send: (how?: { readonly sure?: boolean }) => void;
  /** The problem that blocked the last attempt to send this text. */
  readonly attempted: Signal<Problem["kind"] | undefined>;
  /** Number of people the message would notify, if the user has to confirm sending it. Otherwise undefined. */
  readonly many: ReadonlySignal<number | undefined>;
}

export function useSend({ composition, attachments, typing }: Sending): Send {
  const client = useClient();
  const attempted = useSignal<Problem["kind"] | undefined>(undefined);
  const asks = useSignal(false);
  const many = useComputed(() =>
    asks.value ? manyMentioned(client.watch("channels"), composition.target.value, composition.text.value) : undefined,
  );

  useSignalEffect(() => {
    void composition.shown.value;
    attempted.value = undefined;
    asks.value = false;
  });

  const send = ({ sure = false } = {}) => {
    const state = client.watch();
    const target = composition.target.value;
    const text = composition.text.value;
    if (/^\s*\/[a-z-]+\s*$/.test(text) && runCommand(client, text)) {
      composition.clear();
      return;
    }
    const problem = messageProblem(state, {
      ...{ target, text, uploading: attachments.isUploading(text), isFull: isFull(client.outbox) },
      topics: onlyTopics(client, target),
    });
    attempted.value = problem?.kind;
    if (problem !== undefined) {
      if (problem.kind.startsWith("no")) composition.changeTarget();
      return;
    }
    asks.value = !sure;
    if (many.value !== undefined) return;
    asks.value = false;
    const to = composition.send();
    hasSent.value = true;
    typing.stop();
    if (to !== undefined) goToSent(client, to);
  };
  return { send, attempted, many };
}

/**
 * Goes to the conversation of a message just sent, or offers to go there if the user prefers that. Does nothing if the
 * conversation is on screen.
 */
export function goToSent(client: Client, to: Conversation): void {
  const state = client.watch();
  const target = targetOfConversation(to, state.user_id);
  if (isShownIn(client.place.value, target, state.user_id)) return;
  const run = () => client.go(placeOfConversation(to));
  if (state.user_settings.web_navigate_to_sent_message) run();
  else {
    const { notices } = composeWords();
    client.toast({ text: notices.sentTo(whereOf(state, target)), action: { label: notices.goThere, run } });
  }
}

const THEMES = { dark: "dark", night: "dark", light: "light", day: "light" } as const;
const WIDTHS = { "fluid-width": true, "fixed-width": false } as const;

/** Executes a command typed in place of a message, such as "/dark". Returns false if the text isn't a command. */
export function runCommand(client: Client, text: string): boolean {
  const name = text.trim().replace(/^\//, "");
  if (Object.hasOwn(THEMES, name)) {
    changeLook({ theme: THEMES[name as keyof typeof THEMES] });
    return true;
  }
  if (!Object.hasOwn(WIDTHS, name)) return false;
  const fluid_layout_width = WIDTHS[name as keyof typeof WIDTHS];
  void attempt(client, () => client.api.patch("/settings", { fluid_layout_width }));
  return true;
}
