import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { attempt } from "../../attempt.ts";
import { Entry, EntryGroup } from "../entry.tsx";

interface Words {
  readonly title: string;
  readonly hint: string;
  /** Label of the button that adds a rule. */
  readonly add: string;
  readonly none: string;
  readonly remove: (name: string) => string;
}

interface RuleListProps<Rule> {
  readonly words: Words;
  readonly rules: readonly Rule[];
  /** Maximum number of rules. */
  readonly most: number;
  readonly disabled?: boolean;
  readonly nameOf: (rule: Rule) => string;
  readonly factsOf: (rule: Rule) => string;
  /** The dialog that creates a rule. */
  readonly dialog: (add: (rule: Rule) => Promise<unknown>) => ComponentChildren;
  /** Applies a change to the rules as they are on the server, and saves the result. */
  readonly onChange: (change: (present: readonly Rule[]) => readonly Rule[]) => Promise<unknown>;
}

/** Rules that are saved together. Each can be added and removed. */
export function RuleList<Rule>({ words: w, rules, most, disabled = false, ...rest }: RuleListProps<Rule>) {
  const client = useClient();
  const { nameOf, factsOf, dialog, onChange: change } = rest;
  const add = () => client.show(dialog((rule) => change((present) => [...present, rule])));
  const remove = (rule: Rule) =>
    attempt(client, () => change((present) => present.filter((one) => JSON.stringify(one) !== JSON.stringify(rule))));
  return (
    <EntryGroup
      title={w.title}
      hint={w.hint}
      disabled={disabled || rules.length >= most}
      add={w.add}
      onAdd={add}
      none={rules.length === 0 ? w.none : undefined}
    >
      <ul class="entries" aria-label={w.title}>
        {rules.map((rule, at) => (
          <li key={`${nameOf(rule)} ${at}`}>
            <Entry title={nameOf(rule)} facts={factsOf(rule)}>
              <ToolButton
                icon="trash-2"
                label={w.remove(nameOf(rule))}
                disabled={disabled}
                onClick={() => void remove(rule)}
              />
            </Entry>
          </li>
        ))}
      </ul>
    </EntryGroup>
  );
}

interface NewRuleProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** Fields for the effect of the rule. */
  readonly children: ComponentChildren;
  readonly isReady?: boolean;
  /** Adds a rule for the trimmed text. */
  readonly add: (text: string) => Promise<unknown> | false;
}

/** Creates a rule about a string from another system, such as a group's name. */
export function NewRule({ title, label, hint, children, isReady = true, add }: NewRuleProps) {
  const [text, setText] = useState("");
  const trimmed = text.trim();
  return (
    <Dialog title={title} submit={title} disabled={trimmed === "" || !isReady} onSubmit={() => add(trimmed)}>
      <Field label={label} hint={hint} value={text} onInput={setText} spellcheck={false} autofocus required />
      {children}
    </Dialog>
  );
}
