import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { profileDeletedHook } from "../../organization/accounts/hooks.ts";
import { messagesMovedHook, messagesRemovedHook } from "../core/hooks.ts";
import { quietMessagesHook } from "../core/read-state/quiet-messages.ts";
import { topicMovedHook } from "../editing/hooks.ts";
import { boardArchive } from "./archive.ts";
import { boardMessages, SHOW_BOARD_JOB, showBoard, showWithNewName } from "./board-message.ts";
import { boardEndpoints, pinnedTopicState } from "./endpoints.ts";
import { pageChanged, pinAdded, pinChanged, pinRemoved } from "./events.ts";
import { dropMovedMessages, dropRemoved, followTopic } from "./follow-messages.ts";
import { schema } from "./rows.ts";

/** Boards of channels: pinned topics, messages and links, and a page that people write together. */
export const boards = feature({
  name: "channel-boards",
  schema,
  archive: boardArchive,
  endpoints: boardEndpoints,
  events: [pinAdded, pinChanged, pinRemoved, pageChanged],
  state: [pinnedTopicState],
  jobs: { [SHOW_BOARD_JOB]: showBoard },
  patientJobs: [SHOW_BOARD_JOB],
  handlers: [
    on(quietMessagesHook, boardMessages),
    on(topicMovedHook, followTopic),
    on(messagesMovedHook, dropMovedMessages),
    on(messagesRemovedHook, dropRemoved),
    on(profileDeletedHook, showWithNewName),
  ],
});
