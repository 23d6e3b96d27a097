import { expected, type Sample } from "../sample.ts";

const APP = "https://app.shortcut.com/birds";
const story = { id: 11, entity_type: "story", action: "update", name: "Oil the lid", app_url: `${APP}/story/11` };
const epic = { id: 20, entity_type: "epic", action: "update", name: "Dry nests", app_url: `${APP}/epic/20` };
const references = [
  { id: 1, entity_type: "workflow-state", name: "Unscheduled" },
  { id: 2, entity_type: "workflow-state", name: "Ready for review" },
  { id: 20, entity_type: "epic", name: "Dry nests" },
  { id: 21, entity_type: "epic", name: "Warm nests" },
  { id: 5, entity_type: "project", name: "Lids" },
  { id: 6, entity_type: "project", name: "Doors" },
  { id: 8, entity_type: "label", name: "rain" },
  { id: 9, entity_type: "label", name: "oil" },
  { id: 7, entity_type: "file", name: "lid.pdf" },
];
type Action = { readonly id: number } & Readonly<Record<string, unknown>>;
const on = (actions: readonly Action[], more: object = {}) => ({
  payload: { id: "5c49206c", version: "v1", primary_id: actions[0]?.id, actions, references, ...more },
});
const changed = (changes: object) => on([{ ...story, changes }]);
const epicChanged = (changes: object) => on([{ ...epic, changes }]);
const task = { id: 15, entity_type: "story-task", description: "Buy oil", story_id: 11 };
const moved = { pull_request_ids: { adds: [35] }, workflow_state_id: { new: 2, old: 1 } };
const pull = {
  id: 35,
  entity_type: "pull-request",
  number: 10,
  title: "Oil",
  url: "https://github.com/birds/nest/pull/10",
};
const branch = {
  id: 29,
  entity_type: "branch",
  action: "create",
  name: "oil",
  url: "https://github.com/birds/nest/tree/oil",
};

