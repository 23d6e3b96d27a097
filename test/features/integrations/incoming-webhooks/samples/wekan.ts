import { expected, type Sample } from "../sample.ts";

const url = "https://wekan.example.com/b/Jinj4Xj7qnHLRmrTY/nest";
const board = { boardId: "Jinj4Xj7qnHLRmrTY", user: "ann" };
const card = { ...board, cardId: "pMtu7kPZvMuhhC4hL", card: "The lid" };

export const samples: readonly Sample[] = [
  {
    name: "a card that is moved",
    payload: {
      ...card,
      text: `ann moved card "The lid" at board "Nest" from list "To do" at swimlane "Default" to list "Done" at swimlane "Default"\n${url}/pMtu7kPZvMuhhC4hL`,
      description: "act-moveCard",
    },
    becomes: expected`
      > The lid
      ann moved card "The lid" at board "Nest" from list "To do" at swimlane "Default" to list "Done" at swimlane "Default".

      [See in WeKan](https://wekan.example.com/b/Jinj4Xj7qnHLRmrTY/nest/pMtu7kPZvMuhhC4hL)
    `,
  },
  {
    name: "a comment",
    payload: {
      ...card,
      text: `ann commented on card "The lid": "It squeaks\nagain" at list "Done" at swimlane "Default" at board "Nest"\n${url}/pMtu7kPZvMuhhC4hL`,
      comment: "It squeaks\nagain",
      description: "act-addComment",
    },
    becomes: expected`
      > The lid
      **ann** commented on [The lid](https://wekan.example.com/b/Jinj4Xj7qnHLRmrTY/nest/pMtu7kPZvMuhhC4hL):

      ~~~ quote
      It squeaks
      again
      ~~~
    `,
  },
  {
    name: "a new list",
    payload: { ...board, text: `ann added list "Later" to board "Nest"\n${url}`, description: "act-createList" },
    becomes: expected`
      > Nest
      ann added list "Later" to board "Nest".

      [See in WeKan](https://wekan.example.com/b/Jinj4Xj7qnHLRmrTY/nest)
    `,
  },
  {
    name: "an activity without a sentence",
    payload: {
      ...card,
      card: "The `lid",
      text: `ann act-setCustomField\n${url}/pMtu7kPZvMuhhC4hL`,
      description: "act-setCustomField",
    },
    becomes: expected`
      > The \`lid
      **ann**: set custom field (card “The \\\`lid”).

      [See in WeKan](https://wekan.example.com/b/Jinj4Xj7qnHLRmrTY/nest/pMtu7kPZvMuhhC4hL)
    `,
  },
  {
    name: "a sentence alone",
    payload: { text: "ann did something" },
    becomes: expected`
      > WeKan
      ann did something.
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
