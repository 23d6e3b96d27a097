import { feature } from "../../../feature.ts";
import { messageUpdated } from "./events.ts";
import { MOVE_REST_JOB, moveRest } from "./move-remaining-job.ts";
import { updateMessageEndpoint } from "./update-message.ts";

/** Editing messages: their text, and where they stand. */
export const editing = feature({
  name: "editing",
  endpoints: [updateMessageEndpoint],
  events: [messageUpdated],
  jobs: { [MOVE_REST_JOB]: moveRest },
  patientJobs: [MOVE_REST_JOB],
});
