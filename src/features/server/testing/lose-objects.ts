import * as v from "valibot";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { oneOf, optional, text } from "../../../endpoints/parameter.ts";
import { objectStub } from "../../../rpc/object-stub.ts";
import { loseAtRelay } from "../../../rpc/relay-port.ts";

/**
 * Ends the object of an organization, or one of its relays, with all sockets, as the platform may at any time; or cuts the link
 * between the two. Tells how many streams the relay held.
 */
export const loseObjectsEndpoint = edgeEndpoint({
  route: "POST /testing/objects",
  limited: false,
  params: {
    what: oneOf("nothing", "link", "relay", "realm"),
    subdomain: optional(text("word")),
    relay: optional(text("word")),
  },
  reply: { streams: v.number() },
  async answer({ params: { what, subdomain = "", relay = "1" }, env, config }) {
    if (what !== "realm") return { streams: await loseAtRelay(env, config, { subdomain, relay, what }) };
    await (objectStub(env.REALM, subdomain || ".", config.place) as { lose(): Promise<void> }).lose();
    return { streams: 0 };
  },
});
