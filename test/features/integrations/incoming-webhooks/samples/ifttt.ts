import { expected, type Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "a message",
    payload: { topic: "Email sent from", content: "An email to you" },
    becomes: expected`
      > Email sent from
      An email to you
    `,
  },
  {
    name: "a message whose topic has the older name",
    payload: { subject: "Doors", content: "The **garage** is open" },
    becomes: expected`
      > Doors
      The **garage** is open
    `,
  },
  { name: "no topic", payload: { content: "x" }, becomes: { refused: "Topic can't be empty" } },
  { name: "no content", payload: { topic: "x", content: " " }, becomes: { refused: "Content can't be empty" } },
  { name: "no text", payload: { topic: "x", content: { a: 1 } }, becomes: { refused: "Malformed payload" } },
];
