import * as v from "valibot";
import { query } from "../../../api/endpoint.ts";
import { boolean, integer, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { fetchEdited, snapshotSchema, snapshots } from "./snapshots.ts";

/** Returns a message's state after each of its edits (seed 4.16). */
const getHistoryEndpoint = query({
  route: "GET /messages/:message_id/history",
  scope: "read",
  by: "spectator",
  params: { message_id: integer, allow_empty_topic_name: optional(boolean, false) },
  reply: { message_history: v.array(snapshotSchema) },
  plan({ realm, actor, params }) {
    const policy = realmSettings(realm).message_edit_history_visibility_policy;
    const { id } = accessMessage(realm, actor, params.message_id);
    if (policy === "none") throw badRequest("Message edit history is disabled in this organization");
    return { id, showsContent: policy === "all" };
  },
  withoutBulk: ({ realm, plan }) => (realm.holds([plan.id]) ? plan : undefined),
  async answer({ bulk, params, plan: { id, showsContent } }) {
    const message = await fetchEdited(bulk, id);
    if (message === undefined) throw invalidMessage();
    // The topic of a direct message is "", which isn't a channel's empty topic.
    const allowsEmpty = params.allow_empty_topic_name || message.channel_id === null;
    return { message_history: snapshots(message, { showsContent, allowsEmpty }) };
  },
});

/** The edit history of messages. */
export const editHistory = feature({ name: "history", endpoints: [getHistoryEndpoint] });
