import { Field } from "../../../parts/fields/field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";

interface Service {
  readonly url: string;
  readonly format: number;
}

interface OutgoingFieldsProps extends Service {
  readonly onChange: (service: Service) => void;
}

/** The fields of an outgoing webhook: the address that it sends messages to, and their format. */
export function OutgoingFields({ url, format, onChange }: OutgoingFieldsProps) {
  const w = botsWords();
  return (
    <>
      <Field
        label={w.url}
        type="url"
        value={url}
        required
        hint={w.urlHint}
        onInput={(now) => onChange({ url: now, format })}
      />
      <Select
        label={w.format}
        value={format}
        options={[
          { value: 1, label: w.formats.zulip },
          { value: 2, label: w.formats.slack },
        ]}
        onChange={(now) => onChange({ url, format: now })}
      />
    </>
  );
}
