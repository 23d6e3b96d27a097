import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { linkifierSchema } from "./events.ts";
import { linkifiersOf, shownLinkifier } from "./linkifiers.ts";

export const getLinkifiersEndpoint = action({
  route: "GET /realm/linkifiers",
  params: {},
  reply: { linkifiers: v.array(linkifierSchema) },
  run: ({ realm }) => ({ linkifiers: linkifiersOf(realm).map(shownLinkifier) }),
});

/** Lists the linkifiers in the older form, which some libraries still use: tuples of pattern, template and id. */
export const getFiltersEndpoint = action({
  route: "GET /realm/filters",
  params: {},
  reply: { filters: v.array(v.tuple([v.string(), v.string(), v.number()])) },
  run: ({ realm }) => ({
    filters: linkifiersOf(realm).map(({ pattern, url_template, id }): [string, string, number] => [
      pattern,
      url_template,
      id,
    ]),
  }),
});
