import * as v from "valibot";
import { alias, json, oneOf, optional, text } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { deliveryTime } from "./delivery-time.ts";

const id = v.pipe(v.number(), v.safeInteger());

/** What both endpoints take, the one that schedules and the one that changes. */
export const addressParams = {
  type: oneOf("direct", "private", "channel", "stream"),
  /** A channel's id, or those of people. */
  to: json(v.union([id, boundedList(id, "ids")])),
  topic: alias(optional(text("topic")), "subject"),
  scheduled_delivery_timestamp: deliveryTime,
};

export const isDirectType = (type: "direct" | "private" | "channel" | "stream") =>
  type === "direct" || type === "private";
