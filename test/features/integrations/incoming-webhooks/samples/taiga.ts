import { expected, type Sample } from "../sample.ts";

const by = { id: 1, full_name: "Ann", username: "ann", permalink: "https://tree.taiga.io/profile/ann" };
const PROJECT = "https://tree.taiga.io/project/birds-nest";
const data = { id: 7, ref: 5, subject: "The lid squeaks", permalink: `${PROJECT}/us/5`, milestone: null };
const on = (type: string, action: string, more: object = {}) => ({ payload: { type, action, by, data, ...more } });
const changed = (type: string, diff: object, change: object = {}) =>
  on(type, "change", { change: { comment: "", comment_html: "", diff, ...change } });
const sprint = { id: 2, name: "Sprint 1", slug: "sprint-1" };
const epic = { subject: "Dry nests", permalink: `${PROJECT}/epic/42` };

export const samples: readonly Sample[] = [
  {
    name: "a new user story",
    ...on("userstory", "create"),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) created the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "a deleted task, of a sprint",
    ...on("task", "delete", { data: { subject: "Buy oil", milestone: sprint } }),
    becomes: expected`
      task > Sprint 1
      [Ann](https://tree.taiga.io/profile/ann) deleted the task **Buy oil**.
    `,
  },
  {
    name: "a new epic",
    ...on("epic", "create", { data: epic }),
    becomes: expected`
      epic > General
      [Ann](https://tree.taiga.io/profile/ann) created the epic [Dry nests](https://tree.taiga.io/project/birds-nest/epic/42).
    `,
  },
  {
    name: "a user story that is added to an epic",
    ...on("relateduserstory", "create", { data: { user_story: data, epic } }),
    becomes: expected`
      relateduserstory > General
      [Ann](https://tree.taiga.io/profile/ann) added the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) to the epic [Dry nests](https://tree.taiga.io/project/birds-nest/epic/42).
    `,
  },
  {
    name: "a user story that is removed from an epic",
    ...on("relateduserstory", "delete", { data: { user_story: { subject: "Lid" }, epic } }),
    becomes: expected`
      relateduserstory > General
      [Ann](https://tree.taiga.io/profile/ann) removed the user story **Lid** from the epic [Dry nests](https://tree.taiga.io/project/birds-nest/epic/42).
    `,
  },
  {
    name: "a new sprint",
    ...on("milestone", "create", { data: sprint }),
    becomes: expected`
      milestone > Sprint 1
      [Ann](https://tree.taiga.io/profile/ann) created the sprint **Sprint 1**.
    `,
  },
  {
    name: "a sprint with another end, and the same start",
    ...on("milestone", "change", {
      data: sprint,
      change: {
        comment: "",
        diff: {
          estimated_start: { from: "2026-01-10", to: "2026-01-10" },
          estimated_finish: { from: "2026-01-24", to: "2026-01-25" },
        },
      },
    }),
    becomes: expected`
      milestone > Sprint 1
      [Ann](https://tree.taiga.io/profile/ann) changed the end of the sprint **Sprint 1** from **2026-01-24** to **2026-01-25**.
    `,
  },
  {
    name: "a renamed sprint",
    ...on("milestone", "change", { data: sprint, change: { diff: { name: { from: "Sprint", to: "Sprint 1" } } } }),
    becomes: expected`
      milestone > Sprint 1
      [Ann](https://tree.taiga.io/profile/ann) renamed the sprint **Sprint 1** (it was “Sprint”).
    `,
  },
  {
    name: "an assigned issue",
    ...changed("issue", { assigned_to: { from: null, to: "Bob" } }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) assigned the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) to **Bob**.
    `,
  },
  {
    name: "a reassigned user story",
    ...changed("userstory", { assigned_to: { from: "Bob", to: "Cal" } }),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) reassigned the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **Bob** to **Cal**.
    `,
  },
  {
    name: "an unassigned task",
    ...changed("task", { assigned_to: { from: "Bob", to: null } }),
    becomes: expected`
      task > General
      [Ann](https://tree.taiga.io/profile/ann) unassigned the task [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **Bob**.
    `,
  },
  {
    name: "an epic that is blocked for a reason",
    ...changed("epic", {
      is_blocked: { from: false, to: true },
      blocked_note_diff: { from: null, to: "<ins>No oil</ins>" },
      blocked_note_html: { from: "", to: "<p>No oil &amp; no rag</p>" },
    }),
    becomes: expected`
      epic > General
      [Ann](https://tree.taiga.io/profile/ann) blocked the epic [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).

      ~~~ quote
      No oil & no rag
      ~~~
    `,
  },
  {
    name: "a blocked epic",
    ...changed("epic", { is_blocked: { from: false, to: true }, blocked_note_diff: {} }),
    becomes: expected`
      epic > General
      [Ann](https://tree.taiga.io/profile/ann) blocked the epic [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "an unblocked epic",
    ...changed("epic", { is_blocked: { from: true, to: false } }),
    becomes: expected`
      epic > General
      [Ann](https://tree.taiga.io/profile/ann) unblocked the epic [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "a closed user story with another status",
    ...changed("userstory", { status: { from: "New", to: "Done" }, is_closed: { from: false, to: true } }),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) changed the status of the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **New** to **Done**.
      [Ann](https://tree.taiga.io/profile/ann) closed the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "a reopened user story",
    ...changed("userstory", { is_closed: { from: true, to: false } }),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) reopened the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "an issue with another priority, severity and type",
    ...changed("issue", {
      priority: { from: "Low", to: "High" },
      severity: { from: "Minor", to: "Critical" },
      type: { from: "Bug", to: "Question" },
    }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) changed the priority of the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **Low** to **High**.
      [Ann](https://tree.taiga.io/profile/ann) changed the severity of the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **Minor** to **Critical**.
      [Ann](https://tree.taiga.io/profile/ann) changed the type of the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **Bug** to **Question**.
    `,
  },
  {
    name: "a user story of a first sprint",
    ...changed("userstory", { milestone: { from: null, to: "Sprint 1" }, sprint_order: { from: 1, to: 0 } }),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) added the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) to the sprint **Sprint 1**.
    `,
  },
  {
    name: "a user story of another sprint",
    ...changed("userstory", { milestone: { from: "Sprint 1", to: "Sprint 2" } }),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) moved the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from the sprint **Sprint 1** to **Sprint 2**.
    `,
  },
  {
    name: "an issue of no sprint",
    ...changed("issue", { milestone: { from: "Sprint 1", to: null } }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) removed the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from the sprint **Sprint 1**.
    `,
  },
  {
    name: "changes without a new value",
    ...changed("issue", { milestone: {}, assigned_to: { from: null }, is_closed: {}, is_blocked: { from: true } }),
    becomes: [],
  },
  { name: "a changed user story of an epic", ...on("relateduserstory", "change", { data: {} }), becomes: [] },
  {
    name: "an estimate",
    ...changed("userstory", { points: { UX: { from: "?", to: "5" }, Back: { from: "1", to: "?" } } }),
    becomes: expected`
      userstory > General
      [Ann](https://tree.taiga.io/profile/ann) changed the estimate of the user story [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5): UX from **?** to **5** and Back from **1** to **?**.
    `,
  },
  {
    name: "a renamed task with another description",
    ...changed("task", { subject: { from: "Li`d", to: "The lid squeaks" }, description_diff: {} }),
    becomes: expected`
      task > General
      [Ann](https://tree.taiga.io/profile/ann) renamed the task [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) (it was “Li\\\`d”).
      [Ann](https://tree.taiga.io/profile/ann) changed the description of the task [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "a task of another user story",
    ...changed("task", { user_story: { from: "#1 Lid", to: "#2 Door" } }),
    becomes: expected`
      task > General
      [Ann](https://tree.taiga.io/profile/ann) changed the user story of the task [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) from **#1 Lid** to **#2 Door**.
    `,
  },
  {
    name: "a due date",
    ...changed("issue", { due_date: { from: null, to: "2026-01-24" } }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) set the due date of the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5) to **2026-01-24**.
    `,
  },
  {
    name: "another due date, and then none",
    ...changed("task", { due_date: { from: "2026-01-24", to: null } }),
    becomes: expected`
      task > General
      [Ann](https://tree.taiga.io/profile/ann) removed the due date of the task [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "a comment",
    ...changed("issue", {}, { comment: "I see it, too." }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) commented on the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "an edited comment",
    ...changed("issue", {}, { comment: "I see it.", edit_comment_date: "2026-01-10" }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) edited a comment on the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5):

      ~~~ quote
      I see it.
      ~~~
    `,
  },
  {
    name: "a deleted comment",
    ...changed("issue", {}, { comment: "I see it.", delete_comment_date: "2026-01-10" }),
    becomes: expected`
      issue > General
      [Ann](https://tree.taiga.io/profile/ann) deleted a comment on the issue [The lid squeaks](https://tree.taiga.io/project/birds-nest/us/5).
    `,
  },
  {
    name: "a change that is too small to be told",
    ...changed("issue", { sprint_order: { from: 1, to: 0 } }),
    becomes: [],
  },
  {
    name: "a test",
    ...on("test", "test", { data: { test: "test" } }),
    becomes: expected`
      test > General
      Taiga webhook has been successfully configured by [Ann](https://tree.taiga.io/profile/ann).
    `,
  },
  { name: "a page of the wiki", ...on("wikipage", "create"), becomes: { unsupported: "wikipage" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
