import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

export const widgetsWords = catalog("widgets", {
  poll: "Poll",
  todo: "To-do list",
  editQuestion: "Edit the question",
  editTitle: "Edit the title",
  vote: (option: string, count: number) => `${option}, ${plural(count, { one: "# vote", other: "# votes" })}`,
  newOption: "New option",
  newTask: "New task: notes",
  add: "Add",
});
