import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { messagesRemovedHook, unknownPagesHook } from "../core/hooks.ts";
import { cardsLost, fetchCards } from "./fetch-cards-job.ts";
import { endWaiting, FETCH_CARDS_JOB, schema, waitForCards } from "./waiting.ts";

/** Link previews: cards of linked pages, added to messages after they are sent. */
export const linkPreviews = feature({
  name: "link-previews",
  schema,
  archive: { leftOut: { link_previews_waiting: "of the moment" } },
  handlers: [on(unknownPagesHook, waitForCards), on(messagesRemovedHook, endWaiting)],
  jobs: { [FETCH_CARDS_JOB]: fetchCards },
  lostJobs: { [FETCH_CARDS_JOB]: cardsLost },
  patientJobs: [FETCH_CARDS_JOB],
  promptJobs: [FETCH_CARDS_JOB],
});
