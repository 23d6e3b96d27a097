import * as v from "valibot";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { count, json, optional } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { memberSchema } from "../../organization/users/member-schema.ts";
import { idsLike, listedMember, listUsers, readUsers } from "../../organization/users/user-list.ts";
import type { User } from "../../organization/users/users.ts";

const MAX_RESULTS = 50;
/** The most names that are looked up at once. */
const MOST_NAMES = 20;

/** A few people by parts of their names, where the list of all would be long. */
export const getPeopleEndpoint = shapedAction({
  route: "GET /assistants/people",
  scope: "read",
  internal: true,
  params: {
    names: json(v.pipe(boundedList(boundedText("name"), "names"), v.maxLength(MOST_NAMES))),
    ids: optional(json(boundedList(v.pipe(v.number(), v.integer()), "ids"))),
    limit: optional(count, MAX_RESULTS),
  },
  /** The people whom each of the names may mean. */
  reply: { found: v.array(v.array(memberSchema)) },
  run({ realm, actor, params: { names, ids, limit } }) {
    const likely = ids ?? names.flatMap((name) => idsLike(realm, actor, name, Math.min(limit, MAX_RESULTS)));
    return listUsers(realm, actor, { ids: likely, profiles: false });
  },
  shape({ params, result }) {
    const { known } = readUsers(result);
    const most = Math.min(params.limit, MAX_RESULTS);
    const told = (user: User) => listedMember(user, result, { client_gravatar: true, profile: null });
    return { found: params.names.map((name) => fitting(known, name).slice(0, most).map(told)) };
  },
});

/** The accounts that a name fits, the best first. */
function fitting(users: readonly User[], name: string): User[] {
  const wanted = name.trim().toLowerCase();
  const rank = ({ full_name, is_active }: User): number => {
    const name = full_name.toLowerCase();
    const fit =
      name === wanted
        ? 0
        : name.startsWith(wanted)
          ? 1
          : name.includes(` ${wanted}`)
            ? 2
            : name.includes(wanted)
              ? 3
              : 8;
    return fit + (is_active === 1 ? 0 : 4);
  };
  return users
    .map((user) => ({ user, rank: rank(user) }))
    .filter((one) => one.rank < 8 || isAddress(one.user, wanted))
    .sort((a, b) => a.rank - b.rank || a.user.full_name.localeCompare(b.user.full_name))
    .map(({ user }) => user);
}

/** Somebody's address on the API, which everybody who sees them may know. */
const isAddress = ({ email }: User, wanted: string): boolean => email.toLowerCase() === wanted;
