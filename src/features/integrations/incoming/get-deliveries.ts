import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessBot } from "../../organization/users/actions/bots/bots.ts";
import { accessDelivery, deliveriesTo } from "./delivery-log.ts";

/** No part of Zulip's API: the last deliveries to a bot, newest first, and what became of them. */
export const getDeliveriesEndpoint = action({
  route: "GET /bots/:bot_id/deliveries",
  by: "human",
  params: { bot_id: integer },
  reply: {
    deliveries: v.array(
      v.object({
        id: v.number(),
        integration: v.string(),
        received_at: v.number(),
        outcome: v.string(),
        event: v.nullable(v.string()),
        problem: v.nullable(v.string()),
        message_ids: v.array(v.number()),
        size: v.number(),
        has_payload: v.boolean(),
      }),
    ),
  },
  run: ({ realm, actor, params }) => ({
    deliveries: deliveriesTo(realm, accessBot(realm, actor, params.bot_id).user.id),
  }),
});

/** No part of Zulip's API: what was delivered, where it is still kept. */
export const getDeliveryEndpoint = action({
  route: "GET /bots/:bot_id/deliveries/:delivery_id",
  by: "human",
  params: { bot_id: integer, delivery_id: integer },
  reply: { payload: v.nullable(v.string()) },
  run({ realm, actor, params }) {
    const { user } = accessBot(realm, actor, params.bot_id);
    return { payload: accessDelivery(realm, actor, user.id, params.delivery_id).payload };
  },
});