export const samples: readonly Sample[] = [
  {
    name: "a new story",
    ...on([{ ...story, action: "create", story_type: "feature", description: "It squeaks." }]),
    becomes: expected`
      story_create > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) of the type **feature** was created:

      ~~~ quote
      It squeaks.
      ~~~
    `,
  },
  {
    name: "a new story of an epic",
    ...on([{ ...story, action: "create", epic_id: 20 }]),
    becomes: expected`
      story_create > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) in the epic **Dry nests** was created.
    `,
  },
  {
    name: "a new epic",
    ...on([{ ...epic, action: "create", state: "to do" }]),
    becomes: expected`
      epic_create > Dry nests
      The epic [Dry nests](https://app.shortcut.com/birds/epic/20) (to do) was created.
    `,
  },
  {
    name: "a deleted story",
    ...on([{ ...story, action: "delete" }]),
    becomes: expected`
      story_delete > Oil the lid
      The story **Oil the lid** was deleted.
    `,
  },
  {
    name: "a deleted epic",
    ...on([{ ...epic, action: "delete" }]),
    becomes: expected`
      epic_delete > Dry nests
      The epic **Dry nests** was deleted.
    `,
  },
  {
    name: "a comment on a story",
    ...on([{ id: 12, entity_type: "story-comment", action: "create", text: "I see it, too." }, story]),
    becomes: expected`
      story-comment_create > Oil the lid
      Someone commented on the story [Oil the lid](https://app.shortcut.com/birds/story/11):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a comment on an epic",
    ...on([{ id: 12, entity_type: "epic-comment", action: "create", text: "I see it, too." }, epic]),
    becomes: expected`
      epic-comment_create > Dry nests
      Someone commented on the epic [Dry nests](https://app.shortcut.com/birds/epic/20):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "an edited comment",
    ...on([{ id: 12, entity_type: "story-comment", action: "update" }, story]),
    becomes: [],
  },
  {
    name: "a new task",
    ...on([{ ...task, action: "create" }, story]),
    becomes: expected`
      story-task_create > Oil the lid
      The task **Buy oil** was added to the story [Oil the lid](https://app.shortcut.com/birds/story/11).
    `,
  },
  {
    name: "a removed task",
    ...on([{ ...task, action: "delete" }, story]),
    becomes: expected`
      story-task_delete > Oil the lid
      The task **Buy oil** was removed from the story [Oil the lid](https://app.shortcut.com/birds/story/11).
    `,
  },
  {
    name: "a task that is done",
    ...on([{ ...task, action: "update", changes: { complete: { new: true, old: false } } }], {
      references: [{ ...story, action: null }],
    }),
    becomes: expected`
      story-task_update_complete > Oil the lid
      :check: The task **Buy oil** of the story [Oil the lid](https://app.shortcut.com/birds/story/11) is done.
    `,
  },
  {
    name: "a task that is not done any more",
    ...on([{ ...task, action: "update", changes: { complete: { new: false, old: true } } }, story]),
    becomes: [],
  },
  {
    name: "a story with a description",
    ...changed({ description: { new: "It squeaks.", old: "" } }),
    becomes: expected`
      story_update_description > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) has a description:

      ~~~ quote
      It squeaks.
      ~~~
    `,
  },
  {
    name: "an epic with another description",
    ...epicChanged({ description: { new: "It squeaks.", old: "?" } }),
    becomes: expected`
      epic_update_description > Dry nests
      The epic [Dry nests](https://app.shortcut.com/birds/epic/20) has another description:

      ~~~ quote
      It squeaks.
      ~~~
    `,
  },
  {
    name: "a story without its description",
    ...changed({ description: { new: "", old: "It squeaks." } }),
    becomes: expected`
      story_update_description > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) has no description any more.
    `,
  },
  {
    name: "a story in another state",
    ...changed({ workflow_state_id: { new: 2, old: 1 } }),
    becomes: expected`
      story_update_state > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) went from **Unscheduled** to **Ready for review**.
    `,
  },
  {
    name: "an epic in another state",
    ...epicChanged({ state: { new: "in progress", old: "to do" } }),
    becomes: expected`
      epic_update_state > Dry nests
      The epic [Dry nests](https://app.shortcut.com/birds/epic/20) went from **to do** to **in progress**.
    `,
  },
  {
    name: "a renamed story",
    ...changed({ name: { new: "Oil the lid", old: "Li`d" } }),
    becomes: expected`
      story_update_name > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was renamed (it was “Li\\\`d”).
    `,
  },
  {
    name: "a renamed epic",
    ...epicChanged({ name: { new: "Dry nests", old: "Nests" } }),
    becomes: expected`
      epic_update_name > Dry nests
      The epic [Dry nests](https://app.shortcut.com/birds/epic/20) was renamed (it was “Nests”).
    `,
  },
  {
    name: "an archived story",
    ...changed({ archived: { new: true, old: false } }),
    becomes: expected`
      story_update_archived > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was archived.
    `,
  },
  {
    name: "an epic that is no longer archived",
    ...epicChanged({ archived: { new: false, old: true } }),
    becomes: expected`
      epic_update_archived > Dry nests
      The epic [Dry nests](https://app.shortcut.com/birds/epic/20) is no longer archived.
    `,
  },
  {
    name: "a story of another epic",
    ...changed({ epic_id: { new: 21, old: 20 } }),
    becomes: expected`
      story_update_epic > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was moved from the epic **Dry nests** to **Warm nests**.
    `,
  },
  {
    name: "a story of a first epic",
    ...changed({ epic_id: { new: 20 } }),
    becomes: expected`
      story_update_epic > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was added to the epic **Dry nests**.
    `,
  },
  {
    name: "a story of no epic",
    ...changed({ epic_id: { old: 20 } }),
    becomes: expected`
      story_update_epic > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was removed from the epic **Dry nests**.
    `,
  },
  {
    name: "an estimated story",
    ...changed({ estimate: { new: 4 } }),
    becomes: expected`
      story_update_estimate > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was estimated at 4 points.
    `,
  },
  {
    name: "a story without its estimate",
    ...changed({ estimate: { old: 4 } }),
    becomes: expected`
      story_update_estimate > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) is no longer estimated.
    `,
  },
  {
    name: "a file",
    ...changed({ file_ids: { adds: [7] } }),
    becomes: expected`
      story_update_attachment > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) has a new attachment: **lid.pdf**.
    `,
  },
  { name: "a removed file", ...changed({ file_ids: { removes: [7] } }), becomes: [] },
  {
    name: "new labels, whose names are partly unknown",
    ...changed({ label_ids: { adds: [8, 9, 10] } }),
    becomes: expected`
      story_update_label > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) has a new label: **rain**, **oil** and **?**.
    `,
  },
  { name: "a removed label", ...changed({ label_ids: { removes: [8] } }), becomes: [] },
  {
    name: "a story of another project",
    ...changed({ project_id: { new: 6, old: 5 } }),
    becomes: expected`
      story_update_project > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was moved from the project **Lids** to **Doors**.
    `,
  },
  {
    name: "a story of a first project",
    ...changed({ project_id: { new: 6 } }),
    becomes: expected`
      story_update_project > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was added to the project **Doors**.
    `,
  },
  {
    name: "a story of no project",
    ...changed({ project_id: { old: 5 } }),
    becomes: expected`
      story_update_project > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) was removed from the project **Lids**.
    `,
  },
  {
    name: "a story of another type",
    ...changed({ story_type: { new: "bug", old: "feature" } }),
    becomes: expected`
      story_update_type > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) is of the type **bug** (it was **feature**).
    `,
  },
  {
    name: "a new owner",
    ...changed({ owner_ids: { adds: ["5b1fda16"] } }),
    becomes: expected`
      story_update_owner > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) has a new owner.
    `,
  },
  {
    name: "a due date",
    ...changed({ deadline: { new: "2026-03-12T16:00:00Z" } }),
    becomes: expected`
      story_update_deadline > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) is due <time:2026-03-12T16:00:00Z>.
    `,
  },
  {
    name: "a story without its due date",
    ...changed({ deadline: { old: "2026-03-12T16:00:00Z" } }),
    becomes: expected`
      story_update_deadline > Oil the lid
      The story [Oil the lid](https://app.shortcut.com/birds/story/11) has no due date any more.
    `,
  },
  {
    name: "a change that is too small to be told",
    ...changed({ position: { new: 1, old: 2 } }),
    becomes: { unsupported: "story_update" },
  },
  {
    name: "a pull request for a story",
    ...on([
      { ...pull, action: "create" },
      { ...story, changes: moved },
    ]),
    becomes: expected`
      pull-request_create > Oil the lid
      Pull request [#10 Oil](https://github.com/birds/nest/pull/10) was opened for the story [Oil the lid](https://app.shortcut.com/birds/story/11), which went from **Unscheduled** to **Ready for review**.
    `,
  },
  {
    name: "a pull request that names two stories",
    ...on([
      { ...pull, action: "comment" },
      { ...story, changes: { pull_request_ids: { adds: [35] } } },
      { ...story, id: 12, name: "Paint the lid" },
    ]),
    becomes: [
      {
        event: "pull-request_comment",
        topic: "Oil the lid",
        content:
          "Pull request [#10 Oil](https://github.com/birds/nest/pull/10) belongs to the story [Oil the lid](https://app.shortcut.com/birds/story/11).",
      },
      {
        event: "pull-request_comment",
        topic: "Paint the lid",
        content:
          "Pull request [#10 Oil](https://github.com/birds/nest/pull/10) belongs to the story [Paint the lid](https://app.shortcut.com/birds/story/11).",
      },
    ],
  },
  {
    name: "a branch of a story",
    ...on([branch, { ...story, changes: { branch_ids: { adds: [29] } } }]),
    becomes: expected`
      branch_create > Oil the lid
      Branch [\`oil\`](https://github.com/birds/nest/tree/oil) belongs to the story [Oil the lid](https://app.shortcut.com/birds/story/11).
    `,
  },
  { name: "a branch of no story", ...on([branch]), becomes: [] },
  {
    name: "many changes of many stories at once",
    ...on(
      [
        { ...story, changes: { ...moved, story_type: { new: "bug", old: "feature" }, label_ids: { adds: [8] } } },
        { ...story, id: 12, name: "Paint the lid", changes: { position: { new: 1 } } },
        { ...story, id: 13, name: "Close the lid", changes: { archived: { new: true } } },
      ],
      { primary_id: null },
    ),
    becomes: [
      {
        event: "story_update_batch",
        topic: "Oil the lid",
        content:
          "The story [Oil the lid](https://app.shortcut.com/birds/story/11):\n* went from **Unscheduled** to **Ready for review**\n* has a new label: **rain**\n* is of the type **bug** (it was **feature**)",
      },
      {
        event: "story_update_batch",
        topic: "Close the lid",
        content: "The story [Close the lid](https://app.shortcut.com/birds/story/11) was archived.",
      },
    ],
  },
  { name: "nothing", payload: null, becomes: [] },
  {
    name: "an event that is not known",
    ...on([{ id: 1, entity_type: "iteration", action: "create" }]),
    becomes: { unsupported: "iteration_create" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
