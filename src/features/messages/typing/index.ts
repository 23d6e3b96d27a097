import { feature } from "../../../feature.ts";
import { typingEditEvents, typingEvents } from "./events.ts";
import { setTypingEndpoint } from "./set-typing.ts";
import { setTypingEditEndpoint } from "./set-typing-edit.ts";

/** Notifications that a user is typing or editing a message. */
export const typing = feature({
  name: "typing",
  endpoints: [setTypingEndpoint, setTypingEditEndpoint],
  events: [...Object.values(typingEvents), ...Object.values(typingEditEvents)],
});
