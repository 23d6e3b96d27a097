import { catalog } from "./catalog.ts";

export const buttonsWords = catalog("buttons", {
  group: "Buttons",
  waiting: "Waiting for {bot}…",
  unanswered: "{bot} hasn't answered.",
  done: "{bot} has handled it.",
  onlyYou: "Only you see this",
  dismiss: "Hide answer",
  offline: "You're offline. This works again when you're back online.",
  ended: "This is no longer possible.",
  notForYou: "Only certain people can use this.",
  fillIn: "Fill in form",
  optional: "{label} (optional)",
  none: "Nothing chosen",
  required: "Required",
  away: "{bot} isn't available now. Try again later.",
  denied: "You don't have permission to use this.",
  tooMany: "{bot} is getting too many requests. Try again in a moment.",
  messageGone: "The message is gone, or its channel is archived.",
  invalid: "Not valid",
  tooLong: "{limit, plural, one {At most # character} other {At most # characters}}",
});
