import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessChannel } from "../access.ts";
import { setDefaultChannel } from "./default-channels.ts";

const privateChannel = () => badRequest("Private channels cannot be made default.");

export const addDefaultChannelEndpoint = action({
  route: "POST /default_streams",
  by: "administrator",
  params: { stream_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id);
    if (channel.invite_only === 1) throw privateChannel();
    setDefaultChannel(realm, channel, true);
    return {};
  },
});

export const removeDefaultChannelEndpoint = action({
  route: "DELETE /default_streams",
  by: "administrator",
  params: { stream_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    setDefaultChannel(realm, accessChannel(realm, actor, params.stream_id), false);
    return {};
  },
});
