import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { putWebhookBot, webhookBotById } from "./rows.ts";
import { TemplateProblem } from "./template/parse-expression.ts";
import { parseTemplate } from "./template/parse-template.ts";

/** What a bot's owner has set for what is delivered to it. */
interface WebhookSettings {
  readonly secret: string;
  readonly topic_template: string;
  readonly content_template: string;
}

/** The settings of a bot; empty texts where nothing is set. */
export function webhookSettingsOf(realm: Realm, bot: UserId): WebhookSettings {
  const { secret, topic_template, content_template } = webhookBotById.first(realm.sql, { id: bot }) ?? {};
  return { secret: secret ?? "", topic_template: topic_template ?? "", content_template: content_template ?? "" };
}

/** Changes some of the settings; refuses templates that cannot be read. */
export function changeWebhookSettings(
  realm: Realm,
  bot: UserId,
  changes: { readonly [Name in keyof WebhookSettings]: string | undefined },
): void {
  const before = webhookSettingsOf(realm, bot);
  const { secret, topic_template, content_template } = changes;
  checkTemplate(topic_template ?? "");
  checkTemplate(content_template ?? "");
  putWebhookBot.run(realm.sql, {
    user_id: bot,
    secret: secret ?? before.secret,
    topic_template: topic_template ?? before.topic_template,
    content_template: content_template ?? before.content_template,
  });
}

/** Refuses a template that cannot be read. */
export function checkTemplate(template: string): void {
  try {
    parseTemplate(template);
  } catch (error) {
    if (error instanceof TemplateProblem) throw badRequest(error.message);
    throw error;
  }
}
