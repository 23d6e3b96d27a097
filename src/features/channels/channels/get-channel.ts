import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessChannel } from "./access.ts";
import { channelSchema } from "./channel-fields.ts";
import { channelObject } from "./channel-object.ts";

export const getChannelEndpoint = action({
  route: "GET /streams/:stream_id",
  params: { stream_id: integer },
  reply: { stream: channelSchema },
  run: ({ realm, actor, params }) => ({ stream: channelObject(realm, accessChannel(realm, actor, params.stream_id)) }),
});
