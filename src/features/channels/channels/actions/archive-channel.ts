import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessChannelToAdminister } from "./access.ts";
import { archive } from "./archive.ts";

export const archiveChannelEndpoint = action({
  route: "DELETE /streams/:stream_id",
  params: { stream_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const { id, is_archived } = accessChannelToAdminister(realm, actor, params.stream_id);
    if (is_archived === 1) throw badRequest("Channel is already archived");
    archive({ realm, actor, id });
    return {};
  },
});
