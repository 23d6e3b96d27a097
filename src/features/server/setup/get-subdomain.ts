import * as v from "valibot";
import { SUBDOMAIN } from "../../../config/host.ts";
import { type BulkDatabase, databasesOf } from "../../../database/databases.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { isTaken } from "./organization-id.ts";

/** Whether a new organization can have a subdomain: `msg` in the reply is "available", or says why not. */
export const getSubdomainEndpoint = edgeEndpoint({
  route: "GET /realm/subdomain/:subdomain",
  params: { subdomain: text("address") },
  reply: { msg: v.string() },
  answer: async ({ params: { subdomain }, env }) => ({
    msg: problemWith(subdomain) ?? (await availability(databasesOf(env), subdomain)),
  }),
});

function problemWith(subdomain: string): string | undefined {
  if (/^-|-$/.test(subdomain)) return "A subdomain cannot start or end with a hyphen.";
  if (!SUBDOMAIN.test(subdomain)) return "A subdomain has at most 63 lowercase letters, digits and hyphens.";
  return undefined;
}

const availability = async (databases: readonly BulkDatabase[], subdomain: string): Promise<string> =>
  (await isTaken(databases, subdomain)) ? "This subdomain is in use already. Choose another one." : "available";
