import { topicsWords } from "../../words/channels.ts";
import "./composer.css";
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { isFull } from "../../client/sending/send-if-room.ts";
import { hasUnsent } from "../../client/voice/unsent.ts";
import { isPermitted, pressedKey, runAction, useAction } from "../../keyboard.ts";
import { actionKeys } from "../../keys.ts";
import { loadVoice } from "../../loads.ts";
import { writesAtOnce } from "../../model/channels/outside-rules.ts";
import { isSpectator } from "../../model/people/account.ts";
import { type Conversation, isSameTarget, targetOf } from "../../model/routes/conversation.ts";
import type { Route } from "../../model/routes/place.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { composeWords } from "../../words/compose.ts";
import { VoiceButton } from "../voice/voice-button.tsx";
import { Advice } from "./advice.tsx";
import { AttachmentRow } from "./attachments/attachment-row.tsx";
import { useDrop } from "./attachments/paste-and-drop.ts";
import { onlyTopics } from "./completion/members-and-topics.ts";
import { ComposerBar } from "./composer-bar.tsx";
import { useComposerKeys, useEngaged, useWanted } from "./composer-keys-and-focus.ts";
import { compositionOf } from "./composition.ts";
import { openCommand, recordsTo } from "./insert-menu.tsx";
import { EnterChoice } from "./lessons.tsx";
import { MarkdownField, Preview } from "./markdown-field.tsx";
import { Notice, problemText } from "./notices.tsx";
import { forbidsWriting, isLoud, messageProblem } from "./problems.ts";
import { conversationOfTarget, whereOf } from "./target/target.ts";
import { TargetLine } from "./target/target-line.tsx";
import { TopicOffers } from "./target/topic-offers.tsx";
import { TypingNotices } from "./typing.ts";
import { useSend } from "./use-send.ts";

const UnsentRecordings = lazyView<{ to: Conversation | undefined }>(async () => (await loadVoice()).UnsentRecordings);

/** Placeholder for a name. The text is split at this character. */
const NAME_PLACE = "\uFFFC";

/** The composer below a feed. Shows nothing without an account. */
export function Composer({ place }: { readonly place: Route }) {
  return isSpectator(useClient().watch("account")) ? null : <MemberComposer place={place} />;
}

function MemberComposer({ place }: { readonly place: Route }) {
  const client = useClient();
  const composition = compositionOf(client);
  useLayoutEffect(() => composition.enter(place), [composition, place]);
  useAction("composeTopic", () => composition.startTopic());
  useAction("composeDirect", () => composition.startDirect());
  const target = composition.target.value;
  if (target === undefined) return <Closed place={place} />;
  return <Open place={place} />;
}

/** Buttons that open the composer in places with several conversations, where the target is chosen first. */
function Closed({ place }: { readonly place: Route }) {
  const composition = compositionOf(useClient());
  const compose = composeWords();
  if (!["combined", "mentions", "starred", "reactions", "directs"].includes(place.view)) return null;
  return (
    <div class="composer-closed">
      {place.view !== "directs" && (
        <Button icon="hash" onClick={() => composition.startTopic()}>
          {topicsWords().newTopic}
        </Button>
      )}
      <Button icon="user" onClick={() => composition.startDirect()}>
        {compose.newDirect}
      </Button>
    </div>
  );
}

