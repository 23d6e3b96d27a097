import type { Sample } from "../sample.ts";

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
    becomes: [
      {
        event: "document",
        topic: "Nest",
        content:
          "Ann created the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "an activated document",
    ...on("document_active"),
    becomes: [
      {
        event: "document",
        topic: "Nest",
        content:
          "Ann activated the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a published document",
    ...on("document_publicized"),
    becomes: [
      {
        event: "document",
        topic: "Nest",
        content:
          "Ann published the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a document with another title",
    ...on("document_title_changed"),
    becomes: [
      {
        event: "document",
        topic: "Nest",
        content:
          "Ann changed the title of the document [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "an archived question",
    ...on("question_archived"),
    becomes: [
      {
        event: "question",
        topic: "Nest",
        content:
          "Ann archived the question [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a new answer",
    ...on("question_answer_created"),
    becomes: [
      {
        event: "question_answer",
        topic: "Nest",
        content:
          "Ann created the [answer](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780) to the question [Oil the lid](https://3.basecamp.com/3688623/buckets/2957043/todos/427055624):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a changed answer",
    ...on("question_answer_content_changed"),
    becomes: [
      {
        event: "question_answer",
        topic: "Nest",
        content:
          "Ann changed the content of the [answer](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780) to the question [Oil the lid](https://3.basecamp.com/3688623/buckets/2957043/todos/427055624).",
      },
    ],
  },
  {
    name: "a new message",
    ...on("message_created"),
    becomes: [
      {
        event: "message",
        topic: "Nest",
        content:
          "Ann created the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a message with another subject",
    ...on("message_subject_changed"),
    becomes: [
      {
        event: "message",
        topic: "Nest",
        content:
          "Ann changed the subject of the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a message that is no longer archived",
    ...on("message_unarchived"),
    becomes: [
      {
        event: "message",
        topic: "Nest",
        content:
          "Ann unarchived the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a trashed message",
    ...on("message_trashed"),
    becomes: [
      {
        event: "message",
        topic: "Nest",
        content: "Ann trashed the message [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a to-do list with another name",
    ...on("todolist_name_changed"),
    becomes: [
      {
        event: "todolist",
        topic: "Nest",
        content:
          "Ann changed the name of the to-do list [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a completed to-do",
    ...on("todo_completed"),
    becomes: [
      {
        event: "todo",
        topic: "Nest",
        content: "Ann completed the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a reopened to-do",
    ...on("todo_uncompleted"),
    becomes: [
      {
        event: "todo",
        topic: "Nest",
        content: "Ann reopened the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a to-do of somebody else",
    ...on("todo_assignment_changed"),
    becomes: [
      {
        event: "todo",
        topic: "Nest",
        content:
          "Ann changed the assignment of the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a to-do with another due date",
    ...on("todo_due_on_changed"),
    becomes: [
      {
        event: "todo",
        topic: "Nest",
        content:
          "Ann changed the due date of the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  {
    name: "a comment",
    ...on("comment_created"),
    becomes: [
      {
        event: "comment",
        topic: "Nest",
        content:
          "Ann created the [comment](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780) on [Oil the lid](https://3.basecamp.com/3688623/buckets/2957043/todos/427055624):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a completed to-do, where the topic does not name the project",
    namesSubject: true,
    ...on("todo_completed"),
    becomes: [
      {
        event: "todo",
        topic: "Nest",
        content:
          "[Nest] Ann completed the to-do [Lids](https://3.basecamp.com/3688623/buckets/2957043/recordings/427058780).",
      },
    ],
  },
  { name: "a kind that is not known", ...on("vault_created"), becomes: { unsupported: "vault_created" } },
  { name: "something else that was done", ...on("todo_painted"), becomes: { unsupported: "todo_painted" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
