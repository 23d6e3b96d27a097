import { expected, type Sample } from "../sample.ts";

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
    becomes: expected`
      createCard > Nest
      Ann created [Close the lid](https://trello.com/c/cRd) in **Doing**.
    `,
  },
  {
    name: "a new card under another topic",
    ...on("createCard", {}),
    namesSubject: true,
    becomes: expected`
      createCard > Nest
      [[Nest](https://trello.com/b/bRd)] Ann created [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a card in another list",
    ...on("updateCard", { listBefore: { name: "Doing" }, listAfter: { name: "Done" }, old: { idList: "l1" } }),
    becomes: expected`
      updateCard > Nest
      Ann moved [Close the lid](https://trello.com/c/cRd) from **Doing** to **Done**.
    `,
  },
  {
    name: "a renamed card",
    ...on("updateCard", { old: { name: "Shut the `lid" } }),
    becomes: expected`
      updateCard > Nest
      Ann renamed [Close the lid](https://trello.com/c/cRd) (it was “Shut the \\\`lid”).
    `,
  },
  {
    name: "a card with a description",
    ...on("updateCard", { old: { desc: "" }, card: { ...card, desc: "With **oil**." } }),
    becomes: expected`
      updateCard > Nest
      Ann set the description of [Close the lid](https://trello.com/c/cRd):

      ~~~ quote
      With **oil**.
      ~~~
    `,
  },
  {
    name: "a card with a due date",
    ...on("updateCard", { old: { due: null }, card: { ...card, due: "2026-02-01T12:00:00.000Z" } }),
    becomes: expected`
      updateCard > Nest
      Ann set the due date of [Close the lid](https://trello.com/c/cRd) to <time:2026-02-01T12:00:00Z>.
    `,
  },
  {
    name: "a card that is complete",
    ...on("updateCard", { old: { dueComplete: false }, card: { ...card, dueComplete: true } }),
    becomes: expected`
      updateCard > Nest
      Ann marked [Close the lid](https://trello.com/c/cRd) as complete.
    `,
  },
  {
    name: "an archived card",
    ...on("updateCard", { old: { closed: false }, card: { ...card, closed: true } }),
    becomes: expected`
      updateCard > Nest
      Ann archived [Close the lid](https://trello.com/c/cRd).
    `,
  },
  { name: "a card at another place", ...on("updateCard", { old: { pos: 4 } }), becomes: [] },
  {
    name: "a label",
    ...on("addLabelToCard", { label: { name: "bug", color: "red" } }),
    becomes: expected`
      addLabelToCard > Nest
      Ann added the label **bug** to [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a removed label",
    ...on("removeLabelFromCard", { label: { name: "", color: "red" } }),
    becomes: expected`
      removeLabelFromCard > Nest
      Ann removed the label **red** from [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a member of a card",
    ...on("addMemberToCard", {}, member),
    becomes: expected`
      addMemberToCard > Nest
      Ann added Bob to [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a removed member of a card",
    ...on("removeMemberFromCard", {}, member),
    becomes: expected`
      removeMemberFromCard > Nest
      Ann removed Bob from [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "an attachment",
    ...on("addAttachmentToCard", { attachment: { name: "lid.png", url: "https://example.com/lid.png" } }),
    becomes: expected`
      addAttachmentToCard > Nest
      Ann attached [lid.png](https://example.com/lid.png) to [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a checklist",
    ...on("addChecklistToCard", { checklist: { name: "To do" } }),
    becomes: expected`
      addChecklistToCard > Nest
      Ann added the checklist **To do** to [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a checked item",
    ...on("updateCheckItemStateOnCard", checked),
    becomes: expected`
      updateCheckItemStateOnCard > Nest
      Ann checked **Oil it** of **To do** on [Close the lid](https://trello.com/c/cRd).
    `,
  },
  {
    name: "a comment",
    ...on("commentCard", { text: "I see it, too." }),
    becomes: expected`
      commentCard > Nest
      Ann commented on [Close the lid](https://trello.com/c/cRd):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a member of the board",
    ...on("addMemberToBoard", {}, member),
    becomes: expected`
      addMemberToBoard > Nest
      Ann added Bob to the board.
    `,
  },
  {
    name: "a removed member of the board",
    ...on("removeMemberFromBoard", {}, member),
    becomes: expected`
      removeMemberFromBoard > Nest
      Ann removed Bob from the board.
    `,
  },
  {
    name: "a new list",
    ...on("createList", { list: { name: "Later" } }),
    becomes: expected`
      createList > Nest
      Ann added the list **Later**.
    `,
  },
  {
    name: "a renamed board",
    ...on("updateBoard", { old: { name: "Bo`x" } }),
    becomes: expected`
      updateBoard > Nest
      Ann renamed the board (it was “Bo\\\`x”).
    `,
  },
  { name: "a copied card", ...on("copyCard", {}), becomes: [] },
  { name: "an action that is not known", ...on("enablePlugin", {}), becomes: { unsupported: "enablePlugin" } },
];
