import * as v from "valibot";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { count, json, optional } from "../../../endpoints/parameter.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { seconds } from "../../../util/time.ts";
import { byOperator, organizationParams } from "../setup/operator-account.ts";
import { eraseAgain, erasedPeople } from "./erasures.ts";

// Endpoints by which a server's operator keeps the list of those who were erased, and has them erased again after a restore.

/** The people of a page of the list, and of a request. */
const PAGE_SIZE = 1000;

const erasedSchema = v.object({
  user_id: v.number(),
  delete_messages: v.boolean(),
  erased_at: v.number(),
  /** The account's; null for those whom a program before this one has erased. */
  date_joined: v.nullable(v.number()),
});

export const listErasedEndpoint = setupAction({
  route: "POST /organizations/people/erased",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: { ...organizationParams, after: optional(count, 0) },
  reply: {
    people: v.array(erasedSchema),
    /** The id after which the next page begins; null at the end. */
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

/** Erases those of a list again whom the organization still knows: it was put back to a time before. */
export const eraseAgainEndpoint = setupAction({
  route: "POST /organizations/people/erase_again",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: { ...organizationParams, people: json(v.pipe(v.array(wantedSchema), v.maxLength(PAGE_SIZE))) },
  reply: { erased: v.number() },
  run: ({ realm, params: { people } }) => ({ erased: eraseAgain(realm, people) }),
});
