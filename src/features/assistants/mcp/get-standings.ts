import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { HOUR } from "../../../util/time.ts";
import { canAccessUser } from "../../organization/users/guest-visibility.ts";
import { findUser } from "../../organization/users/users.ts";
import { presenceOf } from "../../people/presence/presence.ts";
import { statusFor } from "../../people/status/status.ts";

const MAX_IDS = 50;

/** The statuses of a few people, and when they were last seen, to the hour. */
export const getStandingsEndpoint = action({
  route: "GET /assistants/standings",
  scope: "read",
  internal: true,
  params: { ids: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  reply: {
    standings: v.array(
      v.object({ user_id: v.number(), status: v.string(), seen: v.nullable(v.number()), now: v.number() }),
    ),
  },
  run({ realm, actor, params }) {
    const found = params.ids.slice(0, MAX_IDS).flatMap((id) => findUser(realm, id) ?? []);
    const standings = found
      .filter((user) => canAccessUser(realm, actor, user))
      .map(({ id }) => {
        const seen = presenceOf(realm, id)?.idle ?? null;
        const status = statusFor(realm, id).status_text ?? "";
        return { user_id: id, status, seen: seen === null ? null : seen - (seen % HOUR), now: realm.seconds() };
      });
    return { standings };
  },
});
