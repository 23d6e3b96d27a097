import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const domainSchema = v.strictObject({ domain: v.string(), allow_subdomains: v.boolean() });

const withDomain = <const Op extends string>(op: Op) =>
  event({ type: "realm_domains", op, fields: { realm_domain: domainSchema } });

export const domainAdded = withDomain("add");
export const domainChanged = withDomain("change");
export const domainRemoved = event({ type: "realm_domains", op: "remove", fields: { domain: v.string() } });
