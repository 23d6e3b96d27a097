import type { Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "a message",
    payload: { message: "The sun is up." },
    becomes: [{ topic: "homeassistant", content: "The sun is up." }],
  },
  {
    name: "a message with a topic",
    payload: { message: "The sun is up.", topic: "sky" },
    becomes: [{ topic: "sky", content: "The sun is up." }],
  },
];
