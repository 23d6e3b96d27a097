import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { LAST_SECOND } from "../../../protocol/limits.ts";
import { checkContent, trimContent } from "../../../protocol/message-content.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { seconds } from "../../../util/time.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { truncateTopic } from "../../conversations/topic-name.ts";
import { accessUsers } from "../../organization/accounts/access.ts";
import { settingsRequestedHook } from "../../people/user-settings/user-settings.ts";
import {
  accessDraft,
  addDrafts,
  changeDraft,
  checkMayAdd,
  checkSynchronizing,
  type DraftRow,
  deleteAllDrafts,
  draftArchive,
  draftsOf,
  MAX_AT_REGISTRATION,
  removeDraft,
  schema,
  synchronizesDrafts,
} from "./drafts.ts";
import { draftRemoved, draftSchema, draftsAdded, draftUpdated } from "./events.ts";

/** A draft as clients send it. An id, and any other field that they add, is ignored. */
const givenDraftSchema = v.object({
  type: v.picklist(["", "stream", "private"]),
  to: boundedList(v.pipe(v.number(), v.safeInteger()), "ids"),
  topic: boundedText("topic"),
  content: boundedText("content"),
  timestamp: v.optional(v.nullable(v.pipe(v.number(), v.maxValue(LAST_SECOND)))),
});
type GivenDraft = v.InferOutput<typeof givenDraftSchema>;

const getDraftsEndpoint = action({
  route: "GET /drafts",
  reply: { count: v.number(), drafts: v.array(draftSchema) },
  run({ realm, actor }) {
    checkSynchronizing(realm, actor);
    const drafts = draftsOf(realm, actor.user_id);
    return { count: drafts.length, drafts };
  },
});

const createDraftsEndpoint = action({
  route: "POST /drafts",
  params: { drafts: json(boundedList(givenDraftSchema, "drafts")) },
  reply: { ids: v.array(v.number()) },
  run({ realm, actor, params }) {
    checkSynchronizing(realm, actor);
    checkMayAdd(realm, actor, params.drafts);
    const drafts = params.drafts.map((draft) => draftRowFrom(realm, actor, draft));
    return { ids: addDrafts(realm, actor, drafts) };
  },
});

const updateDraftEndpoint = action({
  route: "PATCH /drafts/:draft_id",
  params: { draft_id: integer, draft: json(givenDraftSchema) },
  run({ realm, actor, params }) {
    checkSynchronizing(realm, actor);
    const draft = accessDraft(realm, actor, params.draft_id);
    changeDraft(realm, actor, draft, draftRowFrom(realm, actor, params.draft));
  },
});

const deleteDraftEndpoint = action({
  route: "DELETE /drafts/:draft_id",
  params: { draft_id: integer },
  run({ realm, actor, params }) {
    checkSynchronizing(realm, actor);
    removeDraft(realm, actor, accessDraft(realm, actor, params.draft_id));
  },
});

const draftState = stateSlice({
  types: ["drafts"],
  collect({ realm, actor }) {
    const synchronizes = actor !== null && synchronizesDrafts(realm, actor.user_id);
    return { drafts: synchronizes ? draftsOf(realm, actor.user_id, MAX_AT_REGISTRATION) : [] };
  },
});

/** Converts a client's draft to a row. Throws for a channel or users that its author can't see. */
function draftRowFrom(realm: Realm, actor: Actor, given: GivenDraft): Omit<DraftRow, "id"> {
  const { type } = given;
  const timestamp = given.timestamp ?? realm.seconds();
  const content = trimContent(given.content);
  checkContent(content);
  if (timestamp < 0) throw badRequest("Timestamp must not be negative.");
  const topic = type === "stream" ? checkedTopic(given.topic) : "";
  const to = checkedRecipients(realm, actor, given);
  return { type, topic, recipients: JSON.stringify(to), content, edited_at: seconds(Math.floor(timestamp)) };
}

function checkedTopic(topic: string): string {
  if (topic.includes("\0")) throw badRequest("Topic must not contain null bytes");
  return truncateTopic(topic.trim());
}

function checkedRecipients(realm: Realm, actor: Actor, { type, to }: GivenDraft): number[] {
  const ids = [...new Set(to)];
  switch (type) {
    case "stream": {
      const [id, ...others] = to;
      if (id === undefined || others.length > 0) {
        throw badRequest("Must specify exactly 1 channel ID for channel messages");
      }
      return [accessChannel(realm, actor, id).id];
    }
    case "private":
      accessUsers(realm, actor, ids);
      return ids;
    case "":
      return [];
    default:
      return type satisfies never;
  }
}

/** Unsent messages, synchronized between a user's devices. */
export const drafts = feature({
  name: "drafts",
  schema,
  personal: { drafts: { user: "user_id" } },
  archive: draftArchive,
  endpoints: [getDraftsEndpoint, createDraftsEndpoint, updateDraftEndpoint, deleteDraftEndpoint],
  events: [draftsAdded, draftUpdated, draftRemoved],
  state: [draftState],
  handlers: [
    on(settingsRequestedHook, (realm, { id }, { enable_drafts_synchronization }) => {
      if (enable_drafts_synchronization === false) deleteAllDrafts(realm, id);
    }),
  ],
});
