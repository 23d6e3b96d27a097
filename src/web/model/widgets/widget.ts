import type { UserId } from "../ids.ts";
import type { Message, Submessage } from "../message.ts";
import { asFields, asList, asText, type Fields, parseFields } from "./fields.ts";

/** Buttons that each send a reply to the message's sender. */
export interface Choices {
  readonly kind: "choices";
  readonly heading: string;
  readonly choices: readonly { readonly name: string; readonly text: string; readonly reply: string }[];
}

/**
 * Buttons for deciding on something, such as a message an assistant wants to send. Pressing one adds the user's
 * reaction.
 */
export interface Decision {
  readonly kind: "decision";
  readonly choices: readonly { readonly emoji_name: string; readonly emoji_code: string; readonly text: string }[];
  readonly decided: Decided | undefined;
}
interface Decided {
  readonly state: (typeof DECIDED)[number];
  /** The choice made, or "" if the answer isn't one of the choices. */
  readonly choice: string;
  readonly messageId: number | undefined;
}
const DECIDED = ["approved", "declined", "answered", "expired", "failed"] as const;

/** Buttons or a form of a bot (pressable.ts). */
interface WithButtons {
  readonly kind: "buttons";
}

type Widget = Poll | TodoList | Choices | Decision | WithButtons;

/**
 * Returns the widget shown instead of the message's text, or undefined if the message has no widget or an unknown one.
 */
export function widgetOf({ submessages, sender_id }: Message): Widget | undefined {
  const [first, ...later] = submessages.filter(({ msg_type }) => msg_type === "widget").sort((a, b) => a.id - b.id);
  const widget = first === undefined ? undefined : parseFields(first.content);
  const data = asFields(widget?.["extra_data"]) ?? {};
  switch (widget?.["widget_type"]) {
    case "poll":
      return pollOf(data, later, sender_id);
    case "todo":
      return todoOf(data, later, sender_id);
    case "zform":
      if ("buttons" in data || "form" in data) return { kind: "buttons" };
      return data["type"] === "choices" ? choicesOf(data) : undefined;
    case "reactions":
      return decisionOf(data, later, sender_id);
    default:
      return undefined;
  }
}

const choicesOf = (data: Fields): Choices => ({
  kind: "choices",
  heading: asText(data["heading"]),
  choices: asList(data["choices"]).map((one) => {
    const choice = asFields(one) ?? {};
    return { name: asText(choice["short_name"]), text: asText(choice["long_name"]), reply: asText(choice["reply"]) };
  }),
});

function decisionOf(first: Fields, later: readonly Submessage[], author: UserId): Decision {
  const choices = asList(first["choices"]).map((one) => {
    const choice = asFields(one) ?? {};
    const { emoji_name, emoji_code, text } = choice;
    return { emoji_name: asText(emoji_name), emoji_code: asText(emoji_code), text: asText(text) };
  });
  const [decided] = later
    .filter(({ sender_id }) => sender_id === author)
    .flatMap(({ content }) => decidedOf(parseFields(content)) ?? []);
  return { kind: "decision", choices, decided };
}

function decidedOf(change: Fields | undefined): Decided | undefined {
  const state = DECIDED.find((one) => one === change?.["state"]);
  if (change?.["type"] !== "decided" || state === undefined) return undefined;
  const id = change["message_id"];
  return { state, choice: asText(change["choice"]), messageId: typeof id === "number" ? id : undefined };
}

interface PollOption {
  readonly key: string;
  readonly text: string;
  /** In voting order. */
  readonly voters: readonly UserId[];
}

export interface Poll {
  readonly kind: "poll";
  readonly question: string;
  readonly options: readonly PollOption[];
}

/** Maximum options that one user can add. */
const MAX_OPTIONS = 1_000;

/** Builds a poll's current state from its submessages. Options with the same text count once. */
function pollOf(first: Fields, later: readonly Submessage[], author: UserId): Poll {
  let question = asText(first["question"]);
  const options = new Map<string, { text: string; voters: Set<UserId> }>();
  const add = (key: string, text: string) => {
    const isKnown = [...options.values()].some((one) => one.text === text);
    if (text !== "" && !isKnown && !options.has(key)) options.set(key, { text, voters: new Set() });
  };
  for (const [index, option] of asList(first["options"]).entries()) add(`canned,${index}`, asText(option));
  for (const { sender_id, content } of later) {
    const change = parseFields(content);
    if (change === undefined) continue;
    if (change["type"] === "question" && sender_id === author) question = asText(change["question"]);
    if (change["type"] === "new_option") {
      const index = indexOf(change["idx"]);
      if (index !== undefined) add(`${sender_id},${index}`, asText(change["option"]));
    }
    if (change["type"] === "vote") {
      const voters = options.get(asText(change["key"]))?.voters;
      if (change["vote"] === 1) voters?.add(sender_id);
      else if (change["vote"] === -1) voters?.delete(sender_id);
    }
  }
  return {
    kind: "poll",
    question,
    options: [...options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })),
  };
}

const indexOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_OPTIONS ? value : undefined;

/** Returns the index for the next option a user adds. */
export function nextOption(poll: Poll, who: UserId): number {
  const own = poll.options.flatMap(({ key }) => {
    const [sender, index] = key.split(",");
    return sender === String(who) ? Number(index) : [];
  });
  return Math.max(0, ...own) + 1;
}

interface Task {
  readonly key: string;
  readonly task: string;
  readonly note: string;
  readonly isDone: boolean;
}

export interface TodoList {
  readonly kind: "todo";
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** Maximum tasks that one user can add. */
const MAX_TASKS = 1_000;

/** Builds a to-do list's current state from its submessages. Tasks with the same name count once. */
function todoOf(first: Fields, later: readonly Submessage[], author: UserId): TodoList {
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
    const change = parseFields(content);
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

/** True if a value is an index, which API clients can also send as a string. */
const isIndex = (value: unknown): value is number | string => {
  const index = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof index === "number" && Number.isInteger(index) && index >= 0 && index <= MAX_TASKS;
};

/** Returns the index for the next task a user adds. */
export function nextTask(list: TodoList, who: UserId): number {
  const own = list.tasks.flatMap(({ key }) => {
    const [index, sender] = key.split(",");
    return sender === String(who) ? Number(index) : [];
  });
  return Math.max(0, ...own) + 1;
}
