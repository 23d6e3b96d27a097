import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { refusalMessage } from "../../../realm/archive-io/writing.ts";
import { webhookBotById } from "./rows.ts";
import { changeWebhookSettings, checkTemplate, webhookSecretOf } from "./webhook-settings.ts";

/** Archives the owners' settings for deliveries to their bots. */
export const webhookArchive: FeatureArchive = {
  tables: ["webhook_bots"],
  leftOut: { webhook_deliveries: "of the moment", webhook_delivery_ids: "of the moment" },
  parts: [
    part({
      table: "bots",
      fields({ user_id }, { realm, filter }) {
        if (!filter.isWhole) return {};
        const found = webhookBotById.first(realm.sql, { id: user_id });
        const secret = found?.secret ?? null;
        return {
          topic_template: found?.topic_template ?? null,
          content_template: found?.content_template ?? null,
          ...(filter.includesSecrets && {
            webhook_secret: secret && webhookSecretOf(realm, toUserId(user_id), secret),
          }),
        };
      },
      write(writing, row) {
        const { webhook_secret, topic_template, content_template } = row;
        if (!writing.writes) return isReadable(row) ? undefined : NO_TEMPLATE;
        const user = writing.id("user", row.user_id);
        const isSet = webhook_secret != null || topic_template != null || content_template != null;
        if (!isSet || user === undefined) return undefined;
        const refusal = refusalMessage(() => {
          changeWebhookSettings(writing.realm, toUserId(user), {
            secret: webhook_secret ?? undefined,
            topic_template: topic_template ?? undefined,
            content_template: content_template ?? undefined,
          });
        });
        return refusal && NO_TEMPLATE;
      },
    }),
  ],
};

const NO_TEMPLATE = "templates of webhooks that cannot be read";

const isReadable = ({ topic_template, content_template }: ArchiveRow<"bots">): boolean =>
  refusalMessage(() => {
    checkTemplate(topic_template ?? "");
    checkTemplate(content_template ?? "");
  }) === undefined;
