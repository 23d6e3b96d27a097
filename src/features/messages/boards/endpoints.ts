import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, count, integer, json, optional, text, textParameter } from "../../../api/parameter.ts";
import { withMarkup } from "../../../markup/index.ts";
import { badRequest, unsupportedCombination } from "../../../protocol/errors.ts";
import { shownTopic } from "../../../protocol/limits.ts";
import { MAX_PIN_TITLE_LENGTH } from "../../../protocol/text-lengths.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { shownTo } from "../../channels/topic-visibility/events.ts";
import { topicParameter } from "../../conversations/topic-name.ts";
import { accessBoard, accessBoardToChange, accessPin } from "./access.ts";
import { knowsBoards, pageSchema, pinSchema } from "./events.ts";
import { boardHistory, changePage, checkPage, pageOf } from "./page.ts";
import {
  addPin,
  changePin,
  linkToPin,
  MAX_POSITION,
  messageToPin,
  type PinnedTopic,
  pinnedTopicsOf,
  pinsFor,
  removePin,
  topicToPin,
} from "./pins.ts";

const position = json(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_POSITION)));
const title = textParameter(v.pipe(v.string(), v.trim(), v.regex(/^[^\0]+$/), v.maxCodePoints(MAX_PIN_TITLE_LENGTH)));

const getBoardEndpoint = action({
  route: "GET /streams/:stream_id/board",
  scope: "read",
  params: { stream_id: integer, allow_empty_topic_name: optional(boolean, false) },
  reply: { pins: v.array(pinSchema), page: pageSchema },
  run({ realm, actor, params }) {
    const channel = accessBoard(realm, actor, params.stream_id);
    const pins = pinsFor(realm, actor, channel).map(({ topic_name, ...pin }) =>
      topic_name === undefined ? pin : { ...pin, topic_name: shownTopic(topic_name, params.allow_empty_topic_name) },
    );
    return { pins, page: pageOf(realm, channel) };
  },
});

const addPinEndpoint = action({
  route: "POST /streams/:stream_id/pins",
  params: {
    stream_id: integer,
    topic: optional(topicParameter),
    message_id: optional(integer),
    url: optional(text("url")),
    title: optional(title),
    position: optional(position),
  },
  reply: { pin_id: v.number() },
  run({ realm, actor, params }) {
    const channel = accessBoardToChange(realm, actor, params.stream_id);
    const { topic, message_id, url, title, position } = params;
    const given = Object.entries({ topic, message_id, url }).flatMap(([name, value]) =>
      value === undefined ? [] : name,
    );
    if (given.length > 1) throw unsupportedCombination(...given);
    if (title !== undefined && url === undefined) throw badRequest("Only links have a title.");
    const pinned =
      topic !== undefined
        ? topicToPin(realm, actor, channel, topic)
        : message_id !== undefined
          ? messageToPin(realm, actor, channel, message_id)
          : linkToPin(url, title);
    return { pin_id: addPin(realm, actor, channel, { ...pinned, position }).id };
  },
});

const pinParams = { stream_id: integer, pin_id: integer };

const changePinEndpoint = action({
  route: "PATCH /streams/:stream_id/pins/:pin_id",
  params: { ...pinParams, position: optional(position), title: optional(title) },
  run({ realm, actor, params: { stream_id, pin_id, position, title } }) {
    const channel = accessBoardToChange(realm, actor, stream_id);
    changePin(realm, channel, accessPin(realm, actor, channel, pin_id), { position, title });
  },
});

const removePinEndpoint = action({
  route: "DELETE /streams/:stream_id/pins/:pin_id",
  params: pinParams,
  run({ realm, actor, params: { stream_id, pin_id } }) {
    const channel = accessBoardToChange(realm, actor, stream_id);
    removePin(realm, channel, accessPin(realm, actor, channel, pin_id));
  },
});

const changePageEndpoint = action({
  route: "PATCH /streams/:stream_id/page",
  params: { stream_id: integer, content: text("content"), base_version: count },
  reply: { version: v.number() },
  plan({ realm, actor, params }) {
    accessBoardToChange(realm, actor, params.stream_id);
    return {};
  },
  prepare: ({ params }) => withMarkup(checkPage(params.content)),
  run({ realm, actor, params, prepared }) {
    const channel = accessBoardToChange(realm, actor, params.stream_id);
    return { version: changePage(realm, actor, channel, { ...prepared, base: params.base_version }) };
  },
});

const getPageHistoryEndpoint = action({
  route: "GET /streams/:stream_id/page/history",
  scope: "read",
  params: { stream_id: integer },
  reply: {
    versions: v.array(
      v.strictObject({
        version: v.number(),
        content: v.string(),
        edited_by: v.nullable(v.number()),
        date_edited: v.number(),
      }),
    ),
    moved_messages: v.array(v.strictObject({ message_id: v.number(), date_moved: v.number() })),
  },
  run: ({ realm, actor, params }) => boardHistory(realm, accessBoard(realm, actor, params.stream_id)),
});

/** Pinned topics of the caller's channels, for clients that support boards. */
export const pinnedTopicState = stateSlice({
  types: ["channel_board"],
  collect({ realm, actor, client }): { pinned?: readonly PinnedTopic[] } {
    if (!knowsBoards(client)) return {};
    return { pinned: actor === null ? [] : pinnedTopicsOf(realm, actor) };
  },
  shape: ({ pinned }, client) =>
    pinned === undefined
      ? {}
      : { channel_board_topics: pinned.map((pin) => ({ ...pin, topic_name: shownTo(client, pin.topic_name) })) },
});

export const boardEndpoints = [
  getBoardEndpoint,
  addPinEndpoint,
  changePinEndpoint,
  removePinEndpoint,
  changePageEndpoint,
  getPageHistoryEndpoint,
];
