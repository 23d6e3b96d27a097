/** The kind of operand an operator takes; a list holds the possible values. */
type OperandKind = "channel" | "topic" | "person" | "people" | "message" | readonly string[];

interface Operator {
  readonly operand: OperandKind;
  readonly aliases: readonly string[];
}

/** Search operators in the order they are offered. Words without an operator are searched for. */
export const OPERATORS = {
  channel: { operand: "channel", aliases: ["stream"] },
  topic: { operand: "topic", aliases: ["subject"] },
  sender: { operand: "person", aliases: ["from"] },
  mentions: { operand: "person", aliases: [] },
  dm: { operand: "people", aliases: ["pm-with", "pm_with"] },
  "dm-including": { operand: "person", aliases: ["group-pm-with"] },
  has: { operand: ["link", "image", "attachment", "reaction", "assistant"], aliases: [] },
  is: {
    operand: ["unread", "mentioned", "starred", "dm", "followed", "resolved", "muted", "alerted"],
    aliases: [],
  },
  channels: { operand: ["public", "web-public", "archived"], aliases: ["streams"] },
  in: { operand: ["home", "all"], aliases: [] },
  near: { operand: "message", aliases: [] },
  id: { operand: "message", aliases: [] },
  with: { operand: "message", aliases: [] },
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof OPERATORS;

export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly OperatorName[];

const operatorsByName = new Map<string, OperatorName>(
  OPERATOR_NAMES.flatMap((name) => [name, ...OPERATORS[name].aliases].map((one) => [one, name] as const)),
);

/** Finds an operator by its current or former name. */
export const operatorNamed = (name: string): OperatorName | undefined => operatorsByName.get(name.toLowerCase());

/** Current names of operands, by their older and plural names. */
const VALUE_ALIASES: Readonly<Record<string, string>> = {
  private: "dm",
  links: "link",
  images: "image",
  attachments: "attachment",
  reactions: "reaction",
};

export const valueNamed = (values: readonly string[], name: string): string | undefined => {
  const lower = name.toLowerCase();
  return values.find((value) => value === (VALUE_ALIASES[lower] ?? lower));
};
