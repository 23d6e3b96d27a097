import { appWords } from "../../../words/app.ts";
import "./widget.css";
import { useRef } from "preact/hooks";
import { sendIfRoom } from "../../../client/sending/send-if-room.ts";
import { loadButtons } from "../../../loads.ts";
import { conversationOf } from "../../../model/routes/conversation.ts";
import {
  type Choices,
  type Decision,
  nextOption,
  nextTask,
  type Poll,
  type TodoList,
  widgetOf,
} from "../../../model/widgets/widget.ts";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { lazyView } from "../../../parts/lazy-view.tsx";
import { widgetsWords } from "../../../words/dialogs.ts";
import { listed, percentage } from "../../../words/format.ts";
import { attempt } from "../../attempt.ts";
import { nameOfUser } from "../../people/names.ts";
import type { WidgetProps } from "../widget-view.tsx";
import { changeWidget, LineForm, TitleLine, unusedIndex } from "./widget-parts.tsx";

const justText = ({ children }: WidgetProps) => <>{children}</>;
const ButtonsView = lazyView<WidgetProps>(async () => (await loadButtons()).ButtonsView, {
  Waiting: justText,
  Missing: justText,
});

export function WidgetBody({ client, message, children }: WidgetProps) {
  const widget = widgetOf(message);
  switch (widget?.kind) {
    case undefined:
      return <>{children}</>;
    case "poll":
      return <PollView client={client} message={message} poll={widget} />;
    case "todo":
      return <TodoView client={client} message={message} list={widget} />;
    case "choices":
      return <ChoicesView client={client} message={message} choices={widget} />;
    case "buttons":
      return (
        <ButtonsView client={client} message={message}>
          {children}
        </ButtonsView>
      );
    case "decision":
      return (
        <>
          {children}
          <DecisionView client={client} message={message} decision={widget} />
        </>
      );
  }
}

type ChoicesViewProps = Pick<WidgetProps, "client" | "message"> & { readonly choices: Choices };

const sendReply = ({ client, message }: Pick<WidgetProps, "client" | "message">, reply: string) =>
  sendIfRoom(client.outbox, conversationOf(message, client.watch().user_id), reply);

