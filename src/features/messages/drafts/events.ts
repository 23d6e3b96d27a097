import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A draft as its author's clients see it (messages.md 14). */
export const draftSchema = v.strictObject({
  id: v.number(),
  type: v.picklist(["", "stream", "private"]),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
  timestamp: v.number(),
});
export type Draft = v.InferOutput<typeof draftSchema>;

export const draftsAdded = event({
  type: "drafts",
  op: "add",
  fields: { drafts: v.array(draftSchema) },
});

export const draftUpdated = event({
  type: "drafts",
  op: "update",
  fields: { draft: draftSchema },
});

export const draftRemoved = event({
  type: "drafts",
  op: "remove",
  fields: { draft_id: v.number() },
});
