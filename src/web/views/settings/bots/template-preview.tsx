import { useId } from "preact/hooks";
import type { Bot } from "../../../model/state.ts";

import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";

import { DeliveredMessage } from "./delivered-message.tsx";
import type { Trial } from "./use-trial.ts";

interface TemplatePreviewProps {
  readonly bot: Bot;
  /** Whether there is a template for messages. */
  readonly hasText: boolean;
  readonly trial: Trial;
}

/** The message that the templates make of the example. */
export function TemplatePreview({ bot, hasText, trial: { shown, problem, error } }: TemplatePreviewProps) {
  const id = useId();
  const w = webhooksWords();
  const note =
    error ??
    (problem !== undefined ? w.wrongTemplate : !hasText ? w.noTemplate : shown?.html === "" ? w.noMessage : undefined);
  return (
    <section class="template-preview" aria-labelledby={id}>
      <h3 id={id}>{w.preview}</h3>
      <div aria-live="polite">
        {note !== undefined && <p class="settings-note">{note}</p>}
        {note === undefined && shown !== undefined && (
          <DeliveredMessage
            sender={{ id: bot.user_id, name: bot.full_name, picture: bot.avatar_url }}
            topic={shown.topic === "" ? w.noTopic : shown.topic}
            html={shown.html}
          />
        )}
      </div>
    </section>
  );
}