function Open({ place }: { readonly place: Route }) {
  const client = useClient();
  const composition = compositionOf(client);
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { attachments } = composition;
  const typing = useMemo(() => new TypingNotices(client), [client]);
  const expanded = useSignal(false);
  const previewing = useSignal(false);
  const state = client.watch("channels", "users", "groups", "realm", "outside");
  const target = composition.target.value;
  const problem = useComputed(() =>
    messageProblem(client.watch("channels", "users", "groups", "realm", "outside"), {
      target: composition.target.value,
      text: composition.text.value,
      uploading: attachments.isUploading(composition.text.value),
      isFull: isFull(client.outbox),
      topics: onlyTopics(client, composition.target.value),
    }),
  ).value;
  const addFiles = useCallback((files: readonly File[]) => attachments.add(files), [attachments]);
  const held = useDrop(box, addFiles);
  const { engaged, engage } = useEngaged();
  const idle = useComputed(() => !engaged.value && composition.text.value === "");
  useComposerKeys(composition, place);
  const { send: sendText, attempted, many } = useSend({ composition, attachments, typing });
  const compose = composeWords();

  useLayoutEffect(() => {
    composition.attach(area.current);
    return () => composition.attach(null);
  });
  useSignalEffect(() => attachments.tidy(composition.text.value));
  useSignalEffect(() => {
    const files = composition.files.value;
    if (files.length === 0) return;
    composition.files.value = [];
    addFiles(files);
  });
  // A preview must not hide the field when another text is shown, or when the field is about to get the focus.
  useSignalEffect(() => {
    void composition.shown.value;
    previewing.value = false;
  });
  useSignalEffect(() => {
    if (composition.wants.value === "text") previewing.value = false;
  });
  useWanted(composition, "text", () => area.current);
  useEffect(() => {
    const keep = () => composition.keep();
    addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      typing.stop();
      keep();
    };
  }, [composition, typing]);

  /** Handles keys outside the text field, such as in the preview. */
  const keyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const key = pressedKey(event) ?? "";
    if (key === "Escape") composition.leave();
    else if (event.target === area.current) return;
    else if (actionKeys("preview").includes(key)) togglePreview();
    else if (actionKeys("send").includes(key)) send();
    else return;
    event.preventDefault();
  };
  const togglePreview = () => {
    previewing.value = !previewing.value;
    if (!previewing.value) composition.wants.value = "text";
  };
  const send: typeof sendText = (how) => {
    const wasPreviewing = previewing.value;
    sendText(how);
    if (wasPreviewing && !previewing.value) composition.wants.value = "text";
  };
  useAction("preview", togglePreview);
  const where = whereOf(state, target);
  const label = where === "" ? compose.messageToNobody : compose.messageTo(where);
  const isHere = isSameTarget(targetOf(place, state.user_id), target);
  // On phones, even in landscape, the composer is a single line until it is used. This line and the page's header show
  // the conversation. At 400 % zoom, messages stay visible above a draft.
  const isRest = idle.value || (!engaged.value && matchMedia("(max-height: 400px)").matches);
  const isBrief = isRest && isHere && !expanded.value && matchMedia("(max-width: 699px), (max-height: 480px)").matches;
  const forbidden = problem !== undefined && forbidsWriting(problem);
  const shownProblem =
    problem !== undefined && (isLoud(problem) || attempted.value === problem.kind) ? problem : undefined;
  if (target === undefined) return null;
  const isTopicFirst =
    composition.changesTarget.value && !(target.kind === "topic" && writesAtOnce(state, target.channel));
  const isNamed = isBrief && where !== "" && !isTopicFirst;
  const briefPlaceholder = isTopicFirst ? topicsWords().newTopic : label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flexible box everywhere
    <div
      ref={box}
      class={`composer compose-frame${expanded.value ? " composer-large" : ""}${idle.value ? " composer-idle" : ""}${isBrief ? " composer-brief" : ""}`}
      onFocusIn={() => {
        // The user chooses the topic before writing the text.
        if (isBrief && isTopicFirst) composition.wants.value = "target";
        engage();
      }}
      onPointerDown={(event) => {
        // Keeps the focus in the field, so that the keyboard stays open and the buttons don't move away from the
        // finger.
        if (event.target instanceof Element && event.target.closest("button") !== null) event.preventDefault();
      }}
      role="group"
      aria-label={compose.group}
      onKeyDown={keyDown}
    >
      {held.value && <div class="composer-drop">{compose.dropHere}</div>}
      <div class="composer-to">
        <TargetLine composition={composition} target={target} />
        <span class="composer-tools">
          {composition.changesTarget.value && isPermitted("composeDirect") && (
            <span class="composer-wide">
              <ToolButton
                size="s"
                icon={target.kind === "topic" ? "user" : "hash"}
                label={target.kind === "topic" ? compose.newDirect : topicsWords().newTopic}
                onClick={() => (target.kind === "topic" ? composition.startDirect() : composition.startTopic())}
              />
            </span>
          )}
          <ToolButton
            size="s"
            icon={expanded.value ? "minimize-2" : "maximize-2"}
            label={expanded.value ? compose.shrink : compose.expand}
            onClick={() => {
              expanded.value = !expanded.value;
              area.current?.focus();
            }}
          />
          {!isHere && (
            <ToolButton size="s" icon="x" label={compose.closeComposer} onClick={() => composition.leave()} />
          )}
        </span>
      </div>
      <Advice composition={composition} place={place} target={target} />
      <EnterChoice composition={composition} />
      <TopicOffers composition={composition} />
      {many.value !== undefined && (
        <Notice icon="bell-ring" action={{ label: compose.notices.sendAnyway, run: () => send({ sure: true }) }}>
          {compose.notices.many(many.value)}
        </Notice>
      )}
      {shownProblem && (
        <p
          class={forbidden ? "composer-problem composer-forbidden" : "composer-problem"}
          role={forbidden ? undefined : "alert"}
        >
          {problemText(shownProblem, state)}
        </p>
      )}
      {hasUnsent.value && <UnsentRecordings to={conversationOfTarget(target, state.user_id)} />}
      <MarkdownField
        area={area}
        text={composition.text}
        label={label}
        placeholder={isNamed ? "" : isBrief ? briefPlaceholder : compose.placeholder}
        readOnly={forbidden}
        hidden={previewing.value || (forbidden && composition.text.value === "")}
        onText={(text) => {
          composition.write(text);
          typing.typed(conversationOfTarget(composition.target.value, state.user_id), text);
        }}
        writing={() => ({
          target: composition.target.value,
          runCommand: (command) => openCommand(client, composition, command),
        })}
        onSend={() => send()}
        onLeave={() => composition.leave()}
        onFiles={addFiles}
        onUp={() => runAction("editLast")}
        onNewLine={() => {
          composition.asksEnter.value = true;
        }}
      />
      {isNamed && idle.value && !forbidden && <BriefPlaceholder where={where} />}
      {isNamed && idle.value && !forbidden && (
        <span class="composer-voice">
          <VoiceButton to={() => recordsTo(client, composition)} />
        </span>
      )}
      {previewing.value && <Preview text={composition.text.value} />}
      <AttachmentRow attachments={attachments} text={composition.text} />
      {!forbidden && (
        <ComposerBar
          area={area}
          composition={composition}
          attachments={attachments}
          previewing={previewing.value}
          onPreview={togglePreview}
          blocked={problem}
          send={send}
        />
      )}
    </div>
  );
}

/**
 * The placeholder of the composer's single line on phones. It truncates long names with an ellipsis, which native
 * placeholders can't.
 */
function BriefPlaceholder({ where }: { readonly where: string }) {
  const [before, after] = composeWords().messageTo(NAME_PLACE).split(NAME_PLACE);
  return (
    <div class="composer-placeholder" aria-hidden="true">
      <span>{before}</span>
      <span class="composer-placeholder-name one-line">{where}</span>
      <span>{after}</span>
    </div>
  );
}
