import "./buttons.css";
import { useId } from "preact/hooks";
import { type BotButton, isFor, type Pressable, pressableOf } from "../../../model/widgets/pressable.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { refusedField } from "../../../parts/error-text.ts";
import { Icon } from "../../../parts/icon.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { buttonsWords } from "../../../words/buttons.ts";
import { surroundingsOf } from "../../content/content-surroundings.ts";
import { MessageContent } from "../../content/message-content.tsx";
import { nameOfUser } from "../../people/names.ts";
import type { WidgetProps } from "../widget-view.tsx";
import { FormView } from "./form-view.tsx";
import { hideAnswer, type PressState, press, pressState } from "./press.ts";
import { refusalText } from "./refusal.ts";

/** A bot's text, with the buttons or form below it and the result of the latest press. */
export function ButtonsView({ client, message, children }: WidgetProps) {
  const shown = pressableOf(message);
  const state = pressState(client, message.id).value;
  const bot = nameOfUser(client.watch("users"), message.sender_id);
  return (
    <>
      <div class={shown?.listsCommands === true ? "with-commands" : undefined}>{children}</div>
      {shown !== undefined && <Controls client={client} message={message} shown={shown} state={state} />}
      <Outcome client={client} state={state} bot={bot} hide={() => hideAnswer(client, message.id)} />
    </>
  );
}

interface ControlsProps extends Pick<WidgetProps, "client" | "message"> {
  readonly shown: Pressable;
  readonly state: PressState | undefined;
}

function Controls({ client, message, shown: { buttons, form, until }, state }: ControlsProps) {
  const id = useId();
  const w = buttonsWords();
  const who = client.watch("groups", "account");
  const offered = form === undefined ? buttons : [form];
  const reason =
    until <= now.value
      ? w.ended
      : client.connection.value.kind === "offline"
        ? w.offline
        : offered.every((one) => !isFor(who, one))
          ? w.notForYou
          : undefined;
  const waitsFor = state?.kind === "waiting" ? state.pressed : undefined;
  const isBlocked = (one: (typeof offered)[number]) => reason !== undefined || !isFor(who, one);
  const run = async (one: BotButton) => {
    const isMeant =
      one.confirm === "" || (await confirm({ title: one.confirm, action: one.label, danger: isDanger(one) }));
    if (isMeant) await press(client, message.id, { button_id: one.id });
  };
  return (
    <div class="bot-buttons">
      {form === undefined ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div class="bot-buttons-row" role="group" aria-label={w.group}>
          {buttons.map((one) => {
            const busy = waitsFor !== undefined && "button_id" in waitsFor && waitsFor.button_id === one.id;
            return (
              <Button
                key={one.id}
                kind={one.style === "primary" ? "primary" : isDanger(one) ? "danger" : "plain"}
                busy={busy}
                disabled={!busy && (isBlocked(one) || waitsFor !== undefined)}
                {...(reason !== undefined && { describedBy: id })}
                onClick={() => void run(one)}
              >
                <span dir="auto">{one.label}</span>
              </Button>
            );
          })}
        </div>
      ) : (
        <FormView
          client={client}
          message={message.id}
          form={form}
          state={state}
          isBlocked={isBlocked(form)}
          describedBy={reason === undefined ? undefined : id}
        />
      )}
      {reason !== undefined && (
        <p class="bot-note" id={id}>
          {reason}
        </p>
      )}
    </div>
  );
}

const isDanger = ({ style }: BotButton): boolean => style === "danger";

interface OutcomeProps extends Pick<WidgetProps, "client"> {
  readonly state: PressState | undefined;
  readonly bot: string;
  readonly hide: () => void;
}

/** The result of the latest press. Screen readers announce changes. */
function Outcome({ client, state, bot, hide }: OutcomeProps) {
  const w = buttonsWords();
  const isPrivate = state?.kind === "answered" && state.html !== undefined;
  return (
    <div class="bot-outcome" role="status">
      {state?.kind === "waiting" && <p class="bot-note">{w.waiting(bot)}</p>}
      {state?.kind === "unanswered" && <Note icon="triangle-alert" text={w.unanswered(bot)} />}
      {state?.kind === "failed" && refusedField(state.error) === undefined && (
        <Note icon="triangle-alert" text={refusalText(state.error, bot)} />
      )}
      {state?.kind === "answered" && !isPrivate && <Note icon="check" text={w.done(bot)} />}
      {isPrivate && (
        <div class="bot-answer">
          <p class="bot-answer-head">
            <Icon name="eye" size={14} />
            <span>{w.onlyYou}</span>
            <ToolButton icon="x" size="s" label={w.dismiss} onClick={hide} />
          </p>
          <MessageContent
            key={state.press}
            id={`answer${state.press}`}
            html={state.html ?? ""}
            surroundings={surroundingsOf(client)}
          />
        </div>
      )}
    </div>
  );
}

const Note = ({ icon, text }: { readonly icon: "check" | "triangle-alert"; readonly text: string }) => (
  <p class="bot-note">
    <Icon name={icon} size={14} />
    <span>{text}</span>
  </p>
);
