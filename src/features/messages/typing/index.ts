import { feature } from "../../../feature.ts";
import { setTypingEditEndpoint, setTypingEndpoint } from "./endpoints.ts";
import { typingEditEvents, typingEvents } from "./events.ts";

export const typing = feature({
  name: "typing",
  endpoints: [setTypingEndpoint, setTypingEditEndpoint],
  events: [...Object.values(typingEvents), ...Object.values(typingEditEvents)],
});
