import type { ConversionChoices } from "../../../converter/converter-messages.ts";
import { Choice } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { importWords } from "../../../words/settings/organization/import.ts";

/** The most characters of a list that are stored: the browser remembers the list during the upload. */
const MOST_LIST = 1_000_000;

interface PeopleFieldsProps {
  readonly choices: ConversionChoices;
  /** Whether the fields are shown from the beginning. */
  readonly isOpen: boolean;
  readonly hasWorkspaces: boolean;
  readonly onChoose: (more: ConversionChoices) => void;
}

/** Fields for facts that an export can lack: people's addresses, and the role of people from other workspaces. */
export function PeopleFields({ choices, isOpen, hasWorkspaces, onChoose }: PeopleFieldsProps) {
  const w = importWords().people;
  return (
    <details class="import-more" open={isOpen}>
      <summary>{w.title}</summary>
      <Field
        label={w.domain}
        hint={w.domainHint}
        placeholder={w.domainExample}
        value={choices.emailDomain ?? ""}
        spellcheck={false}
        maxLength={200}
        onInput={(emailDomain) => onChoose({ emailDomain })}
      />
      <Field
        label={w.list}
        hint={w.listHint}
        lines={4}
        value={choices.people ?? ""}
        spellcheck={false}
        maxLength={MOST_LIST}
        onInput={(people) => onChoose({ people })}
      />
      {hasWorkspaces && (
        <Choice
          label={w.strangers}
          value={choices.strangers ?? "deactivated"}
          options={[
            { value: "deactivated", label: w.deactivated },
            { value: "guests", label: w.guests },
          ]}
          onChange={(strangers) => onChoose({ strangers })}
        />
      )}
      <p class="settings-note">{w.token}</p>
    </details>
  );
}

/** The choices without the empty ones. */
export const said = ({ emailDomain = "", people = "", ...others }: ConversionChoices): ConversionChoices => ({
  ...others,
  ...(emailDomain.trim() !== "" && { emailDomain: emailDomain.trim().replace(/^@/, "") }),
  ...(people.trim() !== "" && { people }),
});
