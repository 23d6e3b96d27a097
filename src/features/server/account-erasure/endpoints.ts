import * as v from "valibot";
import { action, setupAction } from "../../../api/endpoint.ts";
import { boolean, count, integer, json, optional } from "../../../api/parameter.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { byOperator, organizationParams } from "../organization-setup/operator-account.ts";
import {
  accessErasable,
  eraseAgain,
  erasedPeople,
  erasuresFor,
  orderErasure,
  requestErasure,
  undoErasure,
} from "./erasures.ts";

/** Lets owners order the erasure of a user, and users request their own erasure. */
const eraseUserEndpoint = action({
  route: "POST /users/:user_id/erase",
  by: "human",
  params: { user_id: integer, delete_messages: optional(boolean, false) },
  run({ realm, actor, params: { user_id, delete_messages: deletes_messages } }) {
    if (user_id !== actor.user_id) {
      const user = accessErasable(realm, actor, user_id);
      checkRecentLogin(realm, actor);
      orderErasure(realm, user, { deletes_messages });
    } else {
      checkRecentLogin(realm, actor);
      requestErasure(realm, accessUser(realm, actor, user_id), { deletes_messages });
    }
  },
});

const undoErasureEndpoint = action({
  route: "DELETE /users/:user_id/erase",
  by: "human",
  params: { user_id: integer },
  run({ realm, actor, params: { user_id } }) {
    const isOwn = user_id === actor.user_id;
    const user = isOwn ? accessUser(realm, actor, user_id) : accessErasable(realm, actor, user_id);
    undoErasure(realm, user, actor);
  },
});

const getErasuresEndpoint = action({
  route: "GET /users/erasures",
  by: "human",
  reply: {
    erasures: v.array(
      v.object({
        user_id: v.number(),
        delete_messages: v.boolean(),
        asked_at: v.number(),
        /** When the erasure starts. Null if the user has requested it and no owner has decided yet. */
        due_at: v.nullable(v.number()),
      }),
    ),
  },
  run: ({ realm, actor }) => ({
    erasures: erasuresFor(realm, actor).map(({ user_id, deletes_messages, asked_at, due_at }) => ({
      user_id,
      delete_messages: deletes_messages === 1,
      asked_at,
      due_at,
    })),
  }),
});

// Endpoints for a server's operator to keep a list of erased users, and to erase them again after a restore.

/** Number of users per page of the list, and per request. */
const PAGE_SIZE = 1000;

const erasedSchema = v.object({
  user_id: v.number(),
  delete_messages: v.boolean(),
  erased_at: v.number(),
  /** When the account was created, or null for users erased by an earlier version of the program. */
  date_joined: v.nullable(v.number()),
});

const listErasedEndpoint = setupAction({
  route: "POST /organizations/people/erased",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: { ...organizationParams, after: optional(count, 0) },
  reply: {
    people: v.array(erasedSchema),
    /** The id to continue after on the next page, or null at the end. */
    next: v.nullable(v.number()),
  },
  run({ realm, params: { after } }) {
    const people = erasedPeople(realm, after, PAGE_SIZE);
    return { people, next: people.length < PAGE_SIZE ? null : (people.at(-1)?.user_id ?? null) };
  },
});

const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(seconds));
const wantedSchema = v.object({
  user_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(toUserId)),
  delete_messages: v.boolean(),
  erased_at: time,
  date_joined: v.optional(v.nullable(time), null),
});

/** Erases listed users again if a restore to an earlier state has brought them back. */
const eraseAgainEndpoint = setupAction({
  route: "POST /organizations/people/erase_again",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: { ...organizationParams, people: json(v.pipe(v.array(wantedSchema), v.maxLength(PAGE_SIZE))) },
  reply: { erased: v.number() },
  run: ({ realm, params: { people } }) => ({ erased: eraseAgain(realm, people) }),
});

export const erasureEndpoints = [
  eraseUserEndpoint,
  undoErasureEndpoint,
  getErasuresEndpoint,
  listErasedEndpoint,
  eraseAgainEndpoint,
];
