import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { accessHolds } from "./access.ts";
import { holdSchema } from "./hold-object.ts";
import { listHolds, noteHoldReading } from "./holds.ts";

/** The holds, for those who may manage them. An endpoint of this server's own, as are the others of holds. */
export const getHoldsEndpoint = action({
  route: "GET /holds",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: {},
  reply: { holds: v.array(holdSchema) },
  run({ realm, actor }) {
    accessHolds(realm, actor);
    noteHoldReading(realm, actor);
    const holds = listHolds(realm).map(({ custodians, channels, ...hold }) => ({
      ...hold,
      custodians: [...custodians],
      channels: [...channels],
    }));
    return { holds };
  },
});
