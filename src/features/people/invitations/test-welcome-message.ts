import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { textOf } from "../../../endpoints/parameter.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import { accessUser } from "../../organization/users/access.ts";
import { welcomeTextSchema } from "./invitation-options.ts";
import { sendCustomWelcome } from "./welcome.ts";

/** Sends the actor the welcome message with a custom text, as new users would get it. */
export const testWelcomeMessageEndpoint = action({
  route: "POST /realm/test_welcome_bot_custom_message",
  by: "administrator",
  params: { welcome_message_custom_text: textOf(welcomeTextSchema) },
  reply: { message_id: v.number() },
  run({ realm, actor, params: { welcome_message_custom_text: text } }) {
    checkContent(text);
    return { message_id: sendCustomWelcome(realm, accessUser(realm, actor, actor.user_id), text) };
  },
});
