import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, jsonOrText, optional, text, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { messagesRemovedHook } from "../core/hooks.ts";
import { answerFields, answerPress, messagesToAnswer, prepareAnswer } from "./answer.ts";
import { enteredSchema } from "./entered.ts";
import { buttonPressed, pressAnswered, stateSchema } from "./events.ts";
import {
  endDueWaits,
  outcomeOf,
  PRESS_TIMER,
  press,
  pressesBy,
  pressesLeavingHook,
  privateAnswers,
} from "./presses.ts";
import { deletePressesOfMessages, type PressRow, pressById, schema } from "./rows.ts";

/**
 * Not part of Zulip's API: presses a button of a bot's message, or submits its form. Requests with the same `local_id`
 * count once.
 */
const pressEndpoint = action({
  route: "POST /messages/:message_id/press",
  by: "human",
  repeatable: true,
  params: {
    message_id: integer,
    local_id: text("id"),
    button_id: optional(text("id")),
    entered: optional(json(enteredSchema)),
  },
  reply: {
    press_id: v.number(),
    state: stateSchema,
    content: v.optional(v.string()),
    rendered_content: v.optional(v.string()),
  },
  run: ({ realm, actor, params }) => outcomeOf(press(realm, actor, params)),
});

/**
 * Not part of Zulip's API: returns the private answers that only the user sees below messages, for clients that reload
 * or run on another device.
 */
const getPressesEndpoint = action({
  route: "GET /presses",
  by: "human",
  params: { message_ids: json(boundedList(v.pipe(v.number(), v.safeInteger()), "names")) },
  reply: {
    presses: v.array(
      v.object({
        message_id: v.number(),
        press_id: v.number(),
        state: stateSchema,
        content: v.optional(v.string()),
        rendered_content: v.optional(v.string()),
      }),
    ),
  },
  run: ({ realm, actor, params }) => ({ presses: privateAnswers(realm, actor, params.message_ids) }),
});

function accessPress(realm: Realm, actor: Actor, id: number): PressRow {
  const row = pressById.first(realm.sql, { id });
  if (row?.bot_id !== actor.user_id) throw badRequest("Invalid press");
  return row;
}

/** Not part of Zulip's API: answers a press as the bot whose button it was. */
const answerPressEndpoint = action({
  route: "POST /presses/:press_id/answer",
  by: "bot",
  params: {
    press_id: integer,
    private: optional(textParameter(v.unwrap(answerFields.private))),
    reply: optional(jsonOrText(v.unwrap(answerFields.reply))),
    update: optional(jsonOrText(v.unwrap(answerFields.update))),
  },
  plan({ realm, actor, params }) {
    accessPress(realm, actor, params.press_id);
    return {};
  },
  prepare: ({ params }) => prepareAnswer(params),
  messagesToLoad: ({ realm, actor, params }) => messagesToAnswer(params, accessPress(realm, actor, params.press_id)),
  run: ({ realm, actor, params, prepared, request }) =>
    answerPress(realm, accessPress(realm, actor, params.press_id), prepared, request.client),
});

/**
 * Buttons and forms of bots' messages. Only the bot gets a press, in its event queue or from a feature that handles
 * `pressedHook`. Only the person who pressed gets its answer.
 */
export const presses = feature({
  name: "presses",
  schema,
  personal: { presses: { user: "user_id" } },
  archive: {
    leftOut: {
      presses: "of who pressed alone: what a bot makes of a press is in its messages",
      press_space: "follows from other tables",
    },
  },
  endpoints: [pressEndpoint, getPressesEndpoint, answerPressEndpoint],
  events: [buttonPressed, pressAnswered],
  timers: { [PRESS_TIMER]: ({ realm }) => endDueWaits(realm) },
  handlers: [
    on(messagesRemovedHook, deletePressesOfMessages),
    on(accountErasedHook, (realm, { id }) => realm.run(pressesLeavingHook, pressesBy(realm, id))),
  ],
});
