import "./compose-dialogs.css";
import { useClient } from "../../../client/client.ts";
import { isComposed } from "../../../keyboard.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { composeWords } from "../../../words/compose.ts";
import { useKeptForm } from "../../kept-form.ts";

/** Joins the lines of typed text, because a line break would start another option. */
const line = (text: string) => text.replace(/\s+/g, " ").trim();

interface WidgetDialogProps {
  readonly kind: "poll" | "todo";
  /** Called with the widget's Markdown, before the dialog closes. */
  readonly onMarkdown: (markdown: string) => void;
}

interface WidgetForm {
  readonly title: string;
  readonly lines: readonly string[];
}

const NOTHING: WidgetForm = { title: "", lines: ["", ""] };
const isTyped = ({ title, lines }: WidgetForm) => [title, ...lines].some((text) => line(text) !== "");

export function WidgetDialog({ kind, onMarkdown }: WidgetDialogProps) {
  const compose = composeWords();
  const [form, change, forget] = useKeptForm(useClient(), [kind], NOTHING, isTyped);
  const isPoll = kind === "poll";
  const heading = line(form.title);
  const filled = form.lines.map(line).filter((text) => text !== "");
  return (
    <Dialog
      title={isPoll ? compose.poll : compose.todo}
      submit={isPoll ? compose.pollSend : compose.todoSend}
      disabled={isPoll && heading === ""}
      onCancel={forget}
      onSubmit={() => {
        onMarkdown([`/${kind} ${heading}`.trim(), ...filled].join("\n"));
        forget();
      }}
    >
      <Field
        label={isPoll ? compose.pollQuestion : compose.todoTitle}
        value={form.title}
        onInput={(title) => change({ ...form, title })}
        autofocus
        required={isPoll}
      />
      <Lines
        label={isPoll ? compose.pollOption : compose.todoTask}
        add={isPoll ? compose.pollAdd : compose.todoAdd}
        lines={form.lines}
        onLines={(lines) => change({ ...form, lines })}
      />
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
