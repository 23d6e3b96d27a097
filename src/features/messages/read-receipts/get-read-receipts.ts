import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { accessMessage } from "../messages/store/access.ts";
import { visibleReaders } from "./receipts.ts";

export const getReadReceiptsEndpoint = action({
  route: "GET /messages/:message_id/read_receipts",
  params: { message_id: integer },
  reply: { user_ids: v.array(v.number()) },
  run({ realm, actor, params }) {
    const place = accessMessage(realm, actor, params.message_id);
    if (!realmSettings(realm).enable_read_receipts) {
      throw badRequest("Read receipts are disabled in this organization.");
    }
    return { user_ids: visibleReaders(realm, actor, place) };
  },
});
