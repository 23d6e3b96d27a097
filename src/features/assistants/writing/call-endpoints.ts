import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json, oneOf, optional } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { grantOf } from "./grant-of.ts";
import { countToolCall, endWait } from "./limits.ts";
import { noteLinks } from "./links.ts";

/** Counts a call of a tool before it does its work. What changes something is counted where that is decided. */
export const beginCallEndpoint = action({
  route: "POST /assistants/calls",
  internal: true,
  scope: "any",
  limited: false,
  params: { kind: oneOf("read", "wait") },
  reply: {},
  run({ realm, actor, params: { kind } }) {
    countToolCall(realm, grantOf(actor), kind);
    return {};
  },
});

/** Notes what a call has shown to the assistant: the hosts of links, with the conversations that they were in. */
export const endCallEndpoint = action({
  route: "POST /assistants/calls/end",
  internal: true,
  scope: "any",
  limited: false,
  params: {
    kind: oneOf("read", "wait"),
    links: optional(
      json(boundedList(v.strictTuple([boundedText("name"), v.pipe(v.number(), v.integer())]), "names")),
      [],
    ),
  },
  reply: {},
  run({ realm, actor, params: { kind, links } }) {
    const grant = grantOf(actor);
    if (kind === "wait") endWait(realm, grant);
    noteLinks(realm, grant, links);
    return {};
  },
});
