import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { linkifierArchive } from "./archive.ts";
import { linkifierSchema, linkifiersChanged } from "./events.ts";
import {
  addLinkifier,
  changeLinkifier,
  linkifiersOf,
  orderLinkifiers,
  removeLinkifier,
  schema,
  shownLinkifier,
} from "./linkifiers.ts";

const MAX_CHARACTERS = 1000;
const text = v.pipe(v.string(), v.maxCodePoints(MAX_CHARACTERS));
const line = textParameter(v.pipe(text, v.minLength(1)));
/** An empty string clears the field. */
const lineOrNone = textParameter(
  v.pipe(
    text,
    v.transform((given) => (given === "" ? null : given)),
  ),
);

const linkifierParams = {
  pattern: line,
  url_template: line,
  example_input: optional(lineOrNone),
  reverse_template: optional(lineOrNone),
  alternative_url_templates: optional(
    json(v.pipe(v.array(v.pipe(text, v.minLength(1))), v.maxLength(limits.list.templates))),
  ),
};

const getLinkifiersEndpoint = action({
  route: "GET /realm/linkifiers",
  reply: { linkifiers: v.array(linkifierSchema) },
  run: ({ realm }) => ({ linkifiers: linkifiersOf(realm).map(shownLinkifier) }),
});

/** Lists the linkifiers in the older form that some libraries still use: tuples of pattern, template and id. */
const getFiltersEndpoint = action({
  route: "GET /realm/filters",
  reply: { filters: v.array(v.tuple([v.string(), v.string(), v.number()])) },
  run: ({ realm }) => ({
    filters: linkifiersOf(realm).map(({ pattern, url_template, id }): [string, string, number] => [
      pattern,
      url_template,
      id,
    ]),
  }),
});

const addLinkifierEndpoint = action({
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

const updateLinkifierEndpoint = action({
  route: "PATCH /realm/filters/:filter_id",
  by: "administrator",
  params: { filter_id: integer, ...linkifierParams },
  run: ({ realm, params: { filter_id, ...linkifier } }) => changeLinkifier(realm, filter_id, linkifier),
});

const removeLinkifierEndpoint = action({
  route: "DELETE /realm/filters/:filter_id",
  by: "administrator",
  params: { filter_id: integer },
  run: ({ realm, params }) => removeLinkifier(realm, params.filter_id),
});

const orderLinkifiersEndpoint = action({
  route: "PATCH /realm/linkifiers",
  by: "administrator",
  params: { ordered_linkifier_ids: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  run: ({ realm, params }) => orderLinkifiers(realm, params.ordered_linkifier_ids),
});

const linkifierState = stateSlice({
  types: ["realm_linkifiers"],
  collect: ({ realm, client }) => ({
    realm_linkifiers: can(client, "linkifier_url_template") ? linkifiersOf(realm) : [],
  }),
});

/** Linkifiers in the format used before URL templates. Empty for all clients (register-and-events.md 4). */
const filterState = stateSlice({ types: ["realm_filters"], collect: () => ({ realm_filters: [] }) });

/** Linkifiers: patterns in messages, such as ticket numbers, that become links. */
export const linkifiers = feature({
  name: "linkifiers",
  schema,
  archive: linkifierArchive,
  endpoints: [
    getLinkifiersEndpoint,
    getFiltersEndpoint,
    addLinkifierEndpoint,
    updateLinkifierEndpoint,
    removeLinkifierEndpoint,
    orderLinkifiersEndpoint,
  ],
  events: [linkifiersChanged],
  state: [linkifierState, filterState],
});
