import * as v from "valibot";

const vote = v.strictObject({ type: v.literal("vote"), key: v.string(), vote: v.picklist([1, -1]) });
const newOption = v.strictObject({
  type: v.literal("new_option"),
  idx: v.pipe(v.number(), v.integer()),
  option: v.string(),
});
const question = v.strictObject({ type: v.literal("question"), question: v.string() });

const newTask = v.strictObject({
  type: v.literal("new_task"),
  key: v.union([v.string(), v.pipe(v.number(), v.integer())]),
  task: v.string(),
  desc: v.string(),
  completed: v.boolean(),
});
const strike = v.strictObject({ type: v.literal("strike"), key: v.string() });
const newTitle = v.strictObject({ type: v.literal("new_task_list_title"), title: v.string() });

export type SubmessageSchema = v.GenericSchema<unknown, { readonly type: string }>;

/** Schemas of further submessages by the widget's type. Those of other widgets aren't checked. */
export const submessageSchemas: ReadonlyMap<string, SubmessageSchema> = new Map<string, SubmessageSchema>([
  ["poll", v.variant("type", [vote, newOption, question])],
  ["todo", v.variant("type", [newTask, strike, newTitle])],
]);

/** Types of submessages that only the widget's author can add, with the error for other users. */
export const authorOnlyErrors: ReadonlyMap<string, string> = new Map([
  ["question", "You can't edit a question unless you are the author."],
  ["new_task_list_title", "You can't edit the task list title unless you are the author."],
]);
