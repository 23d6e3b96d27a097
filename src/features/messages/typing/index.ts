import { feature } from "../../../feature.ts";
import { typingEditEvents, typingEvents } from "./events.ts";
import { setTypingEndpoint } from "./set-typing.ts";
import { setTypingEditEndpoint } from "./set-typing-edit.ts";

/** Who is writing, now. */
export const typing = feature({
  name: "typing",
  endpoints: [setTypingEndpoint, setTypingEditEndpoint],
  events: [...Object.values(typingEvents), ...Object.values(typingEditEvents)],
});
