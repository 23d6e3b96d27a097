import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const snippetSchema = v.strictObject({
  id: v.number(),
  title: v.string(),
  content: v.string(),
  date_created: v.number(),
});

export const snippetAdded = event({
  type: "saved_snippets",
  op: "add",
  fields: { saved_snippet: snippetSchema },
});

export const snippetUpdated = event({
  type: "saved_snippets",
  op: "update",
  fields: { saved_snippet: snippetSchema },
});

export const snippetRemoved = event({
  type: "saved_snippets",
  op: "remove",
  fields: { saved_snippet_id: v.number() },
});
