import { expected, type Sample } from "../sample.ts";

const APP = "https://3.basecamp.com/3688623/buckets/2957043";
const parent = { id: 1, title: "Oil the lid", app_url: `${APP}/todos/427055624` };
const recording = {
  id: 427058780,
  title: "Lids",
  app_url: `${APP}/recordings/427058780`,
  bucket: { id: 2957043, name: "Nest", type: "Project" },
  parent,
  content: "<div>I see it, <strong>too</strong>.</div>",
};
const on = (kind: string) => ({ payload: { id: 657037928, kind, creator: { name: "Ann" }, recording } });

export const samples: readonly Sample[] = [
  {
    name: "a new document",
    ...on("document_created"),
    becomes: expected`
      document > Nest
      Ann created the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "an activated document",
    ...on("document_active"),
    becomes: expected`
      document > Nest
      Ann activated the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a published document",
    ...on("document_publicized"),
    becomes: expected`
      document > Nest
      Ann published the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a document with another title",
    ...on("document_title_changed"),
    becomes: expected`
      document > Nest
      Ann changed the title of the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "an archived question",
    ...on("question_archived"),
    becomes: expected`
      question > Nest
      Ann archived the question [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a new answer",
    ...on("question_answer_created"),
    becomes: expected`
      question_answer > Nest
      Ann created the [answer](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780) to the question [Oil the lid](https://3.basecamp.com/3688623/buckets/2957043/todos/427055624):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a changed answer",
    ...on("question_answer_content_changed"),
    becomes: expected`
      question_answer > Nest
      Ann changed the content of the [answer](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780) to the question [Oil the lid](https://3.basecamp.com/3688623/buckets/2957043/todos/427055624).
    `,
  },
  {
    name: "a new message",
    ...on("message_created"),
    becomes: expected`
      message > Nest
      Ann created the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a message with another subject",
    ...on("message_subject_changed"),
    becomes: expected`
      message > Nest
      Ann changed the subject of the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a message that is no longer archived",
    ...on("message_unarchived"),
    becomes: expected`
      message > Nest
      Ann unarchived the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a trashed message",
    ...on("message_trashed"),
    becomes: expected`
      message > Nest
      Ann trashed the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a to-do list with another name",
    ...on("todolist_name_changed"),
    becomes: expected`
      todolist > Nest
      Ann changed the name of the to-do list [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a completed to-do",
    ...on("todo_completed"),
    becomes: expected`
      todo > Nest
      Ann completed the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a reopened to-do",
    ...on("todo_uncompleted"),
    becomes: expected`
      todo > Nest
      Ann reopened the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a to-do of somebody else",
    ...on("todo_assignment_changed"),
    becomes: expected`
      todo > Nest
      Ann changed the assignment of the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a to-do with another due date",
    ...on("todo_due_on_changed"),
    becomes: expected`
      todo > Nest
      Ann changed the due date of the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  {
    name: "a comment",
    ...on("comment_created"),
    becomes: expected`
      comment > Nest
      Ann created the [comment](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780) on [Oil the lid](https://3.basecamp.com/3688623/buckets/2957043/todos/427055624):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a completed to-do, where the topic does not name the project",
    namesSubject: true,
    ...on("todo_completed"),
    becomes: expected`
      todo > Nest
      [Nest] Ann completed the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).
    `,
  },
  { name: "a kind that is not known", ...on("vault_created"), becomes: { unsupported: "vault_created" } },
  { name: "something else that was done", ...on("todo_painted"), becomes: { unsupported: "todo_painted" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
