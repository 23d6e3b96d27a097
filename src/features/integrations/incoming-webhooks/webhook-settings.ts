import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSealedAnew, openText, sealText } from "../../../realm/sealed-text.ts";
import { putWebhookBot, webhookBotById } from "./rows.ts";
import { TemplateProblem } from "./template/parse-expression.ts";
import { parseTemplate } from "./template/parse-template.ts";

interface WebhookSettings {
  readonly secret: string;
  readonly topic_template: string;
  readonly content_template: string;
}

/** Name under which a bot's secret is encrypted. */
const webhookName = (bot: UserId): string => `webhook ${bot}`;

/** Unset settings are empty strings. */
export function webhookSettingsOf(realm: Realm, bot: UserId): WebhookSettings {
  const { secret, topic_template, content_template } = webhookBotById.first(realm.sql, { id: bot }) ?? {};
  const opened = secret ? webhookSecretOf(realm, bot, secret) : "";
  return { secret: opened, topic_template: topic_template ?? "", content_template: content_template ?? "" };
}

export const webhookSecretOf = (realm: Realm, bot: UserId, stored: string): string =>
  openText(realm, webhookName(bot), stored);

/** Changes the given settings, and returns the names of those that changed. Throws for invalid templates. */
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
    // A new secret replaces the old one even if the old one can't be decrypted.
    secret: secret ? sealText(realm, webhookName(bot), secret) : (secret ?? before.secret),
    topic_template: topic_template ?? before.topic_template,
    content_template: content_template ?? before.content_template,
  });
  return (["secret", "topic_template", "content_template"] as const).filter((name) => {
    const next = changes[name];
    // Any new secret counts as a change, because the old one may no longer be decryptable.
    return next !== undefined && (next !== before[name] || (name === "secret" && next !== ""));
  });
}

/** Re-encrypts a bot's secret if it isn't encrypted with the operator's current key. */
export function renewSeal(realm: Realm, bot: UserId): void {
  const secret = webhookBotById.first(realm.sql, { id: bot })?.secret;
  if (!secret || !isSealedAnew(realm, secret)) return;
  const renewed = webhookSecretOf(realm, bot, secret);
  changeWebhookSettings(realm, bot, { secret: renewed, topic_template: undefined, content_template: undefined });
}

export function checkTemplate(template: string): void {
  try {
    parseTemplate(template);
  } catch (error) {
    if (error instanceof TemplateProblem) throw badRequest(error.message);
    throw error;
  }
}
