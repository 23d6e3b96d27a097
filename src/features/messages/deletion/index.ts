import { feature } from "../../../feature.ts";
import { deleteMessageEndpoint } from "./delete-message.ts";
import { deleteTopicEndpoint } from "./delete-topic.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";

/** Deleting messages, one by one or by the topic. */
export const deletion = feature({
  name: "deletion",
  endpoints: [deleteMessageEndpoint, deleteTopicEndpoint],
  events: [messagesDeleted, messageDeleted],
});
