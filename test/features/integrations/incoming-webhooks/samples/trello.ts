import type { Sample } from "../sample.ts";

const board = { id: "b1", name: "Nest", shortLink: "bRd" };
const card = { id: "c1", name: "Close the lid", shortLink: "cRd" };
const on = (type: string, data: object, more: object = {}) => ({
  payload: {
    model: { name: "Nest", url: "https://trello.com/b/bRd" },
    action: {
      id: "a1",
      type,
      data: { board, card, ...data },
      memberCreator: { fullName: "Ann", username: "ann" },
      ...more,
    },
  },
});
const member = { member: { fullName: "Bob" } };
const checked = { checklist: { name: "To do" }, checkItem: { name: "Oil it", state: "complete" } };

export const samples: readonly Sample[] = [
  {
    name: "a new card",
    ...on("createCard", { list: { name: "Doing" } }),
    becomes: [
      {
        event: "createCard",
        topic: "Nest",
        content: "Ann created [Close the lid](https://trello.com/c/cRd) in **Doing**.",
      },
    ],
  },
  {
    name: "a new card under another topic",
    ...on("createCard", {}),
    namesSubject: true,
    becomes: [
      {
        event: "createCard",
        topic: "Nest",
        content: "[[Nest](https://trello.com/b/bRd)] Ann created [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a card in another list",
    ...on("updateCard", { listBefore: { name: "Doing" }, listAfter: { name: "Done" }, old: { idList: "l1" } }),
    becomes: [
      {
        event: "updateCard",
        topic: "Nest",
        content: "Ann moved [Close the lid](https://trello.com/c/cRd) from **Doing** to **Done**.",
      },
    ],
  },
  {
    name: "a renamed card",
    ...on("updateCard", { old: { name: "Shut the lid" } }),
    becomes: [
      {
        event: "updateCard",
        topic: "Nest",
        content: "Ann renamed [Close the lid](https://trello.com/c/cRd) (it was “Shut the lid”).",
      },
    ],
  },
  {
    name: "a card with a description",
    ...on("updateCard", { old: { desc: "" }, card: { ...card, desc: "With **oil**." } }),
    becomes: [
      {
        event: "updateCard",
        topic: "Nest",
        content:
          "Ann set the description of [Close the lid](https://trello.com/c/cRd):\n\n~~~ quote\nWith **oil**.\n~~~",
      },
    ],
  },
  {
    name: "a card with a due date",
    ...on("updateCard", { old: { due: null }, card: { ...card, due: "2026-02-01T12:00:00.000Z" } }),
    becomes: [
      {
        event: "updateCard",
        topic: "Nest",
        content: "Ann set the due date of [Close the lid](https://trello.com/c/cRd) to <time:2026-02-01T12:00:00Z>.",
      },
    ],
  },
  {
    name: "a card that is complete",
    ...on("updateCard", { old: { dueComplete: false }, card: { ...card, dueComplete: true } }),
    becomes: [
      {
        event: "updateCard",
        topic: "Nest",
        content: "Ann marked [Close the lid](https://trello.com/c/cRd) as complete.",
      },
    ],
  },
  {
    name: "an archived card",
    ...on("updateCard", { old: { closed: false }, card: { ...card, closed: true } }),
    becomes: [
      { event: "updateCard", topic: "Nest", content: "Ann archived [Close the lid](https://trello.com/c/cRd)." },
    ],
  },
  { name: "a card at another place", ...on("updateCard", { old: { pos: 4 } }), becomes: [] },
  {
    name: "a label",
    ...on("addLabelToCard", { label: { name: "bug", color: "red" } }),
    becomes: [
      {
        event: "addLabelToCard",
        topic: "Nest",
        content: "Ann added the label **bug** to [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a removed label",
    ...on("removeLabelFromCard", { label: { name: "", color: "red" } }),
    becomes: [
      {
        event: "removeLabelFromCard",
        topic: "Nest",
        content: "Ann removed the label **red** from [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a member of a card",
    ...on("addMemberToCard", {}, member),
    becomes: [
      {
        event: "addMemberToCard",
        topic: "Nest",
        content: "Ann added Bob to [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a removed member of a card",
    ...on("removeMemberFromCard", {}, member),
    becomes: [
      {
        event: "removeMemberFromCard",
        topic: "Nest",
        content: "Ann removed Bob from [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "an attachment",
    ...on("addAttachmentToCard", { attachment: { name: "lid.png", url: "https://example.com/lid.png" } }),
    becomes: [
      {
        event: "addAttachmentToCard",
        topic: "Nest",
        content: "Ann attached [lid.png](https://example.com/lid.png) to [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a checklist",
    ...on("addChecklistToCard", { checklist: { name: "To do" } }),
    becomes: [
      {
        event: "addChecklistToCard",
        topic: "Nest",
        content: "Ann added the checklist **To do** to [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a checked item",
    ...on("updateCheckItemStateOnCard", checked),
    becomes: [
      {
        event: "updateCheckItemStateOnCard",
        topic: "Nest",
        content: "Ann checked **Oil it** of **To do** on [Close the lid](https://trello.com/c/cRd).",
      },
    ],
  },
  {
    name: "a comment",
    ...on("commentCard", { text: "I see it, too." }),
    becomes: [
      {
        event: "commentCard",
        topic: "Nest",
        content: "Ann commented on [Close the lid](https://trello.com/c/cRd):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a member of the board",
    ...on("addMemberToBoard", {}, member),
    becomes: [{ event: "addMemberToBoard", topic: "Nest", content: "Ann added Bob to the board." }],
  },
  {
    name: "a removed member of the board",
    ...on("removeMemberFromBoard", {}, member),
    becomes: [{ event: "removeMemberFromBoard", topic: "Nest", content: "Ann removed Bob from the board." }],
  },
  {
    name: "a new list",
    ...on("createList", { list: { name: "Later" } }),
    becomes: [{ event: "createList", topic: "Nest", content: "Ann added the list **Later**." }],
  },
  {
    name: "a renamed board",
    ...on("updateBoard", { old: { name: "Box" } }),
    becomes: [{ event: "updateBoard", topic: "Nest", content: "Ann renamed the board (it was “Box”)." }],
  },
  { name: "a copied card", ...on("copyCard", {}), becomes: [] },
  { name: "an action that is not known", ...on("enablePlugin", {}), becomes: { unsupported: "enablePlugin" } },
];
