import type { UserId } from "../ids.ts";
import type { Submessage } from "../messages/message.ts";
import { asFields, asList, asText, fieldsOf } from "./json.ts";

interface Task {
  readonly key: string;
  readonly task: string;
  readonly note: string;
  readonly isDone: boolean;
}

export interface TodoList {
  readonly kind: "todo";
  /** The title; "" if there is none. */
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** The number of tasks that one person can add. */
const MOST_TASKS = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/** The present state of a to-do list, from its submessages. Tasks with the same name count once. */
export function todoOf(first: Fields, later: readonly Submessage[], author: UserId): TodoList {
  let title = asText(first["task_list_title"]);
  const tasks = new Map<string, Task>();
  const add = (key: string, fields: Fields) => {
    const task = asText(fields["task"]);
    const isKnown = [...tasks.values()].some((one) => one.task === task);
    if (task === "" || isKnown || tasks.has(key)) return;
    tasks.set(key, { key, task, note: asText(fields["desc"]), isDone: fields["completed"] === true });
  };
  for (const [index, task] of asList(first["tasks"]).entries()) add(`${index},canned`, asFields(task) ?? {});
  for (const { sender_id, content } of later) {
    const change = fieldsOf(content);
    if (change === undefined) continue;
    if (change["type"] === "new_task_list_title" && sender_id === author) title = asText(change["title"]);
    if (change["type"] === "new_task" && isIndex(change["key"])) add(`${change["key"]},${sender_id}`, change);
    if (change["type"] === "strike") {
      const task = tasks.get(asText(change["key"]));
      if (task !== undefined) tasks.set(task.key, { ...task, isDone: !task.isDone });
    }
  }
  return { kind: "todo", title, tasks: [...tasks.values()] };
}

/** Whether a value is an index, which an API client can also send as text. */
const isIndex = (value: unknown): value is number | string => {
  const index = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof index === "number" && Number.isInteger(index) && index >= 0 && index <= MOST_TASKS;
};

/** The index for the next task that a user adds to a list. */
export function nextTask(list: TodoList, who: UserId): number {
  const own = list.tasks.flatMap(({ key }) => {
    const [index, sender] = key.split(",");
    return sender === String(who) ? Number(index) : [];
  });
  return Math.max(0, ...own) + 1;
}
