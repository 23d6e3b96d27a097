import { feature } from "../../../feature.ts";
import { updateMessageEndpoint } from "./edit-message.ts";
import { messageUpdated } from "./events.ts";
import { MOVE_REMAINING_JOB, moveRemaining } from "./move-remaining-job.ts";

/** Editing the text of messages, and moving them to other topics and channels. */
export const editing = feature({
  name: "editing",
  endpoints: [updateMessageEndpoint],
  events: [messageUpdated],
  jobs: { [MOVE_REMAINING_JOB]: moveRemaining },
  patientJobs: [MOVE_REMAINING_JOB],
});
