import "./compose-dialogs.css";
import { useState } from "preact/hooks";
import { isComposed } from "../../../keyboard.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { composeWords } from "../../../words/compose.ts";

/** Puts a typed text on one line, because a line break would start another option. */
const line = (text: string) => text.replace(/\s+/g, " ").trim();

interface WidgetDialogProps {
  /** Called with the widget's Markdown, before the dialog closes. */
  readonly onMarkdown: (markdown: string) => void;
}

export function PollDialog({ onMarkdown }: WidgetDialogProps) {
  const compose = composeWords();
  const [question, setQuestion] = useState("");
  const [options, setOptions] = useState<readonly string[]>(["", ""]);
  const filled = options.map(line).filter((option) => option !== "");
  return (
    <Dialog
      title={compose.poll}
      submit={compose.pollSend}
      disabled={line(question) === ""}
      onSubmit={() => onMarkdown([`/poll ${line(question)}`, ...filled].join("\n"))}
    >
      <Field label={compose.pollQuestion} value={question} onInput={setQuestion} autofocus required />
      <Lines label={compose.pollOption} add={compose.pollAdd} lines={options} onLines={setOptions} />
    </Dialog>
  );
}

export function TodoDialog({ onMarkdown }: WidgetDialogProps) {
  const compose = composeWords();
  const [title, setTitle] = useState("");
  const [tasks, setTasks] = useState<readonly string[]>(["", ""]);
  const filled = tasks.map(line).filter((task) => task !== "");
  return (
    <Dialog
      title={compose.todo}
      submit={compose.todoSend}
      onSubmit={() => onMarkdown([`/todo ${line(title)}`.trim(), ...filled].join("\n"))}
    >
      <Field label={compose.todoTitle} value={title} onInput={setTitle} autofocus />
      <Lines label={compose.todoTask} add={compose.todoAdd} lines={tasks} onLines={setTasks} />
    </Dialog>
  );
}

interface LinesProps {
  readonly label: (at: number) => string;
  readonly add: string;
  readonly lines: readonly string[];
  readonly onLines: (lines: readonly string[]) => void;
}

/** A list of single-line fields. Enter in the last one adds another. */
function Lines({ label, add, lines, onLines }: LinesProps) {
  const more = () => onLines([...lines, ""]);
  return (
    <div class="compose-lines">
      {lines.map((text, at) => (
        // A line's position is its only key.
        <div key={at} class="compose-line">
          <Field
            quiet
            label={label(at + 1)}
            placeholder={label(at + 1)}
            value={text}
            autofocus={at > 1 && at === lines.length - 1}
            onInput={(changed) => onLines(lines.map((one, index) => (index === at ? changed : one)))}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || isComposed(event) || at < lines.length - 1 || text === "") return;
              event.preventDefault();
              more();
            }}
          />
          {lines.length > 1 && (
            <ToolButton
              icon="x"
              label={composeWords().removeLine(label(at + 1))}
              onClick={() => onLines(lines.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      <Button kind="quiet" icon="plus" onClick={more}>
        {add}
      </Button>
    </div>
  );
}
