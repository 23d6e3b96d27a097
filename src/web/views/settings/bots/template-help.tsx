import { Icon } from "../../../parts/icon.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";

/** Explains the language of templates by examples. */
export function TemplateHelp() {
  const w = webhooksWords();
  return (
    <details class="template-help">
      <summary>
        <Icon name="chevron-down" size={14} />
        {w.help}
      </summary>
      <dl>
        {w.helpRows.map(([code, text]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="settings-note">{w.helpMore}</p>
    </details>
  );
}
