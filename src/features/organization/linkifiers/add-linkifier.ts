import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { linkifierParams } from "./linkifier-params.ts";
import { addLinkifier } from "./linkifiers.ts";

export const addLinkifierEndpoint = action({
  route: "POST /realm/filters",
  by: "administrator",
  params: linkifierParams,
  reply: { id: v.number() },
  run: ({ realm, params: { pattern, url_template, ...more } }) => ({
    id: addLinkifier(realm, {
      ...{ pattern, url_template },
      example_input: more.example_input ?? null,
      reverse_template: more.reverse_template ?? null,
      alternative_url_templates: more.alternative_url_templates ?? [],
    }),
  }),
});
