import echo from "./examples/echo.client.js";
import onCall from "./examples/on-call.client.js";
import polls from "./examples/polls.client.js";
import reminders from "./examples/reminders.client.js";
import standUp from "./examples/stand-up.client.js";

/** Programs to begin with. */
export const examples = [
  { name: "echo", program: echo },
  { name: "reminders", program: reminders },
  { name: "stand-up", program: standUp },
  { name: "polls", program: polls },
  { name: "on-call", program: onCall },
] as const;
