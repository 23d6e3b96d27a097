import * as v from "valibot";
import { databasesOf } from "../../../database/databases.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { isAnythingFounded } from "./organization-id.ts";

/** Whether this server has, or had, any organization at all: its pages ask it. */
export const getFoundedEndpoint = edgeEndpoint({
  route: "GET /organizations/founded",
  internal: true,
  params: {},
  reply: { any: v.boolean() },
  answer: async ({ env }) => ({ any: await isAnythingFounded(databasesOf(env)) }),
});
