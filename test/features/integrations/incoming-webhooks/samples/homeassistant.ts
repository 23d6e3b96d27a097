import { expected, type Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "a message",
    payload: { message: "The sun is up." },
    becomes: expected`
      > homeassistant
      The sun is up.
    `,
  },
  {
    name: "a message with a topic",
    payload: { message: "The sun is up.", topic: "sky" },
    becomes: expected`
      > sky
      The sun is up.
    `,
  },
];
