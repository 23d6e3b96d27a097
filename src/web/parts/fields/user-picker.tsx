import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { indexed, ranked } from "../../model/completion/ranked.ts";
import { pickersWords } from "../../words/pickers.ts";
import { Avatar } from "../signs/avatar.tsx";
import { type Pill, PillInput } from "./pill-input.tsx";

interface Person {
  readonly id: number;
  readonly name: string;
  /** The address, or another text that tells people of the same name apart. */
  readonly detail?: string;
  readonly picture?: string | null | undefined;
}

interface UserPickerProps {
  readonly label: string;
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly autofocus?: boolean;
  readonly disabled?: boolean;
  /** The people who can be chosen, and those who are. */
  readonly people: readonly Person[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  readonly onEnter?: () => void;
}

const pillOf = ({ id, name, detail, picture }: Person): Pill => ({
  id,
  label: name,
  before: <Avatar name={name} id={id} src={picture} size="s" />,
  ...(detail !== undefined && { detail }),
});

/** A field in which people are chosen by name or address. */
export function UserPicker({ people, chosen, onChange, ...rest }: UserPickerProps) {
  const index = useMemo(
    () => indexed(people, ({ name, detail }) => (detail === undefined ? [name] : [name, detail])),
    [people],
  );
  const byId = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  return (
    <PillInput
      placeholder={pickersWords().addPeople}
      {...rest}
      pills={chosen.flatMap((id) => {
        const person = byId.get(id);
        return person === undefined ? [] : [pillOf(person)];
      })}
      search={(typed) => {
        const found = ranked(index, typed, { limit: 8 + chosen.length });
        return found
          .filter(({ id }) => !chosen.includes(id))
          .slice(0, 8)
          .map(pillOf);
      }}
      onAdd={({ id }) => onChange([...chosen, Number(id)])}
      onRemove={({ id }) => onChange(chosen.filter((one) => one !== id))}
    />
  );
}
