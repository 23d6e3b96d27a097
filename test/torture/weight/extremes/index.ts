import type { Extreme } from "../extreme.ts";
import { bodies } from "./bodies.ts";
import { forms, uploads } from "./forms.ts";
import { messages } from "./messages.ts";
import { personal } from "./personal.ts";
import { queues } from "./queues.ts";
import { searches } from "./searches.ts";
import { strangers } from "./strangers.ts";
import { texts } from "./texts.ts";

/** All cases, in the order of their rounds. */
export const extremes: readonly Extreme[] = [
  ...bodies,
  ...forms,
  ...searches,
  ...queues,
  ...messages,
  ...personal,
  ...texts,
  ...strangers,
  ...uploads,
];
