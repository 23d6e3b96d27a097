import * as v from "valibot";
import { alias, json, oneOf, optional, text } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { deliveryTime } from "./delivery-time.ts";

const id = v.pipe(v.number(), v.safeInteger());

/** The parameters of a message's destination and time, when it is scheduled and when it is changed. */
export const addressParams = {
  type: oneOf("direct", "private", "channel", "stream"),
  /** A channel's id, or a list of users' ids. */
  to: json(v.union([id, boundedList(id, "ids")])),
  topic: alias(optional(text("topic")), "subject"),
  scheduled_delivery_timestamp: deliveryTime,
};

export const isDirectType = (type: "direct" | "private" | "channel" | "stream") =>
  type === "direct" || type === "private";