/** Buttons that each send a reply to the conversation. */
const ChoicesView = ({ client, message, choices }: ChoicesViewProps) => (
  <div class="widget">
    <strong>{choices.heading}</strong>
    <ul class="widget-options">
      {choices.choices.map(({ name, text, reply }) => (
        <li key={name} class="widget-choice">
          <Button onClick={() => void attempt(client, () => sendReply({ client, message }, reply))}>{name}</Button>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </div>
);

type DecisionViewProps = Pick<WidgetProps, "client" | "message"> & { readonly decision: Decision };

/** Time an assistant waits for a decision, in seconds. */
const WAITS = 24 * 60 * 60;

/**
 * Returns a choice's label. Choices about a message that an assistant wants to send have fixed labels, while the
 * choices of a question are shown as they are.
 */
const nameOfChoice = (text: string): string => {
  const widgets = widgetsWords();
  return text === "approve" ? appWords().send : text === "decline" ? widgets.decline : text;
};

/**
 * Buttons below a message that asks for a decision. Once the decision is made, here or elsewhere, it is shown instead.
 */
function DecisionView({ client, message, decision: { choices, decided } }: DecisionViewProps) {
  const words = widgetsWords();
  if (decided !== undefined) {
    const { state, choice, messageId } = decided;
    const isLater = state === "approved" && messageId === undefined;
    return (
      <p class="decided" role="status">
        <Icon name={state === "approved" || state === "answered" ? "check" : "x"} size={14} />
        <span>{choice === "" ? words.decided[isLater ? "scheduled" : state] : words.chosen(choice)}</span>
      </p>
    );
  }
  if (choices.length === 0 || message.timestamp + WAITS <= now.value) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="decision" role="group" aria-label={words.decide}>
      {choices.map(({ text, emoji_name, emoji_code }, index) => (
        <Button
          key={emoji_code}
          kind={index === 0 && text === "approve" ? "primary" : "plain"}
          run={() =>
            attempt(client, () =>
              client.api.post(`/messages/${message.id}/reactions`, {
                ...{ emoji_name, emoji_code, reaction_type: "unicode_emoji" },
              }),
            )
          }
        >
          <span dir="auto">{nameOfChoice(text)}</span>
        </Button>
      ))}
    </div>
  );
}

type PollViewProps = Pick<WidgetProps, "client" | "message"> & { readonly poll: Poll };

function PollView({ client, message, poll }: PollViewProps) {
  const state = client.watch("users");
  const me = state.user_id;
  const people = new Set(poll.options.flatMap(({ voters }) => voters)).size;
  const widget = widgetsWords();
  return (
    <div class="widget">
      <TitleLine
        title={poll.question}
        fallback={widget.poll}
        label={widget.editQuestion}
        canEdit={message.sender_id === me}
        onChange={(question) => changeWidget(client, message.id, { type: "question", question })}
      />
      <ul class="widget-options">
        {poll.options.map(({ key, text, voters }) => {
          const isMine = voters.includes(me);
          const share = people === 0 ? 0 : voters.length / people;
          return (
            <li key={key} class="poll-option" style={{ "--share": share }}>
              <button
                type="button"
                class="poll-vote"
                aria-pressed={isMine}
                aria-label={widget.vote(text, voters.length)}
                onClick={() => void changeWidget(client, message.id, { type: "vote", key, vote: isMine ? -1 : 1 })}
              >
                <span class="poll-check">{isMine && <Icon name="check" size={14} />}</span>
                <span class="poll-text">{text}</span>
              </button>
              <span class="poll-share">{percentage(share)}</span>
              {voters.length > 0 && (
                <span class="poll-voters">{listed(voters.map((user) => nameOfUser(state, user)))}</span>
              )}
            </li>
          );
        })}
      </ul>
      <p class="poll-people">{widget.voters(people)}</p>
      <LineForm
        label={widget.newOption}
        action={appWords().add}
        onDone={(option) => {
          const isKnown = poll.options.some(({ text }) => text === option);
          if (isKnown) return Promise.resolve(true);
          const idx = unusedIndex(message.id, nextOption(poll, me));
          return changeWidget(client, message.id, { type: "new_option", idx, option });
        }}
      />
    </div>
  );
}

type TodoViewProps = Pick<WidgetProps, "client" | "message"> & { readonly list: TodoList };

function TodoView({ client, message, list }: TodoViewProps) {
  const me = client.watch("account").user_id;
  const widget = widgetsWords();
  const asked = useRef(new Set<string>());
  const strike = async (key: string) => {
    // The request inverts the task's state, so a second request would undo the first.
    if (asked.current.has(key)) return;
    asked.current.add(key);
    await changeWidget(client, message.id, { type: "strike", key });
    asked.current.delete(key);
  };
  return (
    <div class="widget">
      <TitleLine
        title={list.title}
        fallback={widget.todo}
        label={widget.editTitle}
        canEdit={message.sender_id === me}
        onChange={(title) => changeWidget(client, message.id, { type: "new_task_list_title", title })}
      />
      <ul class="widget-options">
        {list.tasks.map(({ key, task, note, isDone }) => (
          <li key={key}>
            <label class="todo-task">
              <input
                type="checkbox"
                checked={isDone}
                onChange={(event) => {
                  // The checkbox changes only when the server's event arrives.
                  event.currentTarget.checked = isDone;
                  void strike(key);
                }}
              />
              <span>
                {isDone ? <del>{task}</del> : task}
                {note !== "" && (
                  <>
                    {" "}
                    <span class="todo-note">{note}</span>
                  </>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <LineForm
        label={widget.newTask}
        action={appWords().add}
        onDone={(text) => {
          const [task = "", ...rest] = text.split(/: |：/);
          const isKnown = list.tasks.some((one) => one.task === task);
          if (isKnown) return Promise.resolve(true);
          const key = unusedIndex(message.id, nextTask(list, me));
          return changeWidget(client, message.id, {
            type: "new_task",
            key,
            task,
            desc: rest.join(": "),
            completed: false,
          });
        }}
      />
    </div>
  );
}
