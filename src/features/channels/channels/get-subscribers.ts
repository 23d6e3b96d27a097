import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessChannel } from "./access.ts";
import { subscriberList } from "./subscribers.ts";

export const getSubscribersEndpoint = action({
  route: "GET /streams/:stream_id/members",
  params: { stream_id: integer },
  reply: { subscribers: v.array(v.number()) },
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id);
    return { subscribers: [...subscriberList(realm, channel.id)] };
  },
});
