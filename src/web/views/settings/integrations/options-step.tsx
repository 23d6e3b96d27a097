import type { Offer } from "../../../model/integrations/integration.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Switch } from "../../../parts/fields/switch.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { Step } from "./step.tsx";

interface OptionsStepProps {
  readonly offer: Offer;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The options that are on or off, with the value of each in the webhook's address; "" leaves the option out. */
const FLAGS: Readonly<Record<string, { readonly on: string; readonly off: string }>> = {
  ignore_private_repositories: { on: "true", off: "" },
  use_merge_request_title: { on: "", off: "false" },
  phase: { on: "completed", off: "" },
};
/** The options that are set elsewhere: the templates of the bot. */
const ELSEWHERE: ReadonlySet<string> = new Set(["preset", "topic_template", "content_template"]);

/** The options of the integration itself. */
export function OptionsStep({ offer, values, onChange }: OptionsStepProps) {
  const options = offer.options.filter((name) => !ELSEWHERE.has(name));
  if (options.length === 0) return null;
  const w = integrationsWords();
  const [names, hints]: readonly Readonly<Record<string, string>>[] = [w.optionNames, w.optionHints];
  return (
    <Step title={w.options}>
      {options.map((name) => {
        const flag = FLAGS[name];
        const value = values[name] ?? "";
        const change = (now: string) => onChange({ ...values, [name]: now });
        const said = { label: names?.[name] ?? name, hint: hints?.[name] };
        return flag === undefined ? (
          <Field key={name} {...said} value={value} onInput={change} spellcheck={false} maxLength={500} />
        ) : (
          <Switch key={name} {...said} on={value === flag.on} onChange={(is) => change(is ? flag.on : flag.off)} />
        );
      })}
    </Step>
  );
}
