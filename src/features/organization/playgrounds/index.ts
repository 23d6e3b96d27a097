import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { isWebTemplate, templateVariables } from "../../../markup/index.ts";
import { MAX_PLAYGROUND_NAME_LENGTH } from "../../../protocol/text-lengths.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { playgroundsChanged } from "./events.ts";
import { addPlayground, playgroundArchive, playgroundsOf, removePlayground, schema } from "./playgrounds.ts";

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]*$/;

/** URL template of a playground. Its only variable is `code`. */
const template = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxCodePoints(1000),
  v.check((text) => isWebTemplate(text), "Invalid URL template."),
  v.check(
    (text) => !isWebTemplate(text) || templateVariables(text).includes("code"),
    'Missing the required variable "code" in the URL template',
  ),
  v.check(
    (text) => templateVariables(text).every((name) => name === "code"),
    '"code" should be the only variable present in the URL template',
  ),
);

const addPlaygroundEndpoint = action({
  route: "POST /realm/playgrounds",
  by: "administrator",
  params: {
    name: textParameter(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_PLAYGROUND_NAME_LENGTH))),
    pygments_language: textParameter(
      v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1),
        v.maxCodePoints(40),
        v.check((text) => LANGUAGE.test(text), "Invalid characters in pygments language"),
      ),
    ),
    url_template: textParameter(template),
  },
  reply: { id: v.number() },
  run: ({ realm, params }) => ({ id: addPlayground(realm, params) }),
});

const removePlaygroundEndpoint = action({
  route: "DELETE /realm/playgrounds/:playground_id",
  by: "administrator",
  params: { playground_id: integer },
  run: ({ realm, params }) => removePlayground(realm, params.playground_id),
});

const playgroundState = stateSlice({
  types: ["realm_playgrounds"],
  collect: ({ realm }) => ({ realm_playgrounds: playgroundsOf(realm) }),
});

/** Code playgrounds: external pages that can run code in a language. */
export const playgrounds = feature({
  name: "playgrounds",
  schema,
  archive: playgroundArchive,
  endpoints: [addPlaygroundEndpoint, removePlaygroundEndpoint],
  events: [playgroundsChanged],
  state: [playgroundState],
});
