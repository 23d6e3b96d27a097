import { feature } from "../../../feature.ts";
import { deleteMessageEndpoint } from "./delete-message.ts";
import { deleteTopicEndpoint } from "./delete-topic.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";

/** Deleting single messages and whole topics. */
export const deletion = feature({
  name: "deletion",
  endpoints: [deleteMessageEndpoint, deleteTopicEndpoint],
  events: [messagesDeleted, messageDeleted],
});
