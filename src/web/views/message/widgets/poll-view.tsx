import { nextOption, type Poll } from "../../../model/widgets/poll.ts";
import { listed, number } from "../../../words/format.ts";
import { widgetsWords } from "../../../words/widgets.ts";
import { nameOfUser } from "../../people/names.ts";
import type { WidgetProps } from "../widget-view.tsx";
import { changeWidget } from "./change-widget.ts";
import { LineForm } from "./line-form.tsx";
import { TitleLine } from "./title-line.tsx";

type PollViewProps = Pick<WidgetProps, "client" | "message"> & { readonly poll: Poll };

/** A question with options to vote for. */
export function PollView({ client, message, poll }: PollViewProps) {
  const state = client.watch("users");
  const me = state.user_id;
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.length));
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
          return (
            <li key={key} class="poll-option" style={{ "--share": voters.length / most }}>
              <button
                type="button"
                class="poll-vote"
                aria-pressed={isMine}
                aria-label={widget.vote(text, voters.length)}
                onClick={() => void changeWidget(client, message.id, { type: "vote", key, vote: isMine ? -1 : 1 })}
              >
                {number(voters.length)}
              </button>
              <span class="poll-text">{text}</span>
              {voters.length > 0 && (
                <span class="poll-voters">{listed(voters.map((user) => nameOfUser(state, user)))}</span>
              )}
            </li>
          );
        })}
      </ul>
      <LineForm
        label={widget.newOption}
        action={widget.add}
        onDone={(option) => {
          const isKnown = poll.options.some(({ text }) => text === option);
          const change = { type: "new_option", idx: nextOption(poll, me), option };
          return isKnown ? Promise.resolve(true) : changeWidget(client, message.id, change);
        }}
      />
    </div>
  );
}
