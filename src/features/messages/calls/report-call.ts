import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, count, json, optional, text } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { takeReport } from "./calls.ts";

const id = v.pipe(v.number(), v.safeInteger());

/** A room says who is in. Only the room calls it, over its binding. */
export const reportCallEndpoint = action({
  route: "POST /calls/:call_id/report",
  by: "anyone",
  internal: true,
  limited: false,
  repeatable: true,
  params: {
    call_id: text("id"),
    seq: count,
    members: json(boundedList(id, "ids")),
    people: json(boundedList(v.tuple([id, id]), "ids")),
    locked: boolean,
    acts: optional(
      json(boundedList(v.object({ n: id, act: v.picklist(["remove", "mute"]), by: id, user: id }), "ids")),
      [],
    ),
    ended: json(v.nullable(v.object({ why: v.picklist(["left", "ended", "too_long"]), by: v.nullable(id) }))),
  },
  reply: { known: v.boolean() },
  run: ({ realm, params: { call_id, ...report } }) => ({ known: takeReport(realm, call_id, report) }),
});
