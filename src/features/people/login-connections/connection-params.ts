import * as v from "valibot";
import { boolean, json, optional, textOf } from "../../../endpoints/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { domainSchema } from "../../organization/domains/public.ts";

const MOST_DOMAINS = 20;

const nonEmpty = (most: number) => v.pipe(boundedText("url"), v.trim(), v.nonEmpty(), v.maxLength(most));

const issuer = v.pipe(
  boundedText("url"),
  v.trim(),
  v.check((text) => URL.parse(text)?.protocol === "https:", "Invalid {}: it must begin with https://"),
  v.check((text) => !/[?#]/.test(text), "Invalid {}: it has no query"),
);

const scope = v.pipe(
  nonEmpty(300),
  v.check((text) => text.split(" ").includes("openid"), "Invalid {}: it must have openid"),
);

/** Counted before each is looked at. */
const domainList = v.pipe(v.array(boundedText("address")), v.maxLength(MOST_DOMAINS), v.array(domainSchema));

/** The settings of a connection that owners choose. */
export const connectionParams = {
  name: textOf(nonEmpty(60)),
  issuer: textOf(issuer),
  client_id: textOf(nonEmpty(1000)),
  client_secret: textOf(v.pipe(nonEmpty(1000), v.minLength(8))),
  /** The domains of the company's addresses. */
  domains: optional(json(domainList), []),
  /** Whether addresses of these domains count as verified, also where the service does not say so. */
  trust_email: optional(boolean, false),
  /** Whether it begins accounts, too. */
  sign_up: optional(boolean, true),
  /** Whether it asks everybody for a second factor itself. */
  second_factor: optional(boolean, false),
  scope: optional(textOf(scope), "openid email profile"),
};
