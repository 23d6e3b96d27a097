import { feature } from "../../../feature.ts";
import { deleteMessageEndpoint, deleteTopicEndpoint } from "./endpoints.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";
import { LOAD_TEXTS_JOB, loadTexts } from "./needed-texts.ts";

/** Deleting single messages and whole topics. */
export const deletion = feature({
  name: "deletion",
  endpoints: [deleteMessageEndpoint, deleteTopicEndpoint],
  events: [messagesDeleted, messageDeleted],
  jobs: { [LOAD_TEXTS_JOB]: loadTexts },
});
