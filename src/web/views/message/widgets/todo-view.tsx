import { nextTask, type TodoList } from "../../../model/widgets/todo.ts";
import { widgetsWords } from "../../../words/widgets.ts";
import type { WidgetProps } from "../widget-view.tsx";
import { changeWidget } from "./change-widget.ts";
import { LineForm } from "./line-form.tsx";
import { TitleLine } from "./title-line.tsx";

type TodoViewProps = Pick<WidgetProps, "client" | "message"> & { readonly list: TodoList };

/** A list of tasks that anyone can add and tick off. */
export function TodoView({ client, message, list }: TodoViewProps) {
  const me = client.watch("account").user_id;
  const widget = widgetsWords();
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
                  // The box changes only when the server's event arrives.
                  event.currentTarget.checked = isDone;
                  void changeWidget(client, message.id, { type: "strike", key });
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
        action={widget.add}
        onDone={(text) => {
          const [task = "", ...rest] = text.split(": ");
          const isKnown = list.tasks.some((one) => one.task === task);
          const change = { type: "new_task", key: nextTask(list, me), task, desc: rest.join(": "), completed: false };
          return isKnown ? Promise.resolve(true) : changeWidget(client, message.id, change);
        }}
      />
    </div>
  );
}
