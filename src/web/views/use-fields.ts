import { useState } from "preact/hooks";

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Returns the fields that were changed since the form was opened. Sending only these doesn't overwrite others' changes.
 */
export function useChanges<Form extends object>(form: Form): Partial<Form> {
  const [begun] = useState(form);
  const isChanged = (name: keyof Form) => JSON.stringify(form[name]) !== JSON.stringify(begun[name]);
  return Object.fromEntries(Object.entries(form).filter(([name]) => isChanged(name as keyof Form))) as Partial<Form>;
}

/** State of a form with several text fields. */
export function useFields<Name extends string>(first: Texts<Name>) {
  const [texts, setTexts] = useState(first);
  return {
    field: (name: Name) => ({
      value: texts[name],
      onInput: (text: string) => setTexts((now) => ({ ...now, [name]: text })),
    }),
    /** The trimmed texts, as sent to the server. */
    texts: Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, text.trim()])) as Texts<Name>,
  };
}
