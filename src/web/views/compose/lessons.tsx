import { useEffect } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { actionKeys, capsOf } from "../../keys.ts";
import { isStepUnseen, type OwnStep, stepsWithout } from "../../model/organization/first-steps.ts";
import { announce } from "../../parts/announce.ts";
import { composeWords } from "../../words/compose.ts";
import { attempt } from "../attempt.ts";
import type { Composition } from "./composition.ts";
import { Notice, type NoticeProps } from "./notices.tsx";

function markSeen(client: Client, step: OwnStep): void {
  const { onboarding_steps } = client.watch();
  if (!isStepUnseen(client.watch(), step)) return;
  void client.acts.act({
    ...{ method: "post", path: "/users/me/onboarding_steps", fields: { onboarding_step: step } },
    shows: [{ type: "onboarding_steps", onboarding_steps: stepsWithout(onboarding_steps, step) }],
    undoes: [{ type: "onboarding_steps", onboarding_steps }],
  });
}

interface LessonProps extends Omit<NoticeProps, "children"> {
  readonly step: OwnStep;
  readonly children: string;
}

/** A notice that is shown only once. The step is marked as seen when the notice disappears. */
function Lesson({ step, children, ...notice }: LessonProps) {
  const client = useClient();
  useEffect(() => {
    announce(children);
    return () => markSeen(client, step);
  }, [client, step]);
  return (
    <Notice isQuiet {...notice}>
      {children}
    </Notice>
  );
}

/** Explains to users of other chat apps with threads that a reply becomes part of the message's topic. */
export function TopicLesson({ composition, topic }: { readonly composition: Composition; readonly topic: string }) {
  const state = useClient().watch("account");
  const { notices } = composeWords();
  if (!composition.isReply.value || !isStepUnseen(state, "parley_topic_is_thread")) return null;
  const done = () => {
    composition.isReply.value = false;
    composition.focus();
  };
  return (
    <Lesson step="parley_topic_is_thread" icon="messages-square" action={{ label: notices.gotIt, run: done }}>
      {notices.topicIsThread(topic)}
    </Lesson>
  );
}

/** Shown when Enter has just started a new line. Asks whether it should send instead. */
export function EnterChoice({ composition }: { readonly composition: Composition }) {
  const client = useClient();
  const state = client.watch("account");
  const { notices } = composeWords();
  if (!composition.asksEnter.value || !isStepUnseen(state, "parley_enter_sends")) return null;
  const choose = (enter_sends: boolean) => {
    composition.asksEnter.value = false;
    composition.focus();
    if (enter_sends) void attempt(client, () => client.api.patch("/settings", { enter_sends }));
  };
  return (
    <Lesson
      step="parley_enter_sends"
      icon="corner-up-right"
      action={{ label: notices.sendWithEnter, run: () => choose(true) }}
      otherAction={{ label: notices.keepNewLines, run: () => choose(false) }}
    >
      {notices.newLine(capsOf(actionKeys("send")[0] ?? "").join("+"))}
    </Lesson>
  );
}
