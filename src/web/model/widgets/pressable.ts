import type { UserId } from "../ids.ts";
import type { Message } from "../message.ts";
import { isMember } from "../people/groups.ts";
import type { State } from "../state.ts";
import { asFields, asList, asText, type Fields, parseFields } from "./fields.ts";

interface Common {
  /** Confirmation question, or "" for none. */
  readonly confirm: string;
  /** Users who can press the button or submit the form. Undefined for everyone who can post. */
  readonly who: { readonly users: readonly unknown[]; readonly groups: readonly unknown[] } | undefined;
}

export interface BotButton extends Common {
  readonly id: string;
  readonly label: string;
  readonly style: string;
}

export interface FormField {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly hint: string;
  readonly required: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface BotForm extends Common {
  readonly fields: readonly FormField[];
  readonly submit: string;
}

/** The buttons or the form of a bot's message. */
export interface Pressable {
  readonly buttons: readonly BotButton[];
  readonly form: BotForm | undefined;
  /** When the buttons or form stop working, in seconds since 1970. */
  readonly until: number;
  /** Whether the message's last paragraph lists equivalent commands. */
  readonly listsCommands: boolean;
}

/**
 * Returns the current buttons or form of a bot's message: those from its newest replacement, or else the original ones.
 */
export function pressableOf({ submessages, sender_id }: Message): Pressable | undefined {
  const own = submessages.filter((one) => one.sender_id === sender_id).sort((one, other) => one.id - other.id);
  const parsed = own.map(({ content }) => parseFields(content));
  const replaced = parsed.findLast((part) => part?.["type"] === "replaced");
  const widget = replaced === undefined ? parsed[0] : asFields(replaced["widget"]);
  const data = asFields(widget?.["extra_data"]);
  if (widget?.["widget_type"] !== "zform" || data === undefined) return undefined;
  const form = asFields(data["form"]);
  const until = data["until"];
  return {
    buttons: asList(data["buttons"]).map((one) => buttonOf(asFields(one) ?? {})),
    form: form && formOf(form),
    until: typeof until === "number" ? until : Number.POSITIVE_INFINITY,
    listsCommands: data["lists_commands"] === true,
  };
}

function commonOf(fields: Fields): Common {
  const who = asFields(fields["who"]);
  return {
    confirm: asText(fields["confirm"]),
    who: who && { users: asList(who["users"]), groups: asList(who["groups"]) },
  };
}

const buttonOf = (fields: Fields): BotButton => ({
  ...commonOf(fields),
  id: asText(fields["id"]),
  label: asText(fields["label"]),
  style: asText(fields["style"]),
});

const formOf = (fields: Fields): BotForm => ({
  ...commonOf(fields),
  submit: asText(fields["submit"]),
  fields: asList(fields["fields"]).map((one) => {
    const field = asFields(one) ?? {};
    return {
      id: asText(field["id"]),
      label: asText(field["label"]),
      type: asText(field["type"]),
      hint: asText(field["hint"]),
      required: field["required"] === true,
      options: asList(field["options"]).map((option) => {
        const { value, label } = asFields(option) ?? {};
        return { value: asText(value), label: asText(label) };
      }),
    };
  }),
});

/** True if a button is for the user, or for everyone. Whether the user can post is only checked by the server. */
export const isFor = (state: State, { who }: Common, user: UserId = state.user_id): boolean =>
  who === undefined ||
  who.users.includes(user) ||
  who.groups.some((group) => typeof group === "number" && isMember(state, group, user));
