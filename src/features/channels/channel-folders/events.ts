import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const folderSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  rendered_description: v.string(),
  date_created: v.number(),
  creator_id: v.nullable(v.number()),
  order: v.number(),
  is_archived: v.boolean(),
});
export type FolderObject = v.InferOutput<typeof folderSchema>;

const dataSchema = v.strictObject({
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  rendered_description: v.optional(v.string()),
  is_archived: v.optional(v.boolean()),
});
export type FolderData = v.InferOutput<typeof dataSchema>;

export const folderAdded = event({ type: "channel_folder", op: "add", fields: { channel_folder: folderSchema } });

export const folderUpdated = event({
  type: "channel_folder",
  op: "update",
  fields: { channel_folder_id: v.number(), data: dataSchema },
});

export const foldersReordered = event({
  type: "channel_folder",
  op: "reorder",
  fields: { order: v.array(v.number()) },
});
