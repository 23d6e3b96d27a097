import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

const playgroundSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  pygments_language: v.string(),
  url_template: v.string(),
});
export type Playground = Readonly<v.InferOutput<typeof playgroundSchema>>;

export const playgroundsChanged = event({
  type: "realm_playgrounds",
  fields: { realm_playgrounds: v.array(playgroundSchema) },
});
