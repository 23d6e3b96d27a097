import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { messagesRemovedHook } from "../core/hooks.ts";
import { answerPressEndpoint, pressEndpoint } from "./endpoints.ts";
import { buttonPressed, pressAnswered } from "./events.ts";
import { endDueWaits, PRESS_TIMER } from "./presses.ts";
import { deletePressesOfBot, deletePressesOfMessages, schema } from "./rows.ts";

/**
 * Buttons and forms of bots' messages. A press is told to the bot alone: by its event queue, or by a feature that
 * handles `pressedHook`. The bot's answer is told to the person who pressed.
 */
export const presses = feature({
  name: "presses",
  schema,
  personal: { presses: { user: "user_id" } },
  archive: { leftOut: { presses: "of the moment: what a bot makes of a press is in its messages" } },
  endpoints: [pressEndpoint, answerPressEndpoint],
  events: [buttonPressed, pressAnswered],
  timers: { [PRESS_TIMER]: ({ realm }) => endDueWaits(realm) },
  handlers: [
    on(messagesRemovedHook, (realm, messages) =>
      deletePressesOfMessages.run(realm.sql, { messages: JSON.stringify(messages) }),
    ),
    on(userDeactivatedHook, (realm, { id }) => deletePressesOfBot.run(realm.sql, { bot: id })),
  ],
});
