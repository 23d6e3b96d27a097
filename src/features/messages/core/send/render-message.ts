import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { text } from "../../../../api/parameter.ts";
import { fillMarkup, parseMarkup } from "../../../../markup/index.ts";
import { trimContent } from "../../../../protocol/message-content.ts";
import { settingsOf } from "../../../organization/accounts/accounts.ts";
import { markupNames } from "./markup-names.ts";

/** Renders a message without sending it. It notifies no one, so mentions need no permission (messages.md 9). */
export const renderMessageEndpoint = action({
  route: "POST /messages/render",
  params: { content: text("content") },
  reply: { rendered: v.string() },
  prepare: ({ params }) => parseMarkup(trimContent(params.content)),
  run({ realm, actor, prepared: markup }) {
    const { translate_emoticons: translateEmoticons } = settingsOf(realm, actor.user_id);
    const { html } = fillMarkup(markup, markupNames(realm, actor, { translateEmoticons }));
    return { rendered: html };
  },
});
