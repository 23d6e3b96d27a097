import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSealedAnew, openText, sealText } from "../../../realm/sealed-text.ts";
import { putWebhookBot, webhookBotById } from "./rows.ts";
import { TemplateProblem } from "./template/parse-expression.ts";
import { parseTemplate } from "./template/parse-template.ts";

/** The owner's settings for deliveries to a bot. */
interface WebhookSettings {
  readonly secret: string;
  readonly topic_template: string;
  readonly content_template: string;
}

/** The name under which a bot's secret is sealed. */
const webhookName = (bot: UserId): string => `webhook ${bot}`;

/** The settings of a bot; empty texts where nothing is set. */
export function webhookSettingsOf(realm: Realm, bot: UserId): WebhookSettings {
  const { secret, topic_template, content_template } = webhookBotById.first(realm.sql, { id: bot }) ?? {};
  const opened = secret ? webhookSecretOf(realm, bot, secret) : "";
  return { secret: opened, topic_template: topic_template ?? "", content_template: content_template ?? "" };
}

/** The secret of a bot as it was stored. */
export const webhookSecretOf = (realm: Realm, bot: UserId, stored: string): string =>
  openText(realm, webhookName(bot), stored);

/** Changes some of the settings, and names those that are others now; refuses templates that cannot be read. */
export function changeWebhookSettings(
  realm: Realm,
  bot: UserId,
  changes: { readonly [Name in keyof WebhookSettings]: string | undefined },
): (keyof WebhookSettings)[] {
  const before = webhookBotById.first(realm.sql, { id: bot }) ?? {
    secret: "",
    topic_template: "",
    content_template: "",
  };
  const { secret, topic_template, content_template } = changes;
  checkTemplate(topic_template ?? "");
  checkTemplate(content_template ?? "");
  putWebhookBot.run(realm.sql, {
    user_id: bot,
    // A secret that cannot be read any more is replaced by another.
    secret: secret ? sealText(realm, webhookName(bot), secret) : (secret ?? before.secret),
    topic_template: topic_template ?? before.topic_template,
    content_template: content_template ?? before.content_template,
  });
  return (["secret", "topic_template", "content_template"] as const).filter((name) => {
    const next = changes[name];
    // Whether a secret is the same cannot be told where its key is lost.
    return next !== undefined && (next !== before[name] || (name === "secret" && next !== ""));
  });
}

/** Seals the secret of a bot once more, where it was stored before the operator's present key. */
export function renewSeal(realm: Realm, bot: UserId): void {
  const secret = webhookBotById.first(realm.sql, { id: bot })?.secret;
  if (!secret || !isSealedAnew(realm, secret)) return;
  const renewed = webhookSecretOf(realm, bot, secret);
  changeWebhookSettings(realm, bot, { secret: renewed, topic_template: undefined, content_template: undefined });
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
