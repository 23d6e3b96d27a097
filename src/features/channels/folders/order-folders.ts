import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { orderFolders } from "./channel-folders.ts";

export const orderFoldersEndpoint = action({
  route: "PATCH /channel_folders",
  by: "administrator",
  params: { order: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  reply: {},
  run({ realm, params }) {
    orderFolders(realm, params.order);
    return {};
  },
});
