import { feature } from "../../../feature.ts";
import { schema, submessagesInBulk, widgetArchive } from "./rows.ts";

/** Widgets of messages, such as polls and task lists, stored as submessages. */
export const widgets = feature({ name: "widgets", archive: widgetArchive, schema, bulk: [submessagesInBulk] });
