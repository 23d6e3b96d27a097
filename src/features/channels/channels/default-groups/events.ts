import * as v from "valibot";
import { event } from "../../../../realm/events/event.ts";

const defaultGroupFields = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  streams: v.array(v.number()),
});
export type DefaultGroup = v.InferOutput<typeof defaultGroupFields>;

/** A change to default channel groups. The event contains all groups. */
export const defaultGroupsChanged = event({
  type: "default_stream_groups",
  fields: { default_stream_groups: v.array(defaultGroupFields) },
});
