import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { messagesRemovedHook } from "../core/hooks.ts";
import { answerPressEndpoint, getPressesEndpoint, pressEndpoint } from "./endpoints.ts";
import { buttonPressed, pressAnswered } from "./events.ts";
import { endDueWaits, PRESS_TIMER, pressesBy, pressesLeavingHook } from "./presses.ts";
import { deletePressesOfMessages, schema } from "./rows.ts";

/**
 * Buttons and forms of bots' messages. Only the bot gets a press: in its event queue, or from a feature that handles
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
    on(messagesRemovedHook, (realm, messages) =>
      deletePressesOfMessages.run(realm.sql, { messages: JSON.stringify(messages) }),
    ),
    on(accountErasedHook, (realm, { id }) => realm.run(pressesLeavingHook, pressesBy(realm, id))),
  ],
});
