import { useEffect, useState } from "preact/hooks";
import type { Client } from "../client/client.ts";

/** Forms whose text outlives the page. Their numbers are stored. */
const FORMS = ["program", "template", "poll", "todo"] as const;

/** Forms are kept next to the drafts of message edits and of pages, by numbers far below those of channels. */
const FIRST = -(2 ** 40);

/**
 * Like `useState`, for unsaved input in a form. It is restored when the form is shown again, even after the page was
 * closed. `of` is the id of what the form changes, if there are several. `isUnsaved` returns whether there is anything
 * to keep.
 */
export function useKeptForm<Form>(
  { drafts }: Client,
  [form, of = 0]: readonly [form: (typeof FORMS)[number], of?: number],
  begin: Form,
  isUnsaved: (form: Form) => boolean,
): [Form, (next: Form | ((now: Form) => Form)) => void, forget: () => void] {
  const number = FIRST - of * FORMS.length - FORMS.indexOf(form);
  const [value, setValue] = useState<Form>(() => {
    const kept = drafts.editOf(number);
    return kept === undefined ? begin : JSON.parse(kept);
  });
  const isKept = isUnsaved(value);
  useEffect(() => drafts.keepEdit(number, isKept ? JSON.stringify(value) : undefined), [value, isKept]);
  return [value, setValue, () => drafts.keepEdit(number, undefined)];
}
