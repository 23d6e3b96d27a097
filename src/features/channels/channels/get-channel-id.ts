import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { accessChannelByName } from "./access.ts";

export const getChannelIdEndpoint = action({
  route: "GET /get_stream_id",
  params: { stream: text("name") },
  reply: { stream_id: v.number() },
  run: ({ realm, actor, params }) => ({ stream_id: accessChannelByName(realm, actor, params.stream).id }),
});
